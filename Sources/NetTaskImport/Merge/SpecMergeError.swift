package import NetTaskSpec

/// Why nothing can be merged: a text that is no YAML.
package struct SpecMergeError: Error, CustomStringConvertible {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    package var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
