import NetTaskSpec

/// Which documents can be imported: OpenAPI 3.0 and 3.1.
enum OpenAPIVersion {
    /// Whether the document is one that can be imported; reports it if not.
    static func check(_ root: DocumentValue) -> Bool {
        let diagnostics = root.run.diagnostics
        guard root.members != nil else {
            diagnostics.error("an OpenAPI document is a map, not \(root.node.kind)", at: root.range, notes: notes(root))
            return false
        }
        guard let value = root["openapi"] else {
            if let old = root["swagger"] {
                diagnostics.error(
                    "this is a document of Swagger \(old.plainText ?? "2.0")",
                    at: old.range,
                    notes: [.init("OpenAPI 3.0 and 3.1 are supported; convert it first", at: old.range)]
                )
            } else {
                diagnostics.error("the document does not say `openapi:`", at: root.range, notes: notes(root))
            }
            return false
        }
        guard let text = value.plainText else {
            diagnostics.error("`openapi` must be a version such as 3.0.3", at: value.range, notes: notes(value))
            return false
        }
        // A candidate for a release, such as 3.0.0-rc1, is read as that.
        let release = text.prefix { $0 != "-" }
        let numbers = release.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count >= 2, numbers[0] == 3, let minor = numbers[1], numbers.count < 3 || numbers[2] != nil else {
            diagnostics.error(
                "\(text.quotedForMessage) is no version of OpenAPI that can be imported",
                at: value.range,
                notes: notes(value)
            )
            return false
        }
        value.carry()
        if minor > 1 {
            diagnostics.warning(
                "OpenAPI \(text) is read as 3.1; what is new in it is left out",
                at: value.range,
                notes: notes(value)
            )
        }
        return true
    }

    private static func notes(_ value: DocumentValue) -> [DiagnosticCollector.Note] {
        [.init("OpenAPI 3.0 and 3.1 are supported", at: value.range)]
    }
}
