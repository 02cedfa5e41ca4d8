import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

// Ancestors whose queues, tasks or threads were never freed: B-ST-14, B-RQ-9, B-KTB-9.
@Suite("The memory of ended tasks and queues", .timeLimit(.minutes(5)))
struct MemoryTests {
    let diary: Diary
    let write: @Sendable (String) -> Void

    init() {
        (diary, write) = Diary.make()
    }

    @Test(
        "An ended task and its subscribers are released; code that runs in their deinit may use the queue",
        arguments: TaskEnding.allCases,
        [false, true]
    )
    func task(ending: TaskEnding, isWatched: Bool) async throws {
        // given
        let stage = Stage(isWatched: isWatched, write)
        // when
        try await stage.see(ending)
        // then
        #expect(await diary.entries(isWatched ? 2 : 1).sorted() == (isWatched ? ["subscriber", "task"] : ["task"]))
        await stage.queue.drain()
    }

    @Test(
        "A queue without references is released after its last task, and its handler with it",
        arguments: TaskEnding.allCases
    )
    func queue(ending: TaskEnding) async throws {
        // given
        weak var queue: TestQueue?
        do {
            let stage = Stage(isWatched: true, write)
            queue = stage.queue
            // when
            try await stage.see(ending)
        }
        // then
        #expect(await diary.entries(3).sorted() == ["handler", "subscriber", "task"])
        #expect(queue == nil)
    }

    @Test(
        "A queue without tasks is released, even if it was suspended or shut down",
        arguments: ["unused", "suspended", "shut down"]
    )
    func idle(state: String) async throws {
        // given
        weak var queue: TestQueue?
        do {
            let stage = Stage(isWatched: true, write)
            queue = stage.queue
            switch state {
            case "suspended": stage.queue.suspend()
            case "shut down": await stage.queue.shutdown()
            default: break
            }
        }
        // then
        #expect(await diary.entries(1) == ["handler"])
        #expect(queue == nil)
    }

    @Test("The error of an attempt is released after the next one timed out; its deinit may use the queue")
    func errors() async throws {
        // given
        let handler = TextHandler(disposition: { _, _ in .transient })
        let clock = TestClock()
        let queue = TestQueue(handler: handler, clock: clock)
        for word in ["a", "b"] { queue.add(SayInTime(word: word), retries(2, interval: .zero)) }
        for attempt in [try await handler.next(), try await handler.next()] {
            let witness = Witness { [weak queue, write] in write("\(queue?.count ?? 0) left") }
            attempt.fail(WitnessedError(witness: witness))
        }
        for _ in 0..<2 { _ = try await handler.next() }
        // when
        try await clock.advance(to: .seconds(30))
        // then
        #expect(await diary.entries(2) == ["2 left", "2 left"])
        queue.cancelAll()
    }

    @Test("A handle does not keep the bytes of its response, but the status, the headers and failures")
    func reply() async throws {
        // given
        let transport = HTTPMockTransport { request in
            .status(request.number == 1 ? 200 : 404, "whole", headers: [.eTag: "x"])
        }
        let queue = HTTPNetTaskQueue(transport: transport)
        // when
        let succeeded = queue.add(Blog.GetPart(post: "p", day: Date(timeIntervalSince1970: 0)))
        #expect(try await succeeded.value == "whole")
        let failed = queue.add(Blog.GetPart(post: "p", day: Date(timeIntervalSince1970: 0)))
        _ = await failed.result
        // then
        #expect(succeeded.status.reply?.body.isEmpty == true)
        #expect(succeeded.status.reply?.status == .ok)
        #expect(succeeded.status.reply?.headers[.eTag] == "x")
        #expect(failed.status.reply?.body == Data("whole".utf8))
    }

    @Test("A reply of which a success keeps nothing is released, and so is the previous attempt's")
    func noReply() async throws {
        // given
        let handler = TextHandler(disposition: { _, _ in .transient })
        let queue = TestQueue(handler: handler, clock: TestClock())
        let handle = queue.add(Forget(), retries(1, interval: .zero))
        // when
        try await handler.next().succeed("bad")
        let second = try await handler.next()
        // then
        #expect(handle.status.reply == "bad")
        // when
        second.succeed("good")
        _ = try await handle.value
        // then
        #expect(handle.status.reply == nil)
    }

    @Test("The waiting tasks of a suspended queue are released with it, and so are their subscribers")
    func released() async throws {
        // given
        do {
            let stage = Stage(isWatched: true, write)
            stage.queue.suspend()
            // when
            stage.add("waits")
        }
        // then
        #expect(await diary.entries(3).sorted() == ["handler", "subscriber", "task"])
    }

    @Test("A queue and its delegates do not retain each other")
    func delegates() async throws {
        // given
        weak var queue: TestQueue?
        do {
            let stage = Stage(isWatched: false, write)
            queue = stage.queue
            let owner = Owner(of: stage.queue, Witness("delegate", write), write)
            stage.queue.addDelegate(owner, for: .type(WitnessedTask.self))
            // when
            try await stage.see(.success)
            _ = await diary.entries(2)
        }
        // then
        #expect(Set(await diary.entries(4)) == ["told", "task", "delegate", "handler"])
        #expect(queue == nil)
    }
}

/// A delegate that retains its queue, like a model with its own queue.
private final class Owner: NetTaskDelegate {
    private let queue: TestQueue
    private let witness: Witness
    private let write: @Sendable (String) -> Void

    init(of queue: TestQueue, _ witness: Witness, _ write: @escaping @Sendable (String) -> Void) {
        self.queue = queue
        self.witness = witness
        self.write = write
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        write("told")
    }
}

/// A task that does not retain its reply.
private struct Forget: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }
    static func check(_ reply: String) throws { if reply == "bad" { throw TestError.transient } }
    static func remainder(of reply: String) -> String? { nil }
    func pack() -> String { "a" }
    func parse(_ reply: String) -> String { reply }
}
