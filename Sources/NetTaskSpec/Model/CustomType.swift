/// A Swift type of the user's own.
package struct CustomType: Sendable, Equatable {
    /// The parts of its name: `MoneyKit.Money` has two.
    package var path: [String]
    /// The module that has to be imported where it is named; nil if it is the same one.
    package var module: String?
}
