/// How a command prints what it has to say, as `--format` gives it.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// One JSON document on standard output, also where there are errors.
    case json
}
