import Foundation
import Testing

@testable import NetTaskGenerator

/// What the articles of NetTaskRuntime say in YAML. Their Swift is compiled in the tests of NetTaskRuntime.
@Suite("The specs of the articles")
struct ArticleTests {
    private static let articles = "\(Toolchain.packageFolder)/Sources/NetTaskRuntime/NetTaskRuntime.docc"
    private static let clients = "\(Toolchain.packageFolder)/Tests/NetTaskRuntimeTests/Docs/Clients"

    @Test("become the clients that the articles' Swift is compiled with")
    func clients() throws {
        // given
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.articles)
            .filter { $0.hasSuffix(".md") && $0 != "SpecReference.md" }  // whose specs have a test of their own

        // when
        var files: [String: String] = [:]
        for name in names {
            let article = try String(contentsOfFile: "\(Self.articles)/\(name)", encoding: .utf8)
            for part in article.components(separatedBy: "```yaml\n").dropFirst() {
                let file = try generate(part.components(separatedBy: "```\n")[0], path: name)[0]
                let client = try #require(file.text.firstMatch(of: /enum (\w+) \{/)?.output.1)
                files["\(client).swift"] = file.text
            }
        }
        if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
            for (name, text) in files {
                try text.write(toFile: "\(Self.clients)/\(name)", atomically: true, encoding: .utf8)
            }
        }

        // then
        #expect(files.count == 3)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: Self.clients)) == Set(files.keys))
        for (name, text) in files {
            #expect(try String(contentsOfFile: "\(Self.clients)/\(name)", encoding: .utf8) == text)
        }
    }
}
