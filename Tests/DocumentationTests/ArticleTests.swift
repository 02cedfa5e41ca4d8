import Testing

/// What stands in a block of an article was compiled or run: Swift is a part of the snippets of this target or of the example
/// Notes, or of a manifest; YAML of its specs, which the plugin generates from. Articles with commands are run by `Scripts/try-articles`.
@Suite("The articles")
struct ArticleTests {
    private static let languages = ["swift", "yaml", "text", "sh", "console", ""]
    private static let notes = Repository.folder + "/Examples/Notes/Sources"
    private static let specFiles =
        [
            "Tests/DocumentationTests/Specs", "Tests/NetTaskOAuthTests/Documentation",
            "Tests/NetTaskWebhooksTests/Documentation", "Examples/Notes/Sources",
        ]
        .flatMap { Repository.files(in: "\(Repository.folder)/\($0)", ending: ".yaml") }
        .map(Repository.text)

    @Test("Each block of Swift is compiled by a test", arguments: Article.all)
    func swift(article: Article) {
        let snippets = Snippet.all.map(\.text)
        let example = Repository.files(in: Self.notes, ending: ".swift").map { unindented(Repository.text(of: $0)) }
        let blocks = article.blocks("swift").filter { !snippets.contains($0) && !isOfManifest($0) }
        #expect(blocks.filter { block in !example.contains { $0.contains(unindented(block)) } } == [])
    }

    @Test("Each part of a manifest names products and traits of this package", arguments: Article.all)
    func manifests(article: Article) {
        // given
        let manifest = Repository.text(of: Repository.folder + "/Package.swift")
        let blocks = article.blocks("swift").filter(isOfManifest)

        // when
        let products = blocks.flatMap { block in
            block.matches(of: /(".*"), package: "NetTask"/).map { String($0.output.1) }
        }
        let traits = blocks.flatMap { block in
            block.matches(of: /traits: \[([^\]]*)\]/).flatMap { $0.output.1.split(separator: ", ").map(String.init) }
        }

        // then
        #expect((products + traits).filter { !manifest.contains("name: \($0),") } == [])
    }

    private func isOfManifest(_ block: String) -> Bool { block.contains(".package(") }

    private func unindented(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } + "\n" }.joined()
    }

    @Test("Each block of YAML is a spec from which code is generated", arguments: Article.all)
    func yaml(article: Article) {
        #expect(article.blocks("yaml").filter { !Self.specFiles.contains($0) } == [])
    }

    @Test("Each diagnostic is what the tools print", arguments: Article.all)
    func diagnostics(article: Article) {
        let folder = Repository.folder + "/Tests/NetTaskSpecTests/Fixtures/Bad"
        let printed = Repository.files(in: folder, ending: ".txt").map(Repository.text)
        let shown = article.blocks("text").filter { $0.contains(": error: ") }
        #expect(shown.filter { block in !printed.contains { $0.contains(block) } } == [])
    }

    @Test("The mistake in the tutorial is one in its own spec")
    func mistake() throws {
        // given
        let tutorial = try #require(Article.all.first { $0.path.hasSuffix("/GettingStarted.md") })
        let file = Repository.tests + "/NetTaskSpecTests/Fixtures/Bad/posts.nettask.yaml"

        // when
        let spec = try #require(tutorial.blocks.first { $0.fileName == "Sources/App/posts.nettask.yaml" })

        // then
        #expect(Repository.text(of: file) == spec.text.replacing("baseURL", with: "baseUrl"))
    }

    @Test("All blocks are in languages that are checked", arguments: Article.all)
    func languages(article: Article) {
        #expect(article.blocks.map(\.language).filter { !Self.languages.contains($0) } == [])
    }

    @Test("No command begins with a variable of the environment", arguments: Article.all)
    func commands(article: Article) {
        let commands = article.blocks.filter { ["sh", "console"].contains($0.language) }.map(\.text)
        #expect(commands.filter { $0.starts(with: /(export )?[A-Z_]+=/) } == [])
    }

    @Test("Each snippet is shown in one article", arguments: Snippet.all)
    func snippets(snippet: Snippet) {
        #expect(Article.all.filter { $0.blocks("swift").contains(snippet.text) }.count == 1)
    }

    @Test("Each spec is shown in one article", arguments: specFiles)
    func specs(spec: String) {
        #expect(Article.all.filter { $0.blocks("yaml").contains(spec) }.count == 1)
    }

    @Test("There are articles to compare")
    func some() {
        #expect(Article.all.count > 20)
        #expect(Snippet.all.count > 50)
        #expect(Self.specFiles.count > 4)
    }
}
