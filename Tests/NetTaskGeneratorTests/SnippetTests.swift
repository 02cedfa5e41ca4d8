import Foundation
import Testing

@testable import NetTaskGenerator

/// A case of a file of `Snippets`: below `# --- TITLE` the lines of a spec, and below further headings what the Swift that it
/// becomes `begins` with, `ends` with, `holds` and `lacks`.
private struct Snippet: CustomTestStringConvertible {
    var testDescription: String
    var yaml: String
    var expectations: [(heading: String, text: String)]

    static let all: [Snippet] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Snippets")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.path < $1.path }.flatMap { file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return ("\n\n" + text.dropLast()).split(separator: "\n\n# --- ").map { Snippet($0, of: file) }
        }
    }()

    private init(_ text: Substring, of file: URL) {
        var parts = text.split(separator: #/\n# (?=(begins|ends|holds|lacks)\n)/#).map { part in
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (heading: lines[0], text: lines[1])
        }
        let first = parts.removeFirst()
        testDescription = "\(file.deletingPathExtension().lastPathComponent): \(first.heading)"
        yaml = first.text
        expectations = parts
    }
}

@Suite("Snippets: YAML, and the Swift that it becomes")
struct SnippetTests {
    @Test("Snippets exist")
    func some() {
        #expect(Snippet.all.count > 40)
        #expect(Snippet.all.filter(\.expectations.isEmpty).map(\.testDescription) == [])
    }

    @Test("A spec becomes this Swift", arguments: Snippet.all)
    private func swift(of snippet: Snippet) throws {
        // when
        let swift = try generate(spec(snippet.yaml))[0].text

        // then
        for (heading, text) in snippet.expectations {
            switch heading {
            case "begins": #expect(swift.hasPrefix(text))
            case "ends": #expect(swift.hasSuffix(text))
            case "holds": #expect(swift.contains(text))
            default: #expect(!swift.contains(text))
            }
        }
    }
}
