import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskMocks
import Testing

/// Keys, rates, operations, streams and pages, as the spec says.
@Suite struct MockDeliveryTests {
    @Test func repeatedKeyGetsTheFirstReply() throws {
        // Given an endpoint with an idempotency key.
        let shop = try mock(
            """
            nettask: 1
            client: Shop
            defaults: {encoding: json}
            shapes: {Order: {fields: {id: Int, item: String}}}
            endpoints:
              CreateOrder:
                method: POST
                uri: orders
                idempotencyKey: Idempotency-Key
                params: {item: String}
                response: Order
              GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
            """
        )
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        // When the same key is sent twice.
        let first = shop.send("POST", "/orders", ["item": "book"], headers: [key: "a"])
        let second = shop.send("POST", "/orders", ["item": "book"], headers: [key: "a"])
        let other = shop.send("POST", "/orders", ["item": "book"], headers: [key: "b"])
        // Then only one order was created for it.
        #expect(second.text == first.text)
        #expect(try other.json["id"] != first.json["id"])
    }

    @Test func simultaneousRequestsWithOneKeyDoTheWorkOnce() async throws {
        // Given an endpoint with an idempotency key.
        let shop = try mock(
            """
            nettask: 1
            client: Shop
            defaults: {encoding: json}
            shapes: {Order: {fields: {id: Int, item: String}}}
            endpoints:
              CreateOrder:
                method: POST
                uri: orders
                idempotencyKey: Idempotency-Key
                params: {item: String}
                response: Order
              GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
            """
        )
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        // When requests with one key arrive at the same time, and reading each takes a while.
        let item = JSONValue.string(String(repeating: "book ", count: 50_000))
        let texts = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { shop.send("POST", "/orders", ["item": item], headers: [key: "a"]).text }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        // Then all have one reply.
        #expect(texts.count == 1)
    }

    @Test func rateIsLimited() throws {
        // Given a rate of two requests in ten seconds.
        let time = Clock()
        let options = MockOptions(limit: MockRate(limit: 2, seconds: 10), now: { time.now })
        let shop = try mock("nettask: 1\nclient: Shop\nendpoints: {Ping: {uri: ping, response: String}}\n", options)
        #expect((0..<3).map { _ in shop.get("/ping").status } == [200, 200, 429])
        // Then the third request is refused until the window ends.
        let refused = shop.get("/ping")
        #expect(refused.headers[.retryAfter] == "10")
        let name = try #require(HTTPField.Name("RateLimit"))
        #expect(refused.headers[name] == "\"default\";r=0;t=10")
        time.advance(10)
        #expect(shop.get("/ping").status == 200)
    }

    private static let exports = """
        nettask: 1
        client: Exports
        defaults: {encoding: json}
        shapes:
          Job: {fields: {id: String, state: State}}
          State: {enum: [queued, running, ready, broken]}
        endpoints:
          StartExport:
            method: POST
            uri: exports
            response: {202: Job}
            longRunning: {poll: GetJob, done: {state: [ready]}, failed: {state: [broken]}}
          GetJob: {uri: "jobs/{id}", params: {id: String}, response: Job}
        """

    @Test func operationEndsAfterItsTime() throws {
        // Given an operation that takes three seconds.
        let time = Clock()
        let mock = try mock(Self.exports, MockOptions(operationTime: .seconds(3), now: { time.now }))
        let started = mock.send("POST", "/exports", [:])
        #expect(started.status == 202)
        let id = try #require(try started.json["id"]?.stringValue)
        // When it is polled before and after its end.
        let before = try mock.get("/jobs/\(id)").json["state"]?.stringValue
        time.advance(3)
        let after = try mock.get("/jobs/\(id)").json
        // Then it is done only after.
        #expect(before == "queued")
        #expect(after["state"] == "ready")
        #expect(after["id"]?.stringValue == id)
    }

    @Test func firstReplyHasOnlyItsOwnMembers() throws {
        // Given a first reply without the member that states the end.
        let spec = Self.exports.replacing("response: {202: Job}", with: "response: {202: Ticket}")
            .replacing("  State: {enum", with: "  Ticket: {fields: {id: String}}\n  State: {enum")
        let started = try mock(spec).send("POST", "/exports", [:])
        #expect(try started.json.objectValue?.keys.sorted() == ["id"])
    }

    @Test func eventsEndAsTheSpecSays() throws {
        let chat = try mock(
            """
            nettask: 1
            client: Assistant
            shapes: {Chunk: {fields: {text: String}}}
            endpoints:
              Chat: {uri: chat, response: {events: Chunk, until: "[DONE]"}}
            """
        )
        let answer = chat.get("/chat")
        #expect(answer.headers[.contentType] == "text/event-stream")
        guard case .parts(let parts, let interval) = answer.body else {
            Issue.record("the body is not a stream")
            return
        }
        #expect(interval == .milliseconds(200))
        #expect(parts.count == 4)
        #expect(parts.allSatisfy { $0.starts(with: Data("data: ".utf8)) })
        #expect(parts.last == Data("data: [DONE]\n\n".utf8))
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int.max])
    func anyPageCanBeRequested(page: Int) throws {
        let mock = try mock(
            """
            nettask: 1
            client: Shop
            shapes: {Order: {fields: {id: Int}}}
            endpoints:
              ListOrders:
                uri: orders
                params: {page: Int?, size: Int?}
                response: [Order]
                pages: {page: page, limit: size}
              GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
            """
        )
        let answer = mock.get("/orders?page=\(page)&size=2")
        #expect(answer.status == 200)
        #expect(try answer.json.arrayValue?.count == (page == .max ? 0 : 2))
    }

    @Test(
        arguments: [
            "{page: page, limit: size}", "{offset: skip, limit: size}", "{cursor: after, next: next, items: data}",
            "{next: Link}",
        ]
    )
    func pagesContainEachItemOnce(form: String) throws {
        let isWrapped = form.contains("cursor")
        let mock = try mock(
            """
            nettask: 1
            client: Shop
            shapes:
              Order: {fields: {id: Int}}
              Page: {fields: {data: [Order], next: String?}}
            endpoints:
              ListOrders:
                uri: orders
                params: {page: Int?, size: Int?, skip: Int?, after: String?}
                response: \(isWrapped ? "Page" : "[Order]")
                pages: \(form)
              GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
            """
        )
        // When all pages of two items are read.
        var ids: [Int] = []
        var target: String? = "/orders?size=2"
        for number in 1... {
            guard let current = target, number < 10 else { break }
            let answer = mock.get(current)
            let json = try answer.json
            let items = (isWrapped ? json["data"] : json)?.arrayValue ?? []
            ids += items.compactMap { $0["id"]?.intValue }
            switch form.prefix(4) {
            case "{pag": target = items.count < 2 ? nil : "/orders?size=2&page=\(number + 1)"
            case "{off": target = items.count < 2 ? nil : "/orders?size=2&skip=\(ids.count)"
            case "{cur": target = json["next"]?.stringValue.map { "/orders?size=2&after=\($0)" }
            default:
                let link = HTTPField.Name("Link").flatMap { answer.headers[$0] }
                target = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
            }
        }
        // Then each of the five items was on one page.
        #expect(ids == [1, 2, 3, 4, 5])
    }
}

/// A clock that tests advance.
private final class Clock: Sendable {
    private let time = Watch()

    var now: Date { time.value }

    func advance(_ seconds: Double) { time.value += seconds }

    /// Unchecked: tests use it on one thread.
    private final class Watch: @unchecked Sendable {
        var value = Date(timeIntervalSince1970: 1_700_000_000)
    }
}
