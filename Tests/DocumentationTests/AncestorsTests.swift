import Foundation
import Testing

/// The table of what became of the ancestors' tests and faults.
@Suite("The list of the ancestors' tests")
struct AncestorsTests {
    private let rows = Self.rows(of: Repository.text(of: Repository.folder + "/Tests/Ancestors.md"))
    private let sources = Repository.files(in: Repository.folder + "/Tests", ending: ".swift").map(Repository.text)

    @Test("Each test that it names exists")
    func names() {
        let strangers = rows.filter { row in
            let (suite, test) = (row[2], row[3])
            return suite != "–"
                && !sources.contains { $0.contains("@Suite(\"\(suite)\"") && $0.contains("\"\(test)\"") }
        }
        #expect(strangers == [])
    }

    @Test("Each row has a test, or the reason for the missing test")
    func rest() {
        #expect(rows.count > 100)
        #expect(rows.filter { $0.count != 4 || $0[2].isEmpty || $0[3].isEmpty } == [])
    }

    /// The rows of the tables, without their heads, as cells.
    private static func rows(of text: String) -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            guard line.hasPrefix("| "), !line.hasPrefix("|-"), !next.hasPrefix("|-") else { return nil }
            return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
