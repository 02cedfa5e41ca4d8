import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Snippets: long operations", .timeLimit(.minutes(1)))
struct LongOperationsSnippets {
    private let clock = TestClock()
    private let show = Shown()

    /// Each reply has the next of the states, and the last one from then on.
    private func queue(_ states: String...) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(
            transport: HTTPMockTransport { request in
                .json(#"{"id": 7, "state": "\#(states[min(request.number, states.count) - 1])", "reason": "no room"}"#)
            }
        ) {
            $0.clock = clock
        }
    }

    @Test("one task")
    func run() async throws {
        let queue = queue("queued", "ready")
        async let poll: Void = clock.advance(to: .seconds(5))
        // snippet: run
        let job = try await queue.run(Exports.StartExport(format: "csv"))  // once it is ready
        // end
        try await poll
        #expect(job.state == .ready)
    }

    @Test("a failure")
    func failure() async throws {
        let queue = queue("queued", "broken")
        async let poll: Void = clock.advance(to: .seconds(5))
        // snippet: failure
        do {
            let job = try await queue.run(Exports.StartExport(format: "csv"))
            show(job.id)
        } catch .other(let error as HTTPLongRunningError<Exports.Job>) {
            show(error.response.reason ?? "no reason was given")
        } catch {
            show(error)
        }
        // end
        try await poll
        #expect(show.texts == ["no room"])
    }

    @Test("progress")
    func progress() async throws {
        let queue = queue("queued", "running", "ready")
        async let polls: Void = {
            try await clock.advance(to: .seconds(5))
            try await clock.advance(to: .seconds(10))
        }()
        // snippet: progress
        let handle = queue.add(Exports.StartExport(format: "csv"), .tag("exports"))
        for await progress in handle.progress where progress.direction == .polling {
            show("not over after", progress.completed, "polls")
        }
        let job = try await handle.value
        // end
        try await polls
        #expect(job.state == .ready)
        #expect(show.texts.last == "not over after 1 polls")
    }

    @Test("a mock answers the start, and each poll as a task of its own")
    func mocks() async throws {
        let mock = HTTPMockHandler()
        mock.on(Exports.StartExport.self) { _, _ in .json(#"{"id": 7, "state": "queued"}"#, status: .accepted) }
        mock.on(Exports.GetJob.self) { task, _ in .json(#"{"id": \#(task.id), "state": "ready"}"#) }
        let handle = HTTPNetTaskQueue(handler: mock, clock: clock).add(Exports.StartExport(format: "csv"))
        try await clock.advance(by: .seconds(5))
        #expect(try await handle.value.state == .ready)
    }
}
