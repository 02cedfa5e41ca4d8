import NetTaskSpec

/// Finds the operations of `paths`.
struct PathList {
    let run: ImportRun

    struct Item {
        /// What the path leads to, through references.
        var pathItem: DocumentValue
        var operations: [LocatedOperation]
    }

    /// What a path says for all of its operations.
    static let sharedKeys = ["summary", "description", "servers", "parameters"]

    private static let methods = ["get", "put", "post", "delete", "head", "patch"]

    /// The operations of one path; nil for what is none.
    func item(_ path: String, _ value: DocumentValue, _ range: SourceRange) -> Item? {
        guard !path.hasPrefix("x-") else {
            value.leaveOut("extensions of others mean nothing to nettask")
            return nil
        }
        if !path.hasPrefix("/") { run.diagnostics.warning("a path begins with a slash", at: range) }
        guard let pathItem = value.component(), var reader = ObjectReader(pathItem, .pathItem) else { return nil }
        for key in ["$ref"] + Self.sharedKeys { _ = reader.take(key) }
        var operations: [LocatedOperation] = []
        for (key, operation, keyRange) in pathItem.members ?? [] {
            if Self.methods.contains(key) {
                _ = reader.take(key)
                guard ObjectReader(operation, .operation) != nil else { continue }
                operations.append(
                    LocatedOperation(path: path, pathRange: range, method: key, value: operation, pathItem: pathItem)
                )
            } else if key == "options" || key == "trace" {
                let method = key.uppercased()
                run.diagnostics.warning("an endpoint cannot be \(method); the operation is left out", at: keyRange)
                reader.leaveOut(key, "an endpoint cannot be \(method)")
            }
        }
        reader.finish()
        return Item(pathItem: pathItem, operations: operations)
    }
}
