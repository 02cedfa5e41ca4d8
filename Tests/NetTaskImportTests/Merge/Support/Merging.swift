import NetTaskImport
import Testing

/// A merge of single files of the same name, or of several files by their names.
func merge(base: String, ours: String, theirs: String) throws -> (text: String, changes: [String]) {
    let result = try SpecMerge.merge(base: [file(base)], ours: [file(ours)], theirs: [file(theirs)])
    return (try #require(result.files.first).text, result.changes.map(\.description))
}

func merge(
    base: [String: String],
    ours: [String: String],
    theirs: [String: String]
) throws -> (texts: [String: String], removed: [String], changes: [String]) {
    let result = try SpecMerge.merge(base: files(base), ours: files(ours), theirs: files(theirs))
    let texts = Dictionary(uniqueKeysWithValues: result.files.map { ($0.name, $0.text) })
    return (texts, result.removed, result.changes.map(\.description))
}

private func file(_ text: String) -> ImportedFile {
    ImportedFile(name: "pets.nettask.yaml", text: text)
}

func files(_ texts: [String: String]) -> [ImportedFile] {
    texts.sorted { $0.key < $1.key }.map { ImportedFile(name: $0.key, text: $0.value) }
}

extension String {
    /// The standard library's, without Foundation.
    func replacing(_ old: String, with new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
