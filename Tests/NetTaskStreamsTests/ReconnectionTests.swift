import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskStreams

@Suite("A stream with ids")
struct ReconnectionTests {
    /// A queue over a real server.
    private func run(
        clock: TestClock = TestClock(),
        _ answer: @escaping HTTPLoopbackServer.Answer,
        configure: (inout HTTPConfiguration) -> Void = { _ in },
        _ body: (HTTPNetTaskQueue, HTTPLoopbackServer) async throws -> Void
    ) async throws {
        let server = try HTTPLoopbackServer(answer)
        let queue = HTTPNetTaskQueue(baseURL: server.baseURL) {
            $0.clock = clock
            configure(&$0)
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(queue, server))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }

    private func lastEventIDs(_ server: HTTPLoopbackServer) -> [[String]] {
        server.requests.map { $0.values(of: "Last-Event-ID") }
    }

    /// An event. Without the end of the stream behind it, the connection counts as lost.
    private func event(_ number: Int, isLast: Bool = false, end: HTTPAnswer.StreamEnd = .complete) -> HTTPAnswer {
        .events(["id: \(number)\n" + data("\(number)") + (isLast ? done : "")], end: end)
    }

    private func retries(_ count: Int) -> NetTaskOption { .retry(RetryPolicy(maxRetryCount: count, interval: .zero)) }

    @Test("continues after a deploy, in which the connection is lost and the server is unavailable")
    func deploy() async throws {
        try await run { request in
            switch request.number {
            case 1: event(1)
            case 2, 3, 5, 6: .status(.serviceUnavailable)
            case 4: event(2)
            default: event(3, isLast: true)
            }
        } _: { queue, server in
            let (chunks, error) = await queue.stream(Updates(), retries(3)).collect()
            #expect(chunks.map(\.text) == ["1", "2", "3"])
            #expect(error == nil)
            #expect(lastEventIDs(server) == [[], ["1"], ["1"], ["1"], ["2"], ["2"], ["2"]])
        }
    }

    @Test("continues after a time without bytes")
    func idle() async throws {
        let clock = TestClock()
        try await run(clock: clock) { request in
            request.number == 1 ? event(1, end: .silence) : event(2, isLast: true)
        } _: { queue, server in
            var iterator = queue.stream(Updates(), retries(1)).makeAsyncIterator()
            #expect(try await iterator.next()?.text == "1")
            try await clock.advance(by: .seconds(61))
            #expect(try await iterator.next()?.text == "2")
            #expect(try await iterator.next() == nil)
            #expect(lastEventIDs(server) == [[], ["1"]])
        }
    }

    @Test("ends with the latest error after the attempts without elements that `retry` allows")
    func givingUp() async throws {
        try await run { request in
            request.number == 1 ? event(1) : .status(.serviceUnavailable, "deploy \(request.number)")
        } _: { queue, server in
            let (chunks, error) = await queue.stream(Updates(), retries(2)).collect()
            #expect(chunks.map(\.text) == ["1"])
            let status = try #require(error?.underlying as? StatusError)
            #expect(status.code == 503)
            #expect(String(decoding: status.body, as: UTF8.self) == "deploy 3")
            #expect(server.requests.count == 3)
        }
    }

    @Test("ends at once if another attempt would fail as well", arguments: [401, 404, 410])
    func finalStatus(code: Int) async throws {
        try await run { request in
            request.number == 1 ? event(1) : .status(HTTPResponse.Status(code: code))
        } _: { queue, server in
            let (_, error) = await queue.stream(Updates(), retries(5)).collect()
            #expect((error?.underlying as? StatusError)?.code == code)
            #expect(server.requests.count == 2)
        }
    }

    @Test("ends at an unreadable element, which would be sent again")
    func badElement() async throws {
        try await run { _ in
            .events(["id: 1\n" + data("1") + "id: 2\ndata: {\n\n"], end: .silence)
        } _: { queue, server in
            let policy = RetryPolicy(maxRetryCount: 5, interval: .zero, when: .all)
            let (chunks, error) = await queue.stream(Updates(), .retry(policy)).collect()
            #expect(chunks.map(\.text) == ["1"])
            #expect(error?.underlying is ParseError)
            #expect(server.requests.count == 1)
        }
    }

    @Test("is not resumed if its task is not idempotent")
    func post() async throws {
        try await run { _ in
            event(1)
        } _: { queue, server in
            let (chunks, error) = await queue.stream(Ask(), retries(5)).collect()
            #expect(chunks.map(\.text) == ["1"])
            #expect((error?.underlying as? TransportError)?.kind == .connectionLost)
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "waits for the interval of `retry`, or longer if the server requires it",
        arguments: [("100", 1), ("2000", 2)]
    )
    func wait(stated: String, seconds: Int) async throws {
        let clock = TestClock()
        try await run(clock: clock) { request in
            request.number == 1
                ? .events(["retry: \(stated)\nid: 1\n" + data("1")]) : event(2, isLast: true)
        } _: { queue, _ in
            let policy = RetryPolicy(maxRetryCount: 1, interval: .seconds(1))
            let handle = queue.add(HTTPStream(Updates()), .retry(policy))
            var waits: [Duration?] = []
            for await event in handle.events {
                guard case .retrying(_, let wait, _, _) = event else { continue }
                waits.append(wait)
                try await clock.advance(by: .seconds(2))
            }
            #expect(waits == [.seconds(seconds)])
            #expect(handle.status.phase == .succeeded)
        }
    }

    @Test("returns its retries to the quota with each element")
    func quota() async throws {
        let quota = RetryQuota(capacity: 14)
        try await run { request in
            event(request.number, isLast: request.number == 5)
        } configure: {
            $0.retryQuota = quota
        } _: { queue, _ in
            let (chunks, error) = await queue.stream(Updates(), retries(1)).collect()
            #expect(chunks.map(\.text) == ["1", "2", "3", "4", "5"])
            #expect(error == nil)
            #expect(quota.available == 14)
        }
    }

    @Test("ignores elements of an ended attempt, because the next one sends them")
    func lateElement() throws {
        // given
        let feed = HTTPStream(Late()).feed
        try feed.begin(HTTPReply(status: .ok), limit: .max)

        // when
        try Late.$whileReading.withValue({ feed.endAttempt() }) {
            _ = try feed.receive(Data(("id: 1\n" + data("1")).utf8))
        }
        _ = try feed.receive(Data(("id: 2\n" + data("2")).utf8))

        // then
        #expect(feed.lastEventID == nil)
        #expect(feed.resumption.latestAttempt == 0)
    }
}

private struct Updates: HTTPStreamTask {
    typealias Response = [Chunk]
    typealias Element = Chunk

    static var endpoint: HTTPEndpoint { HTTPEndpoint("Updates", .get, "updates") }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events, until: "[DONE]") }
}

/// A POST.
private struct Ask: HTTPStreamTask {
    typealias Response = [Chunk]
    typealias Element = Chunk

    static var endpoint: HTTPEndpoint { HTTPEndpoint("Ask", .post, "ask") }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events, until: "[DONE]") }
}

/// Calls a closure while an element is read.
private struct Late: HTTPStreamTask {
    typealias Response = [Chunk]
    typealias Element = Chunk

    @TaskLocal static var whileReading: @Sendable () -> Void = {}

    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events) }
    static func element(of piece: HTTPStreamPiece) throws -> Chunk {
        whileReading()
        return try piece.json()
    }
}
