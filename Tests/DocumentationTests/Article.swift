import Foundation
import Testing

/// An article of a catalogue, in any module.
struct Article: CustomTestStringConvertible {
    struct Block {
        /// Such as `swift`; empty for plain text.
        var language: String
        /// The file that it becomes, which the line before it ends with: `Package.swift`:
        var fileName: String?
        var text: String
    }

    /// From the folder of the package.
    let path: String
    let text: String
    let blocks: [Block]

    var testDescription: String { path }

    /// All articles except the reference of the language, whose examples have tests of their own.
    static let all: [Article] = Repository.files(in: Repository.folder + "/Sources", ending: ".md")
        .filter { $0.contains(".docc/") && !$0.hasSuffix("/SpecReference.md") && !$0.hasSuffix("Keys.md") }
        .map { Article(path: String($0.dropFirst(Repository.folder.count + 1)), text: Repository.text(of: $0)) }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var blocks: [Block] = []
        var block: Block?
        var fileName: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```", let ended = block {
                blocks.append(ended)
                block = nil
                fileName = nil
            } else if block != nil {
                block?.text += line + "\n"
            } else if line.hasPrefix("```") {
                block = Block(language: String(line.dropFirst(3)), fileName: fileName, text: "")
            } else if !line.isEmpty {
                fileName = line.firstMatch(of: /`([^`]+\.[a-z]+)`:$/).map { String($0.output.1) }
            }
        }
        self.blocks = blocks
    }

    /// Whether `Scripts/try-articles` runs it. Then it also writes the blocks with a file name.
    var isRun: Bool { blocks.contains { $0.language == "sh" } }

    /// The blocks of that language which the script does not write.
    func blocks(_ language: String) -> [String] {
        blocks.filter { $0.language == language && !(isRun && $0.fileName != nil) }.map(\.text)
    }
}
