import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

/// Reads the limit from a header `Left`, such as `3 in 60`.
private struct LeftReader: HTTPRateLimitReader {
    func limit(in response: HTTPResponse, sentAt: Date) -> NetTaskLimit? {
        guard let words = HTTPField.Name("Left").flatMap({ response.headerFields[$0] })?.split(separator: " "),
            words.count == 3, let remaining = Int(words[0]), let reset = Int(words[2])
        else { return nil }
        return NetTaskLimit(remaining: remaining, reset: .seconds(reset))
    }
}

/// A task with a rate of its own.
private struct Search: HTTPNetTask {
    typealias Response = Void
    static var endpoint: HTTPEndpoint {
        let rate = NetTaskRate(limit: 2, per: .seconds(60))
        return HTTPEndpoint("Search", .get, "search", settings: NetTaskSettings(rate: rate))
    }
}

/// The same for a whole client.
private struct ClientSearch: HTTPNetTask {
    typealias Response = Void
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint("Archive.Search", .get, "search", settings: Search.endpoint.settings)
    }
}

/// A task whose rate has no span of time.
private struct Unlimited: HTTPNetTask {
    typealias Response = Void
    static var endpoint: HTTPEndpoint {
        let rate = NetTaskRate(limit: 1, per: .zero)
        return HTTPEndpoint("Unlimited", .get, "unlimited", settings: NetTaskSettings(rate: rate))
    }
}

/// Lets one caller through when it is opened.
private final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream<Void>.makeStream()

    func open() { continuation.finish() }
    func wait() async { for await _ in stream {} }
}

@Suite("A server's limits", .timeLimit(.minutes(5)))
struct RateLimitTests {
    private let clock = TestClock()
    private let events = Box<[NetTaskQueueEvent]>([])

    private func queue(
        _ transport: HTTPMockTransport,
        _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(
            transport: transport,
            baseURL: "http://one.test",
            limit: 1,
            observers: [ClosureObserver(events)]
        ) {
            $0.timeouts = .none
            $0.clock = clock
            $0.wallClock = { [clock] in clock.date }
            configure(&$0)
        }
    }

    private func answering(
        first code: Int,
        _ headers: HTTPFields,
        then answer: HTTPAnswer = .status(.ok)
    ) -> HTTPMockTransport {
        HTTPMockTransport { request in
            request.number == 1 ? .status(.init(code: code), headers: headers) : answer
        }
    }

    @Test(
        "B44: `Retry-After` holds the tasks of its host, even without retries; others continue",
        arguments: [429, 503]
    )
    func retryAfter(code: Int) async throws {
        // given
        let transport = answering(first: code, [.retryAfter: "60"])
        let queue = queue(transport)
        // when
        let first = queue.add(GetAnywhere(uri: "1"))
        let second = queue.add(GetAnywhere(uri: "2"))
        let other = queue.add(GetAnywhere(uri: "http://two.test/3"))
        _ = await first.result
        try await other.value
        let late = queue.add(GetAnywhere(uri: "4"))
        // then
        #expect(transport.requests.map(\.head.path) == ["/1", "/3"])
        try await clock.advance(to: .seconds(60))
        try await second.value
        try await late.value
        #expect(transport.requests.map(\.head.path) == ["/1", "/3", "/2", "/4"])
        #expect(
            events.value.compactMap { event in
                if case .held(let key, let wait) = event.kind { return "\(key ?? "") \(wait)" }
                return nil
            } == ["one.test 60.0 seconds"]
        )
    }

    @Test("A `Retry-After` with another status, or a malformed one, holds no task")
    func meaningless() async throws {
        for (code, value) in [(200, "60"), (301, "60"), (500, "60"), (429, "soon"), (429, "-1"), (503, "")] {
            // given
            let queue = queue(answering(first: code, [.retryAfter: value]))
            // when
            _ = await queue.add(GetAnywhere(uri: "1")).result
            // then
            try await queue.add(GetAnywhere(uri: "2")).value
        }
    }

    @Test("A reply of another host after a redirect holds no task")
    func redirected() async throws {
        // given
        let transport = HTTPMockTransport { request in
            switch request.head.authority {
            case "two.test": .status(429, headers: [.retryAfter: "60"])
            default: request.number == 1 ? .redirect(to: "http://two.test/") : .status(.ok)
            }
        }
        let queue = queue(transport)
        // when
        _ = await queue.add(GetAnywhere(uri: "1")).result
        // then
        try await queue.add(GetAnywhere(uri: "2")).value
    }

    @Test("Limits can be ignored, in a queue or by one task; that task still waits for its own reply's limit")
    func ignored() async throws {
        for (rateLimits, option) in [(HTTPRateLimits.ignore, [NetTaskOption]()), (.obey, [.rateLimits(.ignore)])] {
            // given
            let queue = queue(answering(first: 429, [.retryAfter: "60"])) { $0.rateLimits = rateLimits }
            let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero))
            // when
            let first = queue.add(GetAnywhere(uri: "1"), options: option + [retry])
            // then
            try await queue.add(GetAnywhere(uri: "2")).value
            #expect(first.status.phase == .retrying)
            let due = clock.now.offset + .seconds(60)
            try await clock.advance(to: due)
            try await first.value
        }
    }

    @Test(
        "A reader reads the remaining requests, which are used at once or spread until the reset",
        arguments: [HTTPRateLimits.obey, .spread]
    )
    func reader(rateLimits: HTTPRateLimits) async throws {
        // given
        let left = HTTPField.Name("Left")
        let transport = HTTPMockTransport { request in
            var headers = HTTPFields()
            if let left { headers[left] = request.number == 1 ? "1 in 60" : "0 in 30" }
            return .status(.ok, headers: headers)
        }
        let queue = queue(transport) {
            $0.rateLimitReader = LeftReader()
            $0.rateLimits = rateLimits
        }
        // when
        let handles = (1...3).map { queue.add(GetAnywhere(uri: "\($0)")) }
        try await handles[0].value
        // then
        if rateLimits == .spread {
            try await clock.advance(to: .seconds(30))
        }
        try await handles[1].value
        #expect(transport.requests.count == 2)
        try await clock.advance(to: .seconds(60))
        try await handles[2].value
    }

    @Test("Tasks with a given key share the server's limit for that key")
    func keys() async throws {
        // given
        let queue = queue(answering(first: 429, [.retryAfter: "60"]))
        // when
        _ = await queue.add(GetAnywhere(uri: "1"), .key("search")).result
        let held = queue.add(GetAnywhere(uri: "2"), .key("search"))
        // then
        try await queue.add(GetAnywhere(uri: "3")).value
        #expect(held.status.phase == .waiting)
        try await clock.advance(to: .seconds(60))
        try await held.value
    }

    @Test("B47: a deadline ends a task that a server's limit holds, with the hold as the reason; a timeout does not")
    func deadline() async throws {
        // given
        let queue = queue(answering(first: 503, [.retryAfter: "315360000"]))
        _ = await queue.add(GetAnywhere(uri: "1")).result
        // when
        let plain = queue.add(GetAnywhere(uri: "2"), .timeout(.seconds(2)))
        let bounded = queue.add(GetAnywhere(uri: "3"), .deadline(.seconds(2)))
        try await clock.advance(to: .seconds(2))
        // then
        guard case .failure(.timeout(let error)) = await bounded.result else {
            Issue.record("it ended with \(bounded.status)")
            return
        }
        #expect(error.kind == .deadline)
        #expect(error.hold == .server(.seconds(3_598)))
        #expect(
            error.description == """
                GetAnywhere (not sent): it passed its deadline of 2.0 seconds while it was held: its server's limit \
                allows no request for another 3598.0 seconds
                """
        )
        #expect(plain.status.phase == .waiting)
        try await clock.advance(to: .seconds(300))
        try await clock.advance(to: .seconds(3_600))
        try await plain.value
    }

    @Test("B47: `maxHold` is the longest time for which a server's limit holds a task, and for which a retry waits")
    func maxHold() async throws {
        // given
        let queue = queue(answering(first: 503, [.retryAfter: "1000"]))
        queue.maxHold = .seconds(60)
        let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero))
        // when
        let first = queue.add(GetAnywhere(uri: "1"), retry)
        let second = queue.add(GetAnywhere(uri: "2"))
        for await event in first.events { if case .retrying = event { break } }
        try await clock.advance(to: .seconds(60))
        // then
        try await first.value
        try await second.value
    }

    @Test("B47: observers are notified again five minutes after a hold began")
    func reminder() async throws {
        // given
        let queue = queue(answering(first: 503, [.retryAfter: "1000"]))
        _ = await queue.add(GetAnywhere(uri: "1")).result
        let second = queue.add(GetAnywhere(uri: "2"))
        // when
        try await clock.advance(to: .seconds(300))
        try await clock.advance(to: .seconds(1_000))
        try await second.value
        // then
        let reminders = events.value.filter { $0.kind == .stillHeld(key: "one.test", for: .seconds(700)) }
        #expect(reminders.map(\.id) == [second.id])
    }

    @Test("Queues of one clock share the rate of a client and key, and the reply to one wakes the other")
    func twoQueues() async throws {
        // given
        let gates = [Gate(), Gate()]
        let slow = queue(
            HTTPMockTransport { request in
                await gates[request.number - 1].wait()
                return .status(.ok)
            }
        )
        slow.limit = 2
        let quick = queue(HTTPMockTransport { _ in .status(.ok) })
        let first = (1...2).map { _ in slow.add(Search()) }
        let second = quick.add(Search())
        clock.move(by: .seconds(5))
        #expect(second.status.phase == .waiting)
        // when
        gates.forEach { $0.open() }
        for handle in first { try await handle.value }
        // then
        try await clock.advance(to: .seconds(65))
        try await second.value
    }

    @Test("A token of a rate is returned after the head of the reply, regardless of its body")
    func head() async throws {
        // given
        let pace = HTTPPace()
        let transport = HTTPMockTransport { request in
            request.number < 3 ? .paced(.status(.ok, "body"), pace) : .status(.ok)
        }
        let queue = queue(transport)
        queue.limit = 3
        // when
        let slow = (1...2).map { _ in queue.add(Search()) }
        let third = queue.add(Search())
        // then
        try await clock.advance(to: .seconds(60))
        try await third.value
        #expect(slow.map(\.status.phase) == [.running, .running])
        queue.cancelAll()
    }

    @Test("Queues of other clients or clocks have their own rate")
    func otherQueues() async throws {
        let queue = queue(HTTPMockTransport { _ in .status(.ok) })
        for _ in 1...2 {
            try await queue.run(Search())
            try await queue.run(ClientSearch())
        }
        let other = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(.ok) }, baseURL: "http://one.test") {
            $0.timeouts = .none
            $0.clock = TestClock()
        }
        try await other.run(Search())
        #expect(queue.add(Search()).status.phase == .waiting)
    }

    @Test("The rate of a released queue is kept while tokens are missing, regardless of the number of others")
    func rateOfGoneQueue() async throws {
        // given
        do {
            let gone = queue(HTTPMockTransport { _ in .status(.ok) })
            for _ in 1...2 { try await gone.run(Search()) }
        }
        // when
        let other = queue(HTTPMockTransport { _ in .status(.ok) })
        let handles = (1...1_000).map { other.add(Search(), .baseURL("http://\($0).test")) }
        for handle in handles { try await handle.value }
        // then
        #expect(other.add(Search()).status.phase == .waiting)
    }

    @Test("A rate without a span of time is not a limit")
    func noSpan() async throws {
        // given
        let gates = [Gate(), Gate()]
        let queue = queue(
            HTTPMockTransport { request in
                await gates[request.number - 1].wait()
                return .status(.ok)
            }
        )
        queue.limit = 2
        // when
        let handles = (1...2).map { _ in queue.add(Unlimited()) }
        // then
        #expect(handles.map(\.status.phase) == [.running, .running])
        gates.forEach { $0.open() }
        for handle in handles { try await handle.value }
    }

    @Test("A rate of the task's settings limits the starts for its host, and others continue")
    func rate() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(.ok) }
        let queue = queue(transport)
        // when
        let handles = (1...3).map { _ in queue.add(Search()) }
        try await handles[0].value
        try await handles[1].value
        // then
        try await queue.add(GetAnywhere(uri: "1")).value
        try await queue.add(Search(), .baseURL("http://two.test")).value
        #expect(handles[2].status.phase == .waiting)
        try await clock.advance(to: .seconds(60))
        try await handles[2].value
    }
}
