import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Testing

@testable import NetTaskTesting

struct Chunk: JSONReadable, Hashable, Sendable {
    var text: String

    init(text: String) { self.text = text }

    init(from object: inout JSONReader) throws {
        text = try object.read("text")
    }
}

struct Chat: HTTPStreamTask {
    typealias Response = [Chunk]
    typealias Element = Chunk
    typealias Failure = String

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("Chat", .get, "chat")
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 1, interval: .seconds(1))
        endpoint.settings.timeout = .seconds(5)
        return endpoint
    }

    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events, until: "[DONE]", idle: .seconds(30)) }

    static func failure(in reply: HTTPReply) throws -> String? { try reply.text() }
}

/// Without an end of its own.
struct Feed: HTTPStreamTask {
    typealias Response = [Chunk]
    typealias Element = Chunk

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("Feed", .get, "feed")
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 1, interval: .seconds(1))
        return endpoint
    }

    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events) }
}

struct Log: HTTPStreamTask {
    typealias Response = [Int]
    typealias Element = Int

    static var endpoint: HTTPEndpoint { HTTPEndpoint("Log", .get, "log") }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.lines) }
}

func data(_ texts: String...) -> String {
    texts.map { "data: {\"text\": \"\($0)\"}\n\n" }.joined()
}

let done = "data: [DONE]\n\n"

/// A queue over a mock.
func queue(
    clock: TestClock = TestClock(),
    limit: Int = 0,
    _ answer: @escaping HTTPMockTransport.Answer
) -> (queue: HTTPNetTaskQueue, transport: HTTPMockTransport) {
    let transport = HTTPMockTransport(answer)
    let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1", limit: limit) {
        $0.clock = clock
    }
    return (queue, transport)
}

extension HTTPStreamElements {
    /// All there are, and what it ended with.
    func collect() async -> (elements: [T.Element], error: NetTaskError<T.Failure>?) {
        var elements: [T.Element] = []
        do {
            for try await element in self { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error as? NetTaskError<T.Failure>)
        }
    }
}

@Suite("A stream")
struct StreamTests {
    @Test("delivers its elements, and ends at its end marker")
    func elements() async throws {
        let (queue, transport) = queue { _ in .events([data("a"), data("b", "c"), done, data("d")], end: .silence) }
        let (chunks, error) = await queue.stream(Chat()).collect()
        #expect(chunks.map(\.text) == ["a", "b", "c"])
        #expect(error == nil)
        #expect(transport.requests[0].values(of: "Accept") == ["text/event-stream"])
        try await transport.waitForActiveRequests(atMost: 0)
    }

    @Test("delivers an element before the next one arrives")
    func oneByOne() async throws {
        let pace = HTTPPace()
        let (queue, _) = queue { _ in .events([data("a"), data("b"), done], pace: pace) }
        var iterator = queue.stream(Chat()).makeAsyncIterator()
        pace.release(1)
        #expect(try await iterator.next()?.text == "a")
        pace.release(1)
        #expect(try await iterator.next()?.text == "b")
        pace.release(1)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test("of a handle delivers its elements, and the task its head")
    func handle() async throws {
        let (queue, _) = queue { _ in .events([data("a"), done]) }
        let handle = queue.add(HTTPStream(Chat()), .tag("chat"))
        let (chunks, _) = await handle.elements.collect()
        #expect(chunks.map(\.text) == ["a"])
        let head = try await handle.value
        #expect(head.headers[.contentType] == "text/event-stream")
        #expect(head.body.isEmpty)
    }

    @Test("is an array if the task is run")
    func run() async throws {
        let (queue, _) = queue { _ in .events([data("a"), data("b"), done]) }
        #expect(try await queue.run(Chat()).map(\.text) == ["a", "b"])
    }

    @Test("throws the typed error of a status before the first element, and after the retries")
    func statusError() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock) { _ in .status(.serviceUnavailable, "busy") }
        async let outcome = queue.stream(Chat()).collect()
        try await clock.advance(by: .seconds(1))
        let (chunks, error) = await outcome
        #expect(chunks.isEmpty)
        guard case .status(let status, "busy"?)? = error else {
            Issue.record("it ended with \(String(describing: error))")
            return
        }
        #expect(status.code == 503)
        #expect(transport.requests.count == 2)
    }

    @Test("that breaks off is an error after its elements, and not sent again")
    func lost() async throws {
        let (queue, transport) = queue { _ in .events([data("a")], end: .lost) }
        let (chunks, error) = await queue.stream(Chat()).collect()
        #expect(chunks.map(\.text) == ["a"])
        #expect((error?.underlying as? TransportError)?.kind == .connectionLost)
        #expect(transport.requests.count == 1)
    }

    @Test("without its end marker is a lost connection")
    func missingEnd() async throws {
        let (queue, _) = queue { _ in .events([data("a")]) }
        let (chunks, error) = await queue.stream(Chat()).collect()
        #expect(chunks.map(\.text) == ["a"])
        let lost = try #require(error?.underlying as? TransportError)
        #expect(lost.kind == .connectionLost)
        #expect(lost.reason.contains("[DONE]"))
    }

    @Test("ends with the place of an unreadable element, like the task")
    func badElement() async throws {
        let (queue, transport) = queue { _ in .events([data("a"), "data: {\n\n", data("c")], end: .silence) }
        let handle = queue.add(HTTPStream(Chat()))
        let (chunks, error) = await handle.elements.collect()
        #expect(chunks.map(\.text) == ["a"])
        let unread = try #require(error?.underlying as? ParseError)
        #expect(unread.reason.hasPrefix("element 2 of the stream: "))
        #expect(unread.status == 200)
        #expect(handle.status.phase == .failed)
        try await transport.waitForActiveRequests(atMost: 0)
    }

    @Test("of another content type is an error before the first element")
    func wrongType() async throws {
        let (queue, _) = queue { _ in .json(#"{"error": "no"}"#, headers: [.contentType: "application/json"]) }
        let (chunks, error) = await queue.stream(Chat()).collect()
        #expect(chunks.isEmpty)
        #expect((error?.underlying as? ParseError)?.reason.contains("application/json") == true)
    }

    @Test("of the status 204 has no elements")
    func noContent() async throws {
        let (queue, _) = queue { _ in .status(.noContent) }
        let (chunks, error) = await queue.stream(Chat()).collect()
        #expect(chunks.isEmpty)
        #expect(error == nil)
    }

    @Test("of lines delivers each line, even the last one without an end")
    func lines() async throws {
        let (queue, transport) = queue { _ in .lines(["1\n2", "2\r\n", "3"]) }
        let (numbers, error) = await queue.stream(Log()).collect()
        #expect(numbers == [1, 22, 3])
        #expect(error == nil)
        #expect(transport.requests[0].values(of: "Accept")[0].contains("application/x-ndjson"))
    }

    @Test("of a handler without streams is read as a whole")
    func mock() async throws {
        let mock = HTTPMockHandler()
        mock.on(HTTPStream<Chat>.self) { _, _ in HTTPReply(status: .ok, body: Data((data("a", "b") + done).utf8)) }
        let (chunks, error) = await HTTPNetTaskQueue(handler: mock).stream(Chat()).collect()
        #expect(chunks.map(\.text) == ["a", "b"])
        #expect(error == nil)
    }

    @Test("is for one reader; reading the same value again is an error")
    func twice() async throws {
        let (queue, _) = queue { _ in .events([data("a"), done]) }
        let stream = HTTPStream(Chat())
        _ = await queue.add(stream).elements.collect()
        let error = await #expect(throws: NetTaskError<String>.self) { try await queue.add(stream).value }
        #expect((error?.underlying as? ParseError)?.reason.contains("HTTPStream for each") == true)
    }
}
