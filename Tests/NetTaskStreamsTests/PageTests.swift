import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Testing

@testable import NetTaskTesting

/// A list by cursor, as the generator writes it.
private struct ListPosts: HTTPPagedTask {
    struct Response: JSONReadable, Sendable {
        var data: [Int]
        var next: String?

        init(from object: inout JSONReader) throws {
            data = try object.read("data")
            next = try object.read("next")
        }
    }

    var after: String?

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("ListPosts", .get, "posts")
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 1, interval: .zero)
        return endpoint
    }

    func pack(into packer: inout ParameterPacker) { packer.add("after", after) }

    static func items(in response: Response) -> [Int] { response.data }

    func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<ListPosts>? {
        guard let cursor = response.next else { return nil }
        var next = self
        next.after = cursor
        return HTTPPageTask(next, cursor: cursor)
    }
}

/// A list by the header `Link`.
private struct ListNumbers: HTTPPagedTask, Codable, Hashable {
    typealias Response = [Int]

    var key: String?
    var size: Int?

    static var endpoint: HTTPEndpoint { HTTPEndpoint("ListNumbers", .get, "numbers") }

    func pack(into packer: inout ParameterPacker) {
        if let key { packer.add("key", packer.keepSecret(key)) }
        packer.add("X-Kind", "odd", in: .header)
        packer.add("size", size)
    }

    static func items(in response: [Int]) -> [Int] { response }

    func nextPage(after response: [Int], of reply: HTTPReply) -> HTTPPageTask<ListNumbers>? {
        HTTPPageTask(self, linkOf: reply)
    }
}

/// A list at a URL that a server gave.
private struct ListElsewhere: HTTPPagedTask {
    typealias Response = [Int]

    var location: URL

    var uri: String { location.absoluteString }

    func pack(into packer: inout ParameterPacker) { packer.follow(location) }

    static func items(in response: [Int]) -> [Int] { response }

    func nextPage(after response: [Int], of reply: HTTPReply) -> HTTPPageTask<ListElsewhere>? {
        HTTPPageTask(self, linkOf: reply)
    }
}

/// A list with a secret in its path.
private struct ListUpdates: HTTPPagedTask {
    typealias Response = [Int]

    var token: String

    static var endpoint: HTTPEndpoint { HTTPEndpoint("ListUpdates", .get, "bot{token}/updates") }

    var uri: String { "bot\(PathSegment(token))/updates" }

    func pack(into packer: inout ParameterPacker) { packer.keepSecret(token) }

    static func items(in response: [Int]) -> [Int] { response }

    func nextPage(after response: [Int], of reply: HTTPReply) -> HTTPPageTask<ListUpdates>? {
        HTTPPageTask(self, linkOf: reply)
    }
}

/// Answers with the pages, in their order, by the cursors 1, 2 and so on.
private func answer(pages: [[Int]]) -> HTTPMockTransport.Answer {
    { request in
        let cursor = request.head.path?.split(separator: "=").dropFirst().first.flatMap { Int($0) } ?? 0
        let next = cursor + 1 < pages.count ? #", "next": "\#(cursor + 1)""# : ""
        return .json("{\"data\": \(pages[cursor])\(next)}")
    }
}

private func link(_ target: String, _ body: String = "[1]") -> HTTPAnswer {
    .json(body, headers: [HTTPField.Name("Link")!: "<\(target)>; rel=\"next\""])
}

extension AsyncSequence {
    fileprivate func collect() async -> (elements: [Element], error: (any Error)?) {
        var elements: [Element] = []
        do {
            for try await element in self { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }
}

extension HTTPMockTransport {
    fileprivate var paths: [String?] { requests.map(\.head.path) }
}

@Suite("Pages by a cursor")
struct CursorPageTests {
    @Test("are read item by item, even after a page without items")
    func items() async {
        let (queue, transport) = queue(answer(pages: [[1, 2], [], [3]]))
        let (items, error) = await queue.items(ListPosts()).collect()
        #expect(items == [1, 2, 3])
        #expect(error == nil)
        #expect(transport.paths == ["/posts", "/posts?after=1", "/posts?after=2"])
    }

    @Test("are read page by page, and each has the next task")
    func pages() async {
        let (queue, _) = queue(answer(pages: [[1, 2], [3]]))
        let (pages, _) = await queue.pages(ListPosts()).collect()
        #expect(pages.map(\.items) == [[1, 2], [3]])
        #expect(pages.map { $0.next?.base.after } == ["1", nil])
        #expect(pages.map(\.reply.code) == [200, 200])
    }

    @Test("`limit` counts the requested items, and no more pages are fetched", arguments: [false, true])
    func limit(prefetch: Bool) async {
        let (queue, transport) = queue(answer(pages: [[1, 2], [3, 4], [5]]))
        #expect(await queue.pages(ListPosts(), limit: 2, prefetch: prefetch).collect().elements.count == 2)
        #expect(transport.requests.count == 2)
        #expect(await queue.items(ListPosts(), limit: 2, prefetch: prefetch).collect().elements == [1, 2])
        #expect(transport.requests.count == 3)
        #expect(await queue.items(ListPosts(), limit: 0, prefetch: prefetch).collect().elements == [])
        #expect(transport.requests.count == 3)
    }

    @Test("the next page can be stored, and continued with")
    func kept() async throws {
        let (queue, transport) = queue(answer(pages: [[1, 2], [3], [4]]))
        let page = try await queue.run(HTTPPageTask(ListPosts()))
        let next = try #require(page.next)
        #expect(transport.requests.count == 1)
        #expect(await queue.items(next).collect().elements == [3, 4])
        #expect(try await queue.run(next).items == [3])
    }

    @Test("one page is fetched ahead, only on request")
    func prefetch() async throws {
        let (queue, transport) = queue(answer(pages: [[1], [2], [3]]))
        var plain = queue.pages(ListPosts()).makeAsyncIterator()
        _ = try await plain.next()
        await queue.drain()
        #expect(transport.requests.count == 1)
        var ahead = queue.pages(ListPosts(), prefetch: true).makeAsyncIterator()
        _ = try await ahead.next()
        await queue.drain()
        #expect(transport.requests.count == 3)
        #expect(try await ahead.next()?.items == [2])
    }

    @Test("leaving the loop cancels the page that is fetched ahead")
    func leaving() async throws {
        let (queue, transport) = queue { request in
            if request.number == 2 { try await HTTPPace().next() }
            return .json(#"{"data": [1], "next": "1"}"#)
        }
        for try await _ in queue.pages(ListPosts(), prefetch: true) {
            try await transport.waitForRequests(2)
            break
        }
        await queue.drain()
        #expect(queue.count == 0)
    }

    @Test("cancelling the loop's Swift task cancels the running page")
    func cancelling() async throws {
        let (queue, transport) = queue { _ in
            try await HTTPPace().next()
            return .status(200)
        }
        let loop = Task { await queue.items(ListPosts()).collect().error }
        try await transport.waitForRequests(1)
        loop.cancel()
        let error = await loop.value as? NetTaskError<Never>
        guard case .cancelled = error else { return #expect(Bool(false), "\(String(describing: error))") }
        await queue.drain()
    }

    @Test("end with an error if a cursor is repeated")
    func repeated() async {
        let (queue, transport) = queue { request in
            .json(#"{"data": [1], "next": "\#(request.number % 2)"}"#)
        }
        let (items, error) = await queue.items(ListPosts(), prefetch: true).collect()
        #expect(items == [1, 1, 1])
        guard case .other(let error as HTTPPageError) = error as? NetTaskError<Never> else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(error == .repeated("1"))
        #expect("\(error)" == "The list never ends: the server sent the same next page twice: \"1\"")
        #expect(transport.requests.count == 3)
    }

    @Test("each page has its own retries")
    func retries() async {
        let (queue, transport) = queue { request in
            request.number % 2 == 1 ? .status(503) : try await answer(pages: [[1], [2]])(request)
        }
        let (items, error) = await queue.items(ListPosts()).collect()
        #expect(items == [1, 2])
        #expect(error == nil)
        #expect(transport.requests.count == 4)
    }

    @Test("an error comes after the items before it, and ends the list")
    func failure() async throws {
        let (queue, _) = queue { request in
            request.head.path == "/posts" ? .json(#"{"data": [1], "next": "1"}"#) : .status(404)
        }
        var iterator = queue.items(ListPosts()).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: NetTaskError<Never>.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }
}

@Suite("Pages by a URL")
struct LinkPageTests {
    @Test("the URL replaces uri and query, and headers are kept")
    func links() async {
        let (queue, transport) = queue { request in
            switch request.number {
            case 1: link("http://127.0.0.1/elsewhere?page=2&key=k%20e")
            case 2: link("?page=3", "[2]")
            default: .json("[3]")
            }
        }
        let (items, error) = await queue.items(ListNumbers(key: "k e", size: 1)).collect()
        #expect(items == [1, 2, 3])
        #expect(error == nil)
        #expect(transport.paths == ["/numbers?key=k%20e&size=1", "/elsewhere?page=2&key=k%20e", "/elsewhere?page=3"])
        #expect(transport.requests.map { $0.values(of: "X-Kind") } == [["odd"], ["odd"], ["odd"]])
    }

    @Test("a key in the query is not sent twice, and not shown")
    func credentials() async {
        let transport = HTTPMockTransport { request in
            request.number == 1 ? link("http://127.0.0.1/numbers?page=2&api_key=s3cret") : .status(404)
        }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1") {
            $0.middleware = [APIKeyCredentials("s3cret", in: .query, name: "api_key")]
        }
        let (pages, error) = await queue.pages(ListNumbers()).collect()
        #expect(transport.paths == ["/numbers?api_key=s3cret", "/numbers?page=2&api_key=s3cret"])
        #expect(pages.map { $0.next?.cursor } == ["http://127.0.0.1/numbers?page=2&api_key=<secret>"])
        #expect("\(pages)".contains("s3cret") == false)
        #expect("\(String(describing: error))".contains("s3cret") == false)
        #expect("\(String(describing: error))".contains("page=2&api_key=<secret>"))
    }

    @Test(
        "a URL of another origin is not followed",
        arguments: ["https://127.0.0.1/numbers", "//evil.test/", "http://127.0.0.1:81"]
    )
    func otherOrigin(url: String) async {
        let (queue, transport) = queue { _ in link(url) }
        let (items, error) = await queue.items(ListNumbers()).collect()
        #expect(items == [1])
        guard case .transport(let error) = error as? NetTaskError<Never> else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(error.kind == .invalidRequest)
        #expect(error.reason.hasSuffix("instead of http://127.0.0.1"))
        #expect(transport.requests.count == 1)
    }

    @Test("the task of a page is a value that can be stored")
    func stored() async throws {
        let (queue, transport) = queue { request in request.number == 1 ? link("/numbers?page=2") : .json("[2]") }
        let page = try await queue.run(HTTPPageTask(ListNumbers(size: 3)))
        let next = try #require(page.next)
        let data = try JSONEncoder().encode(next)
        let restored = try JSONDecoder().decode(HTTPPageTask<ListNumbers>.self, from: data)
        #expect(restored == next)
        #expect(try await queue.run(restored).items == [2])
        #expect(transport.paths.last == "/numbers?page=2")
    }

    @Test("a repeated URL ends the list with an error")
    func repeated() async {
        let (queue, transport) = queue { _ in link("/numbers") }
        let (items, error) = await queue.items(ListNumbers()).collect()
        #expect(items == [1, 1])
        #expect(error != nil)
        #expect(transport.requests.count == 2)
    }

    @Test("a list at another origin continues only there, without credentials")
    func elsewhere() async throws {
        let transport = HTTPMockTransport { request in
            request.number == 1 ? link("/b?page=2") : link("http://127.0.0.1/c", "[2]")
        }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1") {
            $0.middleware = [APIKeyCredentials("s3cret")]
        }
        let location = try #require(URL(string: "https://other.test/a"))
        let (items, error) = await queue.items(ListElsewhere(location: location)).collect()
        #expect(items == [1, 2])
        #expect("\(String(describing: error))".contains("leads to http://127.0.0.1 instead of https://other.test"))
        #expect(
            transport.requests.map { "\($0.head.authority ?? "")\($0.head.path ?? "")" } == [
                "other.test/a", "other.test/b?page=2",
            ]
        )
        #expect(transport.requests.map { $0.values(of: "X-API-Key") } == [[], []])
    }

    @Test("a secret in the path is kept there, and not in the URL")
    func secretInPath() async throws {
        let (queue, transport) = queue { request in request.number == 1 ? link("?page=2") : .json("[2]") }
        let page = try await queue.run(HTTPPageTask(ListUpdates(token: "hunter2")))
        let next = try #require(page.next)
        #expect(next.url == "?page=2")
        #expect(try await queue.run(next).items == [2])
        #expect(transport.paths == ["/bothunter2/updates", "/bothunter2/updates?page=2"])
    }
}
