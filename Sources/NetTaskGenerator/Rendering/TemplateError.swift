/// Something is wrong with a template: one of the user's own, or one that was overridden.
package struct TemplateError: Error, Equatable, CustomStringConvertible {
    /// The file of the template, where it is known.
    package let path: String?
    package let message: String

    package var description: String {
        path.map { "\($0): error: \(message)" } ?? "error: \(message)"
    }
}
