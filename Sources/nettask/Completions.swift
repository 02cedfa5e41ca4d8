import ArgumentParser
import Foundation
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

/// The completions that shells offer.
extension CompletionKind {
    /// Spec files and folders.
    static let specs = CompletionKind.file(extensions: ["nettask.yaml", "nettask.yml"])

    /// OpenAPI documents and folders.
    static let documents = CompletionKind.file(extensions: ["yaml", "yml", "json"])

    /// The endpoints of the spec that precedes this argument.
    static let endpoints = CompletionKind.custom { words, index, _ in
        guard let spec = files(words, before: index, [".nettask.yaml", ".nettask.yml"]).last else { return [] }
        return printable(SpecReader.read(paths: [spec]).specs.flatMap(\.endpoints).map(\.qualifiedName))
    }

    /// A part of each operation of the OpenAPI document on the command line, or of the document that was imported into the folder
    /// of `--update`.
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

    /// The words without control characters.
    private static func printable(_ words: [String]) -> [String] { words.filter { $0.escapedForTerminal == $0 } }

    private static func files(_ words: [String], before index: Int, _ endings: [String]) -> [String] {
        words.prefix(index).map(unquoted).filter { word in
            endings.contains(where: word.hasSuffix) && FileManager.default.fileExists(atPath: word)
        }
    }

    /// Shells pass words as the user typed them, with quotes and backslashes.
    private static func unquoted(_ word: String) -> String {
        word.filter { !"\"'\\".contains($0) }
    }
}
