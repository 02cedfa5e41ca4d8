/// Which operations are imported: all, or those that one of the conditions holds for.
package struct OperationFilter: Sendable {
    /// Tags of the document.
    package var tags: Set<String>
    /// Paths as the document has them, with `*` for any text.
    package var paths: [String]
    /// `operationId`s.
    package var operations: Set<String>

    package init(tags: Set<String> = [], paths: [String] = [], operations: Set<String> = []) {
        self.tags = tags
        self.paths = paths
        self.operations = operations
    }

    var isEmpty: Bool { tags.isEmpty && paths.isEmpty && operations.isEmpty }
}
