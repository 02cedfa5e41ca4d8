import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Snippets: pages")
struct PagesSnippets {
    private let transport = HTTPMockTransport { request in
        let isList = request.head.path?.hasPrefix("/posts") == true
        let posts = #"[{"id": \#(request.number), "title": "t"}]"#
        if !isList { return .json(#"{"data": \#(posts), "paging": {}}"#) }
        var headers = HTTPFields()
        if let name = HTTPField.Name("Link") { headers[name] = "</posts?page=2>; rel=\"next\"" }
        return .json(posts, headers: request.number % 2 == 1 ? headers : HTTPFields())
    }

    private var queue: HTTPNetTaskQueue { HTTPNetTaskQueue(transport: transport) }

    private func show(_ posts: [Blog.Post]) {}

    @Test("items")
    func items() async throws {
        // snippet: items
        for try await post in queue.items(Blog.ListPosts()) {
            print(post.title)
        }
        // end
        #expect(transport.requests.count == 2)
    }

    @Test("pages")
    func pages() async throws {
        // snippet: pages
        for try await page in queue.pages(Blog.Search(text: "swift"), limit: 40) {
            show(page.items)
        }
        // end
        #expect(transport.requests.count == 1)
    }

    @Test("continuing later")
    func later() async throws {
        // snippet: later
        let page = try await queue.run(HTTPPageTask(Blog.ListPosts()))
        show(page.items)

        if let next = page.next {
            for try await post in queue.items(next) { print(post.title) }
        }
        // end
        #expect(transport.requests.count == 2)
    }
}
