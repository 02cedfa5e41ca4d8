import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Testing

@testable import NetTaskTesting

private struct Job: JSONReadable, Sendable {
    var id: Int
    var state: String

    init(from object: inout JSONReader) throws {
        id = try object.read("id")
        state = try object.read("state")
    }
}

private struct GetJob: HTTPNetTask {
    typealias Response = Job

    var id: Int

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("GetJob", .get, "jobs/{id}")
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 1, interval: .seconds(1))
        return endpoint
    }

    var uri: String { "jobs/\(PathSegment(id))" }
}

/// A long task, as the generator writes it.
private struct StartExport: HTTPLongRunningTask {
    typealias Response = Job
    typealias Poll = GetJob
    typealias Failure = String

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("StartExport", .post, "exports", encoding: .json)
        endpoint.settings.pollInterval = .seconds(2)
        endpoint.settings.deadline = .seconds(100)
        endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key")
        return endpoint
    }

    func pack(into packer: inout ParameterPacker) {
        packer.add("X-Kind", "csv", in: .header)
        packer.add("format", "csv")
    }

    static func state(of response: Job) -> HTTPLongRunningState {
        switch response.state {
        case "ready": .done
        case "broken": .failed
        default: .pending
        }
    }

    func poll(after start: HTTPReply) throws -> GetJob? {
        if start.body.isEmpty { return nil }
        guard let id: Int = try start.json(["id"]) as Int? else { return nil }
        return GetJob(id: id)
    }

    static func failure(in reply: HTTPReply) -> String? { String(decoding: reply.body, as: UTF8.self) }
}

/// Answers one after the other, and with the last one from then on.
private func answers(_ answers: HTTPAnswer...) -> HTTPMockTransport.Answer {
    { request in answers[min(request.number, answers.count) - 1] }
}

private func job(_ state: String, status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) -> HTTPAnswer {
    .json("{\"id\": 7, \"state\": \"\(state)\"}", status: status, headers: headers)
}

extension HTTPMockTransport {
    fileprivate var lines: [String] { requests.map { "\($0.head.method.rawValue) \($0.head.path ?? "")" } }
}

/// A long task whose polls have a limit, a rate and a time-out of their own.
private struct StartIndex: HTTPLongRunningTask {
    typealias Response = Job
    typealias Poll = GetIndex

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("StartIndex", .post, "index")
        endpoint.settings.pollInterval = .seconds(2)
        endpoint.settings.timeout = .seconds(9)
        endpoint.settings.rate = NetTaskRate(limit: 2, per: .seconds(1000))
        return endpoint
    }

    static func state(of response: Job) -> HTTPLongRunningState { response.state == "ready" ? .done : .pending }

    func poll(after start: HTTPReply) throws -> GetIndex? { GetIndex() }
}

private struct GetIndex: HTTPNetTask {
    typealias Response = Job

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("GetIndex", .get, "index/7")
        endpoint.settings.timeout = .seconds(5)
        endpoint.settings.rate = NetTaskRate(limit: 1, per: .seconds(30), key: "polls")
        return endpoint
    }
}

/// Another whose polls name a key for a server's limits.
private struct StartScan: HTTPLongRunningTask {
    typealias Response = Job
    typealias Poll = GetScan

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("StartScan", .post, "scans")
        endpoint.settings.pollInterval = .seconds(2)
        return endpoint
    }

    static func state(of response: Job) -> HTTPLongRunningState { response.state == "ready" ? .done : .pending }

    func poll(after start: HTTPReply) throws -> GetScan? { GetScan() }
}

private struct GetScan: HTTPNetTask {
    typealias Response = Job

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("GetScan", .get, "scans/7")
        endpoint.settings.limitKey = "polls"
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 1, interval: .zero)
        return endpoint
    }
}

@Suite("B43: A long-running operation")
struct LongRunningTests {
    @Test("polls with the values of its first reply until it ends, with the interval between polls")
    func polls() async throws {
        // given
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock, answers(job("new", status: .accepted), job("new"), job("ready")))
        // when
        async let job = queue.run(StartExport())
        try await clock.advance(to: .seconds(2))
        try await transport.waitForRequests(2)
        try await clock.advance(to: .seconds(4))
        // then
        #expect(try await job.state == "ready")
        #expect(transport.lines == ["POST /exports", "GET /jobs/7", "GET /jobs/7"])
        #expect(transport.requests.map { $0.values(of: "Idempotency-Key").count } == [1, 0, 0])
    }

    @Test("waits for the Retry-After of the latest reply")
    func retryAfter() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(
            clock: clock,
            answers(job("new", status: .accepted, [.retryAfter: "30"]), job("new", [.retryAfter: "0"]), job("ready"))
        )
        let handle = queue.add(StartExport())
        try await clock.advance(to: .seconds(30))
        try await transport.waitForRequests(2)
        try await clock.advance(to: .seconds(31))
        #expect(try await handle.value.state == "ready")
    }

    @Test("polls at the Location if its first reply has no body, without the body of the start")
    func location() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(
            clock: clock,
            answers(.status(.accepted, headers: [.location: "/jobs/9?a=b"]), .status(.accepted), job("ready"))
        )
        let handle = queue.add(StartExport())
        try await clock.advance(to: .seconds(2))
        try await transport.waitForRequests(2)
        try await clock.advance(to: .seconds(4))
        #expect(try await handle.value.state == "ready")
        #expect(transport.lines == ["POST /exports", "GET /jobs/9?a=b", "GET /jobs/9?a=b"])
        #expect(transport.requests[1].values(of: "X-Kind") == ["csv"])
        #expect(transport.requests[1].values(of: "Content-Type") == [])
    }

    @Test(
        "polls at the Location if the body of its first reply is unexpected",
        arguments: ["Accepted", "null"]
    )
    func locationBesideText(body: String) async throws {
        let clock = TestClock()
        let (queue, transport) = queue(
            clock: clock,
            answers(.status(.accepted, body, headers: [.location: "jobs/9"]), job("ready"))
        )
        let handle = queue.add(StartExport())
        try await clock.advance(to: .seconds(2))
        #expect(try await handle.value.state == "ready")
        #expect(transport.lines == ["POST /exports", "GET /jobs/9"])
    }

    @Test("does not follow a Location to another origin")
    func otherOrigin() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(
            clock: clock,
            answers(.status(.accepted, headers: [.location: "http://elsewhere.example/jobs/9"]))
        )
        let handle = queue.add(StartExport())
        try await clock.advance(to: .seconds(2))
        guard case .failure(.transport(let error)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(transport.requests.count == 1)
    }

    @Test("ends with its first reply if that is final", arguments: [HTTPResponse.Status.ok, .accepted])
    func atOnce(status: HTTPResponse.Status) async throws {
        let (queue, transport) = queue(answers(job("ready", status: status)))
        #expect(try await queue.run(StartExport()).state == "ready")
        #expect(transport.requests.count == 1)
    }

    @Test("whose first reply has no values for polls is a parse failure")
    func nobodyToAsk() async throws {
        let (queue, _) = queue(answers(.status(.accepted)))
        guard case .failure(.parse(let error)) = await queue.add(StartExport()).result else {
            Issue.record("it did not end with a ParseError")
            return
        }
        #expect(error.reason == "it has neither the values that GetJob needs, nor a Location header")
    }

    @Test("that failed ends with the typed reply")
    func failed() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock, answers(job("new", status: .accepted), job("broken")))
        let handle = queue.add(StartExport(), .retry(RetryPolicy(maxRetryCount: 3, when: .all)))
        try await clock.advance(to: .seconds(2))
        guard case .failure(.other(let error as HTTPLongRunningError<Job>)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
        #expect(error.response.state == "broken")
        #expect("\(error)" == "GET http://127.0.0.1/jobs/7 (attempt 2): the operation of StartExport has failed")
        #expect(transport.requests.count == 2)
    }

    @Test("retries each poll by the policy of polls, and a persistent status is its typed error")
    func retries() async throws {
        let clock = TestClock()
        let busy = HTTPAnswer.status(.badGateway, "busy")
        let (queue, transport) = queue(
            clock: clock,
            answers(job("new", status: .accepted), busy, job("new"), busy, busy)
        )
        let handle = queue.add(StartExport())
        for (count, moment) in [(2, 2), (3, 3), (4, 5), (5, 6)] {
            try await clock.advance(to: .seconds(moment))
            try await transport.waitForRequests(count)
        }
        guard case .failure(.status(.badGateway(_), "busy"?)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
        #expect(transport.requests.count == 5)
    }

    @Test("is not started again by the retries of polls if its start fails")
    func failedStart() async throws {
        let (queue, transport) = queue(answers(.status(.badGateway, "busy")))
        guard case .failure(.status) = await queue.add(StartExport()).result else {
            Issue.record("it did not end with a status")
            return
        }
        #expect(transport.requests.count == 1)
    }

    @Test("B48: polls have the rate of the poll's endpoint, and use none of the start's")
    func rate() async throws {
        // given
        let clock = TestClock()
        let (queue, transport) = queue(
            clock: clock,
            answers(
                job("new", status: .accepted, [.retryAfter: "8"]),
                job("new", status: .accepted, [.retryAfter: "1"]),
                job("new"),
                job("ready")
            )
        )
        // when the second polls first
        let first = queue.add(StartIndex())
        try await clock.sleeper(until: .seconds(8))
        let second = queue.add(StartIndex())
        try await clock.advance(to: .seconds(1))
        try await transport.waitForRequests(3)
        for moment in [3, 8] { try await clock.advance(to: .seconds(moment)) }
        // then both wait for the rate
        try await clock.sleeper(until: .seconds(31))
        #expect(transport.requests.count == 3)
        try await clock.advance(to: .seconds(31))
        #expect(try await second.value.state == "ready")
        // The queue still sleeps until the time-out of the poll that has ended.
        try await clock.advance(to: .seconds(36))
        try await clock.sleeper(until: .seconds(61))
        #expect(transport.requests.count == 4)
        try await clock.advance(to: .seconds(61))
        #expect(try await first.value.state == "ready")
        #expect(transport.lines.filter { $0 == "POST /index" }.count == 2)
        #expect(queue.add(StartIndex()).status.phase == .waiting)
    }

    @Test("B48: the timeout of the poll's endpoint limits each poll, and that of the start the start")
    func timeout() async throws {
        let clock = TestClock()
        let handler = HTTPManualHandler()
        let queue = HTTPNetTaskQueue(handler: handler, clock: clock)
        let handle = queue.add(StartIndex())
        let start = try await handler.next()
        try await clock.sleeper(until: .seconds(9))
        start.succeed(.json(#"{"id": 7, "state": "new"}"#, status: .accepted))
        try await clock.advance(to: .seconds(2))
        let poll = try await handler.next()
        #expect(poll.context.timeout == .seconds(5))
        try await clock.advance(to: .seconds(7))
        guard case .failure(.timeout(let error)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
        #expect(error.kind == .attempt)
        #expect(error.limit == .seconds(5))
    }

    @Test("B48: a server's limit in a poll's reply holds the tasks of the poll's key, and no start")
    func limitKey() async throws {
        // given
        let clock = TestClock()
        let busy = HTTPAnswer.status(.tooManyRequests, headers: [.retryAfter: "60"])
        let (queue, transport) = queue(
            clock: clock,
            answers(job("new", status: .accepted), busy, job("new", status: .accepted), job("ready"))
        )
        let first = queue.add(StartScan())
        try await clock.advance(to: .seconds(2))
        try await transport.waitForRequests(2)
        try await clock.sleeper(until: .seconds(62))
        // when
        let poll = queue.add(GetScan())
        let second = queue.add(StartScan())
        // then
        try await transport.waitForRequests(3)
        #expect(transport.lines.last == "POST /scans")
        #expect(poll.status.phase == .waiting)
        try await clock.advance(to: .seconds(4))
        #expect(transport.requests.count == 3)
        try await clock.advance(to: .seconds(62))
        for handle in [first, second] { #expect(try await handle.value.state == "ready") }
        #expect(try await poll.value.state == "ready")
    }

    @Test("reports the number of polls, and no failure, and lets others run while it waits")
    func progress() async throws {
        // given
        let clock = TestClock()
        let (queue, transport) = queue(
            clock: clock,
            limit: 1,
            answers(job("new", status: .accepted), job("new"), job("new"), job("ready"))
        )
        // when
        let handle = queue.add(StartExport())
        var progress = handle.progress.makeAsyncIterator()
        try await clock.sleeper(until: .seconds(2))
        #expect(handle.status.phase == .waiting)
        #expect(try await queue.run(GetJob(id: 1)).state == "new")
        try await clock.advance(to: .seconds(2))
        try await transport.waitForRequests(3)
        try await clock.sleeper(until: .seconds(4))
        // then
        #expect(await progress.next() == NetTaskProgress(.polling, completed: 1))
        try await clock.advance(to: .seconds(4))
        #expect(try await handle.value.state == "ready")
        #expect(handle.status.attempt == 3)
    }

    @Test("ends at its deadline, regardless of its polls")
    func deadline() async throws {
        let clock = TestClock()
        let (queue, _) = queue(clock: clock, answers(job("new", status: .accepted, [.retryAfter: "1000"])))
        let handle = queue.add(StartExport())
        try await clock.advance(to: .seconds(100))
        guard case .failure(.timeout(let error)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
        #expect(error.kind == .deadline)
    }

    @Test("that waits for its next poll can be cancelled")
    func cancelling() async throws {
        let clock = TestClock()
        let (queue, transport) = queue(clock: clock, answers(job("new", status: .accepted)))
        let handle = queue.add(StartExport())
        try await clock.sleeper(until: .seconds(2))
        handle.cancel()
        guard case .failure(.cancelled(.handle)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
        #expect(queue.count == 0)
        #expect(transport.requests.count == 1)
    }

    @Test("that waits for its next poll is cancelled by a shutdown")
    func shutdown() async throws {
        let clock = TestClock()
        let (queue, _) = queue(clock: clock, answers(job("new", status: .accepted)))
        let handle = queue.add(StartExport())
        try await clock.sleeper(until: .seconds(2))
        await queue.shutdown()
        guard case .failure(.cancelled(.queueShutDown)) = await handle.result else {
            Issue.record("it ended with \(handle.status)")
            return
        }
    }
}
