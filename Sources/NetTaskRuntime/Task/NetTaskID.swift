/// The number of a task in its queue, in the order of adding.
public struct NetTaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    let number: UInt64

    init(_ number: UInt64) {
        self.number = number
    }

    /// The number 0, which no task in a queue has; for a context made by hand.
    public init() {
        self.number = 0
    }

    public static func < (left: NetTaskID, right: NetTaskID) -> Bool {
        left.number < right.number
    }

    public var description: String { "#\(number)" }
}
