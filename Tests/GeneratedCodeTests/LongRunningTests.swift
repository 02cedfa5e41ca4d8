import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Generated long-running operations")
struct LongRunningTests {
    /// Runs a task whose polls are answered one after the other, and returns how it ended and what was asked.
    private func run<T: HTTPLongRunningTask>(
        _ task: T,
        _ answers: HTTPAnswer...,
        interval: Int = 2
    ) async throws -> (result: Result<T.Response, NetTaskError<T.Failure>>, lines: [String]) {
        let clock = TestClock()
        let transport = HTTPMockTransport { request in answers[request.number - 1] }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1/v1") {
            $0.clock = clock
        }
        async let result = queue.add(task).result
        for count in answers.indices.dropFirst() {
            try await clock.advance(to: .seconds(interval * count))
            try await transport.waitForRequests(count + 1)
        }
        return (
            await result, transport.requests.map { "\($0.head.method.rawValue) \($0.head.path ?? "")" }
        )
    }

    private func job(_ state: String, status: HTTPResponse.Status = .ok) -> HTTPAnswer {
        .json(#"{"id": 7, "state": "\#(state)"}"#, status: status)
    }

    private func location(_ target: String) -> HTTPAnswer { .status(.accepted, headers: [.location: target]) }

    @Test("polls with the values of the first reply until the operation ends")
    func done() async throws {
        let task = LongRunning.Start(state: "new")
        let (result, lines) = try await run(task, job("queued", status: .accepted), job("paused"), job("ready"))
        #expect(try result.get().state == .ready)
        #expect(lines == ["POST /v1/jobs", "GET /v1/jobs/7", "GET /v1/jobs/7"])
    }

    @Test("fails with the response of the failed operation")
    func failed() async throws {
        let (result, _) = try await run(LongRunning.Start(), job("queued", status: .accepted), job("broken"))
        guard case .failure(.other(let error as HTTPLongRunningError<LongRunning.Poll>)) = result else {
            Issue.record("it ended with \(result)")
            return
        }
        #expect(error.response.state == .broken)
    }

    @Test("fails with the typed errors of its start and of its polls")
    func errors() async throws {
        let (start, _) = try await run(LongRunning.Start(), .status(.badRequest, "no"))
        let gone = HTTPAnswer.json(#"{"title": "gone"}"#, status: .notFound)
        let (poll, _) = try await run(LongRunning.Start(), job("queued", status: .accepted), gone)
        guard case .failure(.status(_, .text("no")?)) = start, case .failure(.status(_, .problem(let problem)?)) = poll
        else {
            Issue.record("they ended with \(start) and \(poll)")
            return
        }
        #expect(problem.title == "gone")
    }

    @Test("finds the poll's params deep inside a reply by status, and waits for its interval")
    func nested() async throws {
        let accepted = HTTPAnswer.json(#"{"job": {"id": 8, "state": "queued"}}"#, status: .accepted)
        let (result, lines) = try await run(LongRunning.Nested(), accepted, job("ready"), interval: 10)
        #expect(try result.get().state == .ready)
        #expect(lines == ["POST /v1/nested", "GET /v1/jobs/8"])
    }

    @Test("sends optional params of polls if the first reply has them")
    func optional() async throws {
        let accepted = HTTPAnswer.json(#"{"job": {"id": 8, "state": "queued", "error": "a"}}"#, status: .accepted)
        let (_, lines) = try await run(LongRunning.Nested(), accepted, job("ready"), interval: 10)
        #expect(lines == ["POST /v1/nested", "GET /v1/jobs/8?after=a"])
    }

    @Test("finds the poll's param in a header, or uses `Location` without it")
    func header() async throws {
        let named = HTTPAnswer.status(
            .accepted,
            headers: HTTPFields([HTTPField(name: try #require(.init("X-Job")), value: "9")])
        )
        #expect(try await run(LongRunning.ByHeader(), named, job("ready")).lines.last == "GET /v1/jobs/9")
        #expect(try await run(LongRunning.ByHeader(), location("/v1/x"), job("ready")).lines.last == "GET /v1/x")
    }

    @Test("follows a URL of the first reply")
    func url() async throws {
        let accepted = HTTPAnswer.json(#"{"links": {"status": "http://127.0.0.1/v2/y?z=1"}}"#, status: .accepted)
        #expect(try await run(LongRunning.ByURL(), accepted, job("ready")).lines.last == "GET /v2/y?z=1")
    }

    @Test("uses the status of polls if the spec names no other end")
    func status() async throws {
        let pending = HTTPAnswer.json(#"{"percent": 50}"#, status: .accepted)
        let accepted = HTTPAnswer.json(#"{"job": {"id": 8, "state": "queued"}}"#)
        let (result, lines) = try await run(LongRunning.MakeReport(), location("reports/a"), pending, accepted)
        guard case .success(.ok(let report)) = result else {
            Issue.record("it ended with \(result)")
            return
        }
        #expect(report.job.id == 8)
        #expect(lines == ["PUT /v1/reports", "GET /v1/reports/a", "GET /v1/reports/a"])
        let (nothing, _) = try await run(LongRunning.MakeRemoval(), location("/v1/removals/1"), .status(.noContent))
        #expect(throws: Never.self) { try nothing.get() }
    }

    @Test("sends its own params with polls that have them, in a group")
    func group() async throws {
        let task = LongRunning.Projects.Train(project: "a b")
        let (result, lines) = try await run(
            task,
            .json(#"{"name": "op"}"#),
            .json(#"{"name": "op", "done": true, "error": {"title": "full"}}"#)
        )
        guard case .failure(.other(let error as HTTPLongRunningError<LongRunning.Operation>)) = result else {
            Issue.record("it ended with \(result)")
            return
        }
        #expect(error.response.error?.title == "full")
        #expect(lines == ["POST /v1/projects/a%20b/train", "GET /v1/projects/a%20b/operations/op"])
    }
}
