import Foundation
import Testing

/// Code of these tests that an article shows: what stands between `// snippet: name` and `// end`.
struct Snippet: CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    static let all: [Snippet] = [
        "DocumentationTests/Snippets", "NetTaskOAuthTests/Documentation", "NetTaskWebhooksTests/Documentation",
    ]
    .flatMap { Repository.files(in: "\(Repository.tests)/\($0)", ending: ".swift") }
    .flatMap { snippets(in: Repository.text(of: $0)) }

    private static func snippets(in source: String) -> [Snippet] {
        var snippets: [Snippet] = []
        var name: String?
        var lines: [Substring] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("// snippet: ") {
                name = String(trimmed.dropFirst("// snippet: ".count))
                lines = []
            } else if trimmed == "// end", let ended = name {
                snippets.append(Snippet(name: ended, text: withoutIndentation(lines)))
                name = nil
            } else {
                lines.append(line)
            }
        }
        return snippets
    }

    private static func withoutIndentation(_ lines: [Substring]) -> String {
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indentation) + "\n" }.joined()
    }
}
