import NetTaskSpec

/// What one import shares: the files it reads, what is wrong with them, and what became of their values. Not for use from
/// several threads.
final class ImportRun {
    let diagnostics = DiagnosticCollector()
    let ledger = Ledger()
    let files: DocumentFiles
    /// What references lead to, those that lead somewhere: most of a document are repeated.
    var targets: [ReferencePlace: DocumentValue] = [:]
    /// Where operations are named that are left out because of what is wrong with them.
    private(set) var refusedOperations: Set<SourceRange> = []
    /// Where the keys of large maps are.
    private var indices: [SourceRange: [String: Int]] = [:]

    /// Smaller maps are searched.
    private static let searched = 32

    init(files: DocumentFiles) {
        self.files = files
    }

    /// Lets go of the values, which hold this run: an import is over.
    func end() {
        files.forget()
        targets = [:]
    }

    /// Reports an operation, or several of one path, of which no endpoint can be made. The import goes on without it.
    func refuseOperation(_ message: String, at range: SourceRange, notes: [DiagnosticCollector.Note] = []) {
        refusedOperations.insert(range)
        diagnostics.error(message, at: range, notes: notes)
    }

    /// Whether the document as a whole cannot be imported.
    var hasFailed: Bool {
        diagnostics.diagnostics().contains { $0.severity == .error && !refusedOperations.contains($0.place.range) }
    }

    /// The entry of a key in the map at a place.
    func entry(_ key: String, of entries: [YAMLNode.Entry], at range: SourceRange) -> YAMLNode.Entry? {
        guard entries.count > Self.searched else {
            // By index: to search by elements copies each of them.
            return entries.indices.first { entries[$0].key == key }.map { entries[$0] }
        }
        if indices[range] == nil {
            indices[range] = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
        }
        return indices[range]?[key].map { entries[$0] }
    }
}
