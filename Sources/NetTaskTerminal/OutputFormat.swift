/// The output format of a command, as in `--format`.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// Text for users.
    case text
    /// One JSON document on standard output, even after an error.
    case json
}
