import Foundation
import Testing

/// The threat model.
@Suite("SECURITY.md")
struct SecurityTests {
    private let text = Repository.text(of: Repository.folder + "/SECURITY.md")
    private let sources = Repository.files(in: Repository.folder + "/Tests", ending: ".swift").map(Repository.text)

    @Test("Each test that it names exists")
    func names() {
        let named = text.matches(of: /`(\w+Tests)\/(\w+)`/).map { (suite: $0.output.1, test: $0.output.2) }
        #expect(named.count > 40)
        let missing = named.filter { suite, test in
            !sources.contains { source in
                ["struct", "class"].contains { source.contains("\($0) \(suite) ") } && source.contains("func \(test)(")
            }
        }
        #expect(missing.map { "\($0.suite)/\($0.test)" } == [])
    }

    @Test("Each script that it names exists")
    func scripts() {
        let named = text.matches(of: /`((?:Scripts|Fuzzing|\.ci)\/[\w-]+)/).map { String($0.output.1) }
        #expect(!named.isEmpty)
        #expect(named.filter { !FileManager.default.fileExists(atPath: "\(Repository.folder)/\($0)") } == [])
    }

    @Test("Each limit names the code that enforces it")
    func rows() {
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what") }
        #expect(rows.count > 30)
        #expect(rows.filter { !$0.contains("Tests/") && !$0.contains("`Scripts/") && !$0.contains("`Fuzzing/") } == [])
    }
}
