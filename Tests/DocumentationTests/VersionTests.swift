import Foundation
import NetTaskRuntime
import Testing

/// `Scripts/try-release` rehearses a release of this version.
@Suite("The version")
struct VersionTests {
    private let version: String

    init() throws {
        let source = Repository.text(of: Repository.folder + "/Sources/NetTaskBase/NetTaskVersion.swift")
        version = String(try #require(source.firstMatch(of: /netTaskVersion = "(\d+\.\d+\.\d+)"/)).output.1)
    }

    @Test("It is the latest in the change log, with a date")
    func changeLog() throws {
        let text = Repository.text(of: Repository.folder + "/CHANGELOG.md")
        let latest = try #require(text.matches(of: /\n## (\d.*)/).first).output.1
        #expect(latest.wholeMatch(of: /(.+) - (\d{4}-\d{2}-\d{2})/)?.output.1 == version[...])
    }

    @Test("The User-Agent states it")
    func userAgent() {
        #expect(HTTPConfiguration().userAgent == "NetTask/\(version)")
    }

    @Test("The articles and the README state no other")
    func texts() {
        let readme = Article(path: "README.md", text: Repository.text(of: Repository.folder + "/README.md"))
        let stated = (Article.all + [readme]).flatMap {
            $0.text.matches(of: /(?:NetTask\/|NetTask(?:Prebuilt)?", from: ")(\d[\d.]*)/).map(\.output.1)
        }
        #expect(Set(stated) == [version[...]])
    }

    @Test("The tools take it from its declaration")
    func tools() {
        for file in ["nettask/NetTaskTool.swift", "nettask-queue/QueueTool.swift"] {
            #expect(Repository.text(of: "\(Repository.folder)/Sources/\(file)").contains("version: netTaskVersion,"))
        }
    }
}
