/// An operation that an import can select. Shells offer its values as completions.
package struct DocumentOperation: Sendable {
    package var id: String?
    package var path: String
    package var tags: [String]

    /// Returns all operations of the document at a path. Returns an empty list if the document cannot be read.
    package static func all(of document: String) -> [DocumentOperation] {
        let run = ImportRun(files: DocumentFiles())
        defer { run.end() }
        let paths = run.files.document(document, run)?["paths"]?.members ?? []
        return paths.flatMap { path in
            (path.value.members ?? []).filter { LocatedOperation.methods.contains($0.key) }.map { operation in
                DocumentOperation(
                    id: operation.value["operationId"]?.plainText,
                    path: path.key,
                    tags: operation.value["tags"]?.elements?.compactMap(\.plainText) ?? []
                )
            }
        }
    }
}
