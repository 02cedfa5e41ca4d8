import Foundation
import Testing

@testable import NetTaskGenerator

/// What the articles say in YAML. Their Swift is compiled in the tests of the module that they are of.
@Suite("The specs of the articles")
struct ArticleTests {
    @Test(
        "become the clients that the articles' Swift is compiled with",
        arguments: [("NetTaskRuntime", 4), ("NetTaskDurable", 1)]
    )
    func clients(module: String, count: Int) throws {
        // given
        let articles = "\(Toolchain.packageFolder)/Sources/\(module)/\(module).docc"
        let clients = "\(Toolchain.packageFolder)/Tests/\(module)Tests/Docs/Clients"
        let names = try FileManager.default.contentsOfDirectory(atPath: articles)
            .filter { $0.hasSuffix(".md") && $0 != "SpecReference.md" }  // whose specs have a test of their own

        // when
        var files: [String: String] = [:]
        for name in names {
            let article = try String(contentsOfFile: "\(articles)/\(name)", encoding: .utf8)
            for part in article.components(separatedBy: "```yaml\n").dropFirst() {
                let file = try generate(part.components(separatedBy: "```\n")[0], path: name)[0]
                let client = try #require(file.text.firstMatch(of: /enum (\w+) \{/)?.output.1)
                files["\(client).swift"] = file.text
            }
        }
        if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
            for (name, text) in files {
                try text.write(toFile: "\(clients)/\(name)", atomically: true, encoding: .utf8)
            }
        }

        // then
        #expect(files.count == count)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: clients)) == Set(files.keys))
        for (name, text) in files {
            #expect(try String(contentsOfFile: "\(clients)/\(name)", encoding: .utf8) == text)
        }
    }
}
