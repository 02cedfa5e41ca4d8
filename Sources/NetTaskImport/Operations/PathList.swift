import NetTaskSpec

/// Finds the operations of `paths`.
struct PathList {
    let run: ImportRun

    struct Item {
        /// What the path leads to, through references.
        var pathItem: ObjectReader
        var operations: [LocatedOperation]
    }

    /// What a path says for all of its operations.
    static let sharedKeys = ["summary", "description", "servers", "parameters"]

    static let methods: Set = ["get", "put", "post", "delete", "head", "patch", "options", "trace"]

    /// The operations of one path; nil for what is none, which is reported.
    func item(_ path: String, _ value: DocumentValue, _ range: SourceRange) -> Item? {
        guard !path.hasPrefix("x-") else {
            value.leaveOut("extensions of others mean nothing to nettask")
            return nil
        }
        if !path.hasPrefix("/") { run.diagnostics.warning("a path begins with a slash", at: range) }
        guard var reader = ObjectReader(value, .pathItem) else {
            run.refuseOperation("the path \(path.quotedForMessage) is left out, since it is not understood", at: range)
            return nil
        }
        for key in Self.sharedKeys { _ = reader.take(key) }
        var operations: [LocatedOperation] = []
        for (method, value, keyRange) in reader.members where Self.methods.contains(method) {
            _ = reader.take(method)
            guard let operation = ObjectReader(value, .operation) else {
                let name = "\(method.uppercased()) \(path)".quotedForMessage
                run.refuseOperation("\(name) is left out, since it is not understood", at: keyRange)
                continue
            }
            operations.append(
                LocatedOperation(
                    path: path,
                    pathRange: range,
                    method: method,
                    methodRange: keyRange,
                    reader: operation,
                    pathItem: reader
                )
            )
        }
        reader.finish()
        return Item(pathItem: reader, operations: operations)
    }
}
