import Foundation
import Testing

/// An article of the documentation.
struct Article: CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    static let all: [Article] = {
        ["NetTaskRuntime", "NetTaskDurable"].flatMap { module in
            let folder = Repository.folder + "/Sources/\(module)/\(module).docc"
            return Repository.files(in: folder, ending: ".md").map { path in
                Article(name: URL(fileURLWithPath: path).lastPathComponent, text: Repository.text(of: path))
            }
        }
    }()

    /// What stands in its code blocks of that language.
    func blocks(_ language: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```\(language)" {
                block = []
            } else if line == "```", let lines = block {
                blocks.append(lines.joined(separator: "\n"))
                block = nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    /// The rows of its tables, without their heads, as cells.
    var rows: [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            guard line.hasPrefix("| "), !line.hasPrefix("|-"), !next.hasPrefix("|-") else { return nil }
            return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
