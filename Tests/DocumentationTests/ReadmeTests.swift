import Foundation
import Testing

/// The packages of the READMEs are built, and their commands run, by `Scripts/try-articles`; their pictures are drawn of their
/// blocks by `Scripts/draw-pictures`.
@Suite("The README")
struct ReadmeTests {
    private let readme = Article(path: "README.md", text: Repository.text(of: Repository.folder + "/README.md"))

    @Test("It has at most 8,500 bytes")
    func size() {
        #expect(readme.text.utf8.count <= 8_500)
        #expect(readme.text.utf8.count > 4 << 10)
    }

    @Test("Its examples of durable tasks are in their article, whose code is compiled")
    func durableTasks() throws {
        let article = try #require(Article.all.first { $0.path.hasSuffix("/DurableTasks.md") })
        let shown = readme.blocks("swift")
        #expect(!shown.isEmpty)
        #expect(shown.filter { !article.text.contains($0) } == [])
    }

    @Test("Its diagnostic is what the tools print")
    func diagnostic() {
        let folder = Repository.folder + "/Tests/NetTaskSpecTests/Fixtures/Bad"
        let printed = Repository.files(in: folder, ending: ".txt").map(Repository.text)
        let shown = readme.blocks("text").filter { $0.contains(": error: ") }
        #expect(shown.count == 1)
        #expect(shown.filter { block in !printed.contains { $0.contains(block) } } == [])
    }

    @Test("Its figures are those of the benchmarks' page, with the same machine")
    func figures() throws {
        // given
        let page = Repository.text(of: Repository.folder + "/Benchmarks/RESULTS.md")
        let figures = try #require(readme.text.firstMatch(of: /<!-- written by make bench -->\n([^!]*)<!-- end -->/))
            .output.1

        // when
        let rows = figures.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        let machine = try #require(page.firstMatch(of: /\| machine \| ([^|]*) \|/)).output.1

        // then
        #expect(rows.count > 5)
        #expect(rows.filter { !page.contains("\n\($0) ") } == [])
        #expect(figures.contains(machine))
    }
}
