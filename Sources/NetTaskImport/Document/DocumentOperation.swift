/// What an import can be told to take of a document, as shells complete it.
package struct DocumentOperation: Sendable {
    package var id: String?
    package var path: String
    package var tags: [String]

    /// All operations of the document at a path; none where it cannot be read.
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
