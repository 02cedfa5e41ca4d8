import Foundation
import Testing

/// The README, in sections and their blocks of code.
struct Readme {
    struct Block {
        /// Such as `yaml`.
        var language: String
        /// What stands behind it.
        var fileName: String?
        var text = ""
    }

    struct Section: CustomTestStringConvertible {
        var title: String
        var blocks: [Block] = []

        var testDescription: String { title }

        func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }
    }

    let text: String
    let sections: [Section]

    init() throws {
        text = try String(contentsOfFile: "\(Toolchain.packageFolder)/README.md", encoding: .utf8)
        var sections = [Section(title: "the beginning")]
        var block: Block?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```", let ended = block {
                sections[sections.count - 1].blocks.append(ended)
                block = nil
            } else if line.hasPrefix("```") {
                let words = line.dropFirst(3).split(separator: " ").map(String.init)
                block = Block(language: words.first ?? "", fileName: words.dropFirst().first)
            } else if block != nil {
                block?.text += line + "\n"
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            }
        }
        self.sections = sections
    }
}
