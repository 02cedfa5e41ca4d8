import NetTaskSpec

/// Selects the operations to import: all operations, or those that match one of the conditions.
package struct OperationFilter: Sendable, Equatable {
    /// Tags of the document.
    package var tags: Set<String>
    /// The paths as in the document, with `*` for any text.
    package var paths: [String]
    /// `operationId`s.
    package var operations: Set<String>

    package init(tags: Set<String> = [], paths: [String] = [], operations: Set<String> = []) {
        self.tags = tags
        self.paths = paths
        self.operations = operations
    }

    package var isEmpty: Bool { tags.isEmpty && paths.isEmpty && operations.isEmpty }

    /// Whether the operation is imported.
    func matches(_ operation: LocatedOperation) -> Bool {
        if isEmpty || !tags.isDisjoint(with: operation.tags) { return true }
        if let id = operation.id, operations.contains(id) { return true }
        return paths.contains { Self.matches(operation.path, $0) }
    }

    /// Reports each condition that no operation matches.
    func check(_ all: [LocatedOperation], at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        func report(_ noun: String, _ missing: [String], among known: [String]) {
            for name in missing {
                diagnostics.at(range, .unknownOperation)
                    .error("no operation of the document has the \(noun) \(name.quotedForMessage)")
                    .suggest(name.closestMatch(among: known), isFix: false)
            }
        }
        let ids = all.compactMap(\.id)
        report("`operationId`", operations.subtracting(ids).sorted(), among: ids)
        let knownTags = Set(all.flatMap(\.tags)).sorted()
        report("tag", tags.subtracting(knownTags).sorted(), among: knownTags)
        let missing = paths.filter { path in !all.contains { Self.matches($0.path, path) } }
        report("path", missing, among: all.map(\.path))
    }

    /// Whether a path matches a pattern with `*`. The time is at most proportional to the product of their lengths.
    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let path = Array(path.unicodeScalars)
        let pattern = Array(pattern.unicodeScalars)
        var (inPath, inPattern) = (0, 0)
        var lastStar: (inPath: Int, inPattern: Int)?
        while inPath < path.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                lastStar = (inPath, inPattern)
                inPattern += 1
            } else if inPattern < pattern.count, pattern[inPattern] == path[inPath] {
                inPath += 1
                inPattern += 1
            } else if let star = lastStar {
                lastStar = (star.inPath + 1, star.inPattern)
                inPath = star.inPath + 1
                inPattern = star.inPattern + 1
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
