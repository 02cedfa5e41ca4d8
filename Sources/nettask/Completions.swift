import ArgumentParser
import Foundation
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

/// What shells complete.
extension CompletionKind {
    /// Spec files, and the folders that lead to them.
    static let specs = CompletionKind.file(extensions: ["nettask.yaml", "nettask.yml"])

    /// OpenAPI documents, and the folders that lead to them.
    static let documents = CompletionKind.file(extensions: ["yaml", "yml", "json"])

    /// The endpoints of the spec that the command line names before.
    static let endpoints = CompletionKind.custom { words, index, _ in
        guard let spec = files(words, before: index, [".nettask.yaml", ".nettask.yml"]).last else { return [] }
        return printable(SpecReader.read(paths: [spec]).specs.flatMap(\.endpoints).map(\.qualifiedName))
    }

    /// A part of each operation of the OpenAPI document that the command line names before, or that was imported into the folder
    /// behind `--update`.
    static func operations(_ part: @escaping @Sendable (DocumentOperation) -> [String]) -> CompletionKind {
        .custom { words, index, _ in
            var document = files(words, before: words.count, [".yaml", ".yml", ".json"]).first
            if document == nil, let update = words.firstIndex(of: "--update"), update + 1 < words.count {
                let folder = unquoted(words[update + 1])
                document = try? ImportFolder(path: folder).contents().record.map { "\(folder)/\($0.document)" }
            }
            return printable(Set((document.map(DocumentOperation.all) ?? []).flatMap(part)).sorted())
        }
    }

    /// The words that a shell can show as they are.
    private static func printable(_ words: [String]) -> [String] { words.filter { $0.escapedForTerminal == $0 } }

    private static func files(_ words: [String], before index: Int, _ endings: [String]) -> [String] {
        words.prefix(index).map(unquoted).filter { word in
            endings.contains(where: word.hasSuffix) && FileManager.default.fileExists(atPath: word)
        }
    }

    /// Shells hand words over as they were typed.
    private static func unquoted(_ word: String) -> String {
        word.filter { !"\"'\\".contains($0) }
    }
}
