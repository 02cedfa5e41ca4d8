import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

/// The blocks of "Three ways to use it" are run by `Scripts/try-articles`.
@Suite("The README")
struct ReadmeTests {
    private static let sections = (try? Readme().sections) ?? []
    private static let run = "Three ways to use it"
    private static let compiled = "What else a spec says"
    private static let durable = "Durable tasks"

    @Test("its picture shows what its YAML becomes")
    func picture() throws {
        // given
        let beginning = try #require(Self.sections.first)
        let yaml = try #require(beginning.blocks("yaml").first?.text)
        let swift = try #require(beginning.blocks("swift").first?.text)

        // when
        let text = try generate(yaml)[0].text

        // then
        #expect(text.contains(swift))
    }

    @Test("its tables have every key of the spec language")
    func table() throws {
        // given
        let rows = try Readme().text.split(separator: "\n").filter { $0.hasPrefix("|") }

        // when
        let missing = SpecLanguage.rules.flatMap(\.usableNames).filter { name in
            !rows.contains { $0.contains("`\(name)`") }
        }

        // then
        #expect(missing == [])
    }

    @Test("its specs have no errors", arguments: sections)
    func specs(section: Readme.Section) {
        #expect(Self.read(section).diagnostics.map(\.description) == [])
    }

    @Test("its Swift compiles with what its specs become")
    func compiled() throws {
        // given
        let section = try #require(Self.sections.first { $0.title == Self.compiled })
        let code = section.blocks("swift").map(\.text).joined()
        let use = """
            import Foundation
            import NetTaskRuntime

            func use(_ login: @escaping @Sendable () async throws -> String) async {
            \(code)
            }
            """

        // when
        let files = try Generator().files(for: Self.read(section).specs).map { ($0.name, $0.text) }

        // then
        try withTemporaryFolder { folder in
            let paths = try (files + [("Use.swift", use)]).map { name, text in
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
                return "\(folder)/\(name)"
            }
            let result = try Toolchain.compile(paths)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("its durable tasks are those of the article, whose code is compiled")
    func durableTasks() throws {
        // given
        let section = try #require(Self.sections.first { $0.title == Self.durable })
        let path = "\(Toolchain.packageFolder)/Sources/NetTaskDurable/NetTaskDurable.docc/DurableTasks.md"
        let article = try String(contentsOfFile: path, encoding: .utf8)

        // when
        let strangers = section.blocks.map(\.text).filter { !article.contains($0) }

        // then
        #expect(strangers == [])
        #expect(section.blocks("swift").count > 2)
    }

    @Test("its Swift is all compiled or run")
    func swift() {
        let checked = [Self.run, Self.compiled, Self.durable]
        let others = Self.sections.dropFirst().filter { !checked.contains($0.title) }
        #expect(others.filter { !$0.blocks("swift").isEmpty }.map(\.title) == [])
        let run = Self.sections.first { $0.title == Self.run }?.blocks("swift") ?? []
        #expect(run.filter { $0.fileName == nil }.map(\.text) == [])
        #expect(run.count > 5)
    }

    @Test("its diagnostics are printed so")
    func diagnostics() throws {
        // given
        let folder = "\(Toolchain.packageFolder)/Tests/NetTaskSpecTests/Fixtures/Bad"
        let section = try #require(Self.sections.first { $0.title == Self.compiled })
        let blocks = section.blocks("text").map(\.text)

        // when
        let strangers = try blocks.filter { block in
            let name = block.prefix { $0 != "." }
            return try !String(contentsOfFile: "\(folder)/\(name).txt", encoding: .utf8).contains(block)
        }

        // then
        #expect(strangers == [])
        #expect(blocks.count == 1)
    }

    /// Reads the specs of a section as one run, with what they extend.
    private static func read(_ section: Readme.Section) -> SpecReader.Result {
        var sources = section.blocks("yaml").enumerated().map { index, block in
            SpecReader.Source(path: block.fileName ?? "block\(index).nettask.yaml", text: block.text)
        }
        if sources.contains(where: { $0.bytes.contains("\nextends: ".utf8) }) { sources.append(importedLibrary) }
        return SpecReader.read(sources: sources)
    }
}
