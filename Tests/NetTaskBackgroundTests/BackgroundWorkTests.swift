import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskBackground

@Suite("The background time of a queue", .timeLimit(.minutes(5)))
struct BackgroundWorkTests {
    private struct Send: HTTPNetTask, DurableNetTask, Codable {
        typealias Response = Void

        static let storedForm = StoredForm(kind: "Send")
        static var endpoint: HTTPEndpoint { HTTPEndpoint(nil, HTTPRequest.Method.put, "a", baseURL: "https://a.test") }

        var number: Int
    }

    /// Records its suspensions.
    private struct RecordingStore: ForwardingTaskStore {
        let base: any TaskStore = MemoryTaskStore()
        let isSuspended = Locked(false)

        func suspend(now: Date) async { isSuspended.withLock { $0 = true } }
        func resume() async throws(TaskStoreError) { isSuspended.withLock { $0 = false } }
    }

    private let clock = TestClock()
    private let store = RecordingStore()
    private let plans = Locked<[BackgroundPlan]>([])

    private func queue(_ handler: any NetTaskQueueHandler<HTTPMessage, HTTPReply>) -> DurableHTTPNetTaskQueue {
        DurableHTTPNetTaskQueue(store: store, handler: handler) {
            $0.clock = clock
            $0.wallClock = { [clock] in clock.date }
        }
    }

    private func work(_ queue: DurableHTTPNetTaskQueue) -> BackgroundWork {
        BackgroundWork(queue, [.refresh, .processing], usesNetwork: true, now: { [clock] in clock.date }) {
            [plans] plan in
            plans.withLock { $0.append(plan) }
        }
    }

    private var isSuspended: Bool { store.isSuspended.withLock { $0 } }

    @Test("runs the due tasks, schedules the next ones, and suspends the store again")
    func run() async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(Send.self) { _, _ in .status(.ok) }
        let queue = queue(mock)
        try await queue.enqueue(Send(number: 1))
        try await queue.enqueue(Send(number: 2), .notBefore(clock.date + 600))
        let work = work(queue)
        // when
        await work.enterBackground()
        // then
        #expect(isSuspended)
        #expect(mock.requests.isEmpty)
        #expect(plans.withLock { $0.map(\.earliest) } == [nil])
        // when
        #expect(await work.run())
        // then
        #expect(mock.requests.count == 1)
        #expect(isSuspended)
        #expect(plans.withLock { $0.map(\.earliest) } == [nil, clock.date + 600])
        // when
        try await work.enterForeground()
        // then
        #expect(!isSuspended)
    }

    @Test("ends when it expires: the runs end, their tasks are due again, and a long run is scheduled")
    func expires() async throws {
        // given
        let handler = HTTPManualHandler()
        let queue = queue(handler)
        let task = try await queue.enqueue(Send(number: 1))
        let work = work(queue)
        await work.enterBackground()
        // when
        let run = Task { await work.run() }
        _ = try await handler.next()
        run.cancel()
        // then
        _ = await run.value
        #expect(queue.runningCount == 0)
        #expect(isSuspended)
        #expect(try await store.task(task.id)?.runCount == 0)
        #expect(plans.withLock { $0.last?.kind } == .processing)
    }

    @Test("does not suspend the store of an app that has returned to the foreground")
    func foreground() async throws {
        // given
        let handler = HTTPManualHandler()
        let queue = queue(handler)
        try await queue.enqueue(Send(number: 1))
        let work = work(queue)
        await work.enterBackground()
        async let run = work.run()
        let attempt = try await handler.next()
        // when
        try await work.enterForeground()
        attempt.succeed(.status(.ok))
        // then
        #expect(await run)
        #expect(!isSuspended)
    }
}
