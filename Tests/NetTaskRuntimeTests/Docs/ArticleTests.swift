import Testing

@Suite("The articles")
struct ArticleTests {
    @Test("Each block of Swift is code that is compiled by a test", arguments: Article.all)
    func blocks(article: Article) {
        // given
        let snippets = Snippet.all.map(\.text)
        // when
        let strangers = article.blocks("swift").filter { !snippets.contains($0) }
        // then
        #expect(strangers == [])
    }

    @Test("No block is of another language, so that none goes unchecked", arguments: Article.all)
    func languages(article: Article) {
        let fences = Set(article.text.split(separator: "\n").filter { $0.contains("```") })
        #expect(fences.subtracting(["```swift", "```yaml", "```"]) == [])
    }

    @Test("Each snippet is shown in one article", arguments: Snippet.all)
    func snippets(snippet: Snippet) {
        let articles = Article.all.filter { $0.blocks("swift").contains(snippet.text) }
        #expect(articles.count == 1)
    }

    @Test("There is something to compare")
    func some() {
        #expect(Article.all.count > 5)
        #expect(Snippet.all.count > 20)
    }
}
