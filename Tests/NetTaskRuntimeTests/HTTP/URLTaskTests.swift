import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Requests to any URL", .timeLimit(.minutes(5)))
struct URLTaskTests {
    @Test("A request has the given method, URL, headers and body, and its response is the reply")
    func request() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(201, "made") }
        let queue = HTTPNetTaskQueue(transport: transport)
        let task = URLTask(
            "https://example.com/albums?x=1",
            method: .post,
            headers: [.contentType: "application/json"],
            body: .data(Data("{}".utf8))
        )
        // when
        let reply = try await queue.run(task)
        // then
        #expect(reply.status == .created)
        #expect(try reply.text() == "made")
        let sent = try #require(transport.requests.first)
        #expect(sent.head.method == .post)
        #expect(sent.head.path == "/albums?x=1")
        #expect(sent.head.authority == "example.com")
        #expect(sent.head.headerFields[.contentType] == "application/json")
        #expect(sent.body == Data("{}".utf8))
    }

    @Test("A relative URL is resolved against the queue's base URL")
    func relative() async throws {
        let transport = HTTPMockTransport { _ in .status(200) }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "https://example.com/v1")
        _ = try await queue.run(URLTask("photos/1.jpg"))
        #expect(transport.requests.map(\.head.path) == ["/v1/photos/1.jpg"])
    }

    @Test("A status outside 200 to 299 is an error with the reply")
    func status() async throws {
        let transport = HTTPMockTransport { _ in .status(404, "none") }
        let queue = HTTPNetTaskQueue(transport: transport)
        let result = await queue.add(URLTask("https://example.com/x")).result
        guard case .failure(.status(.notFound(let reply), nil)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try reply.text() == "none")
    }

    @Test(
        "An idempotent request is retried after a lost connection, and another one only with the policy `all`",
        arguments: [
            (HTTPRequest.Method.get, RetryPolicy.Condition.transient, 2), (.put, .transient, 2), (.post, .transient, 1),
            (.post, .all, 2),
        ]
    )
    func retry(method: HTTPRequest.Method, when condition: RetryPolicy.Condition, attempts: Int) async throws {
        let transport = HTTPMockTransport { _ in throw TransportError(.connectionLost, reason: "lost") }
        let queue = HTTPNetTaskQueue(transport: transport)
        let policy = RetryPolicy(maxRetryCount: 1, interval: .zero, when: condition)
        _ = await queue.add(URLTask("https://example.com/x", method: method), .retry(policy)).result
        #expect(transport.requests.count == attempts)
    }

    @Test("Equal requests are the same task, others are not")
    func duplicates() async throws {
        let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(200) }, duplicates: .rejectNew)
        queue.suspend()
        let first = queue.add(URLTask("https://example.com/1"))
        let other = queue.add(URLTask("https://example.com/2"))
        let second = queue.add(URLTask("https://example.com/1"))
        #expect(second.status.phase == .cancelled)
        queue.resume()
        #expect(try await first.value.code == 200)
        #expect(try await other.value.code == 200)
    }
}

@Suite("A handler without its own disposition", .timeLimit(.minutes(5)))
struct DefaultDispositionTests {
    private struct Trouble: Error {}

    private struct Handler: NetTaskQueueHandler {
        func send(_ request: HTTPMessage, context: NetTaskContext) async throws -> HTTPReply {
            throw Trouble()
        }
    }

    private func disposition(of error: any Error) -> RetryDisposition {
        Handler().disposition(of: error, context: NetTaskContext(name: "T"))
    }

    @Test("The disposition of an error is used")
    func known() {
        #expect(disposition(of: TransportError(.cannotConnect, reason: "")) == .unsent)
        #expect(disposition(of: TransportError(.connectionLost, reason: "")) == .transient)
        #expect(disposition(of: TransportError(.invalidRequest, reason: "")) == .never)
        #expect(disposition(of: PackError(task: "", parameter: "", reason: "")) == .never)
        #expect(disposition(of: CancellationError()) == .never)
        #expect(disposition(of: StatusError(reply: HTTPReply(status: .notFound))) == .final)
        let slow = StatusError(reply: HTTPReply(status: .tooManyRequests, headers: [.retryAfter: "7"]))
        #expect(disposition(of: slow) == .throttled(after: .seconds(7)))
    }

    @Test("Other errors are transient, although HTTP's handler treats them as permanent")
    func unknown() {
        #expect(disposition(of: Trouble()) == .transient)
        #expect(HTTPNetTaskQueueHandler().disposition(of: Trouble(), context: NetTaskContext(name: "T")) == .final)
    }
}
