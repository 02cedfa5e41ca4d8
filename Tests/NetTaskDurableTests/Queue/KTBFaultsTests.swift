import Foundation
import HTTPTypes
@testable import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The faults of KTBTaskQueue are gone", .timeLimit(.minutes(5)))
struct KTBFaultsTests {
    let ground = Ground()
    let executors = DurableExecutors()

    @Test("B-KTB-1: after a resume, a task with a date in the future runs at its date")
    func resumeDoesNotStall() async throws {
        executors.on(Resize.self) { _, _ in .success }
        let queue = ground.executing(executors)
        let handle = try await queue.enqueue(Resize(path: "a"), .notBefore(ground.now + 45))
        try await ground.clock.sleeper(until: .seconds(60))
        queue.resume()

        try await ground.clock.advance(to: .seconds(45))

        try await handle.value
    }

    @Test("B-KTB-2: an executor that never returns is ended by the timeout, and does not block other tasks")
    func silentExecutor() async throws {
        executors.on(Upload.self) { _, _ in
            try? await Task.sleep(for: .seconds(3600), clock: ground.clock)
            return .success
        }
        executors.on(Resize.self) { _, _ in .success }
        let queue = ground.executing(executors, limit: 1, startsSuspended: false)
        let silent = try await queue.enqueue(Upload(path: "a"))
        let other = try await queue.enqueue(Resize(path: "b"))

        try await ground.clock.advance(to: .seconds(20))

        try await other.value
        #expect(try await silent.status().runCount == 1)
        #expect(try await silent.status().state == .waiting)
    }

    @Test("B-KTB-3: a task that always fails is not retried without a wait, and does not block other tasks")
    func noStarvation() async throws {
        let order = Book<String>()
        executors.on(Resize.self) { task, _ in
            order.write(task.path)
            return task.path == "bad" ? .failure(TestError()) : .success
        }
        let queue = ground.executing(executors, limit: 1)
        let always = NetTaskDurability(maxRunCount: .max, interval: .zero, maxInterval: .zero)
        let bad = try await queue.enqueue(Resize(path: "bad"), .durability(always), .priority(.normal))
        try await queue.drain()
        #expect(order.entries == ["bad"])

        // Both are due at that time. The one that failed has waited longer.
        ground.clock.move(by: .seconds(5))
        try await queue.enqueue(Resize(path: "good"))
        try await queue.drain()

        #expect(order.entries == ["bad", "good", "bad"])
        for _ in 0..<4 {
            ground.clock.move(by: .seconds(5))
            try await queue.drain()
        }
        #expect(try await bad.status().priority == .veryLow)
        #expect(try await bad.status().runCount == 6)
    }

    @Test("B-KTB-4: a task that cannot be stored is rejected with an error, and one that can gets an id")
    func refusal() async throws {
        let queue = ground.queue()

        await #expect {
            try await queue.enqueue(Unwritable())
        } throws: { error in
            guard case EnqueueError.notStorable(let reason) = error else { return false }
            return "\(reason)" == "cannot be written"
        }
        #expect(try await queue.tasks().isEmpty)
        #expect(try await queue.enqueue(PlaceOrder(article: 1)).id == DurableTaskID(rawValue: 1))
    }

    @Test("B-KTB-5: waits between runs are at most the longest wait plus a fifth, and never overflow or become zero")
    func backoff() {
        var task = StoredTask(
            id: DurableTaskID(rawValue: 1),
            task: NewTask(kind: "k", payload: Data(), idempotencyKey: "k"),
            enqueuedAt: ground.now
        )
        task.task.durability = NetTaskDurability(maxRunCount: .max, interval: .seconds(10), maxInterval: .seconds(100))
        let waits = [1, 2, 4, 5, 1000, .max - 1].map { count in
            task.runCount = count
            return RunJudge(random: { 0.5 }).verdict(
                on: FailedRun(task: task, error: TestError(), disposition: .transient)
            )
        }
        let expected: [Duration] = [11, 22, 88, 110, 110, 110].map { .seconds($0) }
        #expect(waits == expected.map { .failed(wait: $0, priority: .low) })

        task.task.durability.interval = .milliseconds(-500)
        let least = RunJudge(random: { 0 }).verdict(
            on: FailedRun(task: task, error: TestError(), disposition: .transient)
        )
        #expect(least == .failed(wait: .seconds(1), priority: .low))
    }

    @Test("B-KTB-6: an opened queue runs due tasks at once, without a tick of its clock")
    func noTick() async throws {
        executors.on(Resize.self) { _, _ in .success }
        let closed = ground.executing(DurableExecutors())
        let id = try await closed.enqueue(Resize(path: "a")).id

        let queue = ground.executing(executors, startsSuspended: false)
        try await queue.handle(for: id, of: Resize.self).value

        #expect(ground.clock.now.offset == .zero)
    }

    @Test("B-KTB-7: tasks without an executor are kept, without counted runs, and run when there is one")
    func held() async throws {
        let queue = ground.executing(executors, startsSuspended: false)
        let handle = try await queue.enqueue(Resize(path: "a"))
        try await queue.drain()
        #expect(try await handle.status().state == .waiting)
        #expect(try await handle.status().runCount == 0)

        executors.on(Resize.self) { _, _ in .success }

        try await handle.value
    }

    @Test("B-KTB-8: a queue without free slots does not block another queue")
    func isolation() async throws {
        let handler = HTTPManualHandler()
        let blocked = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        try await blocked.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()

        let other = Ground()
        other.mock.on(PlaceOrder.self) { _, _ in .json("2") }
        let free = other.queue(limit: 1, startsSuspended: false)

        #expect(try await free.enqueue(PlaceOrder(article: 2)).value == 2)
        attempt.succeed(.json("1"))
    }

    @Test("B-KTB-9: a queue without references is released")
    func released() async throws {
        executors.on(Resize.self) { _, _ in .success }
        weak var gone: ExecutedTaskQueue?
        weak var core: DurableCore<Void, Void>?
        do {
            let queue = ground.executing(executors)
            (gone, core) = (queue, queue.core)
            try await queue.enqueue(Resize(path: "a")).cancel()
            try await queue.drain()
        }
        #expect(gone == nil)
        // Its loop ends on a separate thread.
        while core != nil, !Task.isCancelled {
            await Task.yield()
        }
        #expect(core == nil)
    }

    @Test("B-KTB-10: a task that is enqueued after a shutdown is not started")
    func lateCompletion() async throws {
        let handler = HTTPManualHandler(endsWhenCancelled: false)
        let queue = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        let first = try await queue.enqueue(PlaceOrder(article: 1))
        let second = try await queue.enqueue(PlaceOrder(article: 2))
        let attempt = try await handler.next()
        let cut = Task { await queue.shutdown() }
        cut.cancel()
        await cut.value
        attempt.succeed(.json("1"))

        #expect(try await first.status().state == .waiting)
        #expect(try await first.status().runCount == 0)
        #expect(try await second.status().state == .waiting)
        #expect(handler.requests.count == 1)
    }

    @Test("B-KTB-11: the hook for delays is called only for failed runs that count")
    func delayHook() async throws {
        let delayed = Book<Int>()
        ground.mock.on(PlaceOrder.self) { task, _ in
            task.article == 1 ? .status(500) : .status(429, headers: [.retryAfter: "3600"])
        }
        let queue = ground.queue(
            hooks: DurableHooks(willDelay: { task, _, date in
                delayed.write((try? PlaceOrder(stored: task.task.payload))?.article ?? 0)
                return date
            })
        )
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.enqueue(PlaceOrder(article: 2))
        try await queue.drain()

        #expect(delayed.entries == [1])
    }

    @Test("B-KTB-12: dates keep their milliseconds, and tasks of one date run in the order of enqueuing")
    func milliseconds() async throws {
        let order = Book<String>()
        executors.on(Resize.self) { task, _ in
            order.write(task.path)
            return .success
        }
        let queue = ground.executing(executors, limit: 1)
        let date = ground.now + 0.25
        let handle = try await queue.enqueue(Resize(path: "a"), .notBefore(date))
        try await queue.enqueue(Resize(path: "b"), .notBefore(date))
        #expect(try await handle.status().dueAt == date)
        ground.clock.move(by: .milliseconds(249))
        #expect(try await queue.drain().ran == 0)
        ground.clock.move(by: .milliseconds(1))
        try await queue.drain()

        #expect(order.entries == ["a", "b"])
    }

    @Test("B-KTB-13: a hook of a later process determines the waits of tasks that were stored before it")
    func policyAtRetry() async throws {
        executors.on(Resize.self) { _, _ in .failure(TestError()) }
        let id = try await ground.executing(executors).enqueue(Resize(path: "a")).id

        let now = ground.now
        let queue = ground.executing(executors, hooks: DurableHooks(willDelay: { _, _, _ in now }))
        queue.register(Resize.self)
        try await queue.drain(limit: 3)

        #expect(try await queue.task(id)?.runCount == 3)
    }

    @Test(
        "B-KTB-14: stored tasks can be listed, found and cancelled, and a task that ends its process ends in the dead letters"
    )
    func poison() async throws {
        var store = ground.store
        let id = try await ground.executing(executors).enqueue(Resize(path: "a"), .tag("photos")).id
        for _ in 0..<3 {
            _ = try await store.recover(now: ground.now)
            _ = try await store.claim(TaskClaim(limit: 1, kinds: ["Resize": 1]), now: ground.now)
            let next = MemoryTaskStore(sharing: store)
            await store.close()
            store = next
        }
        let queue = ground.executing(executors, store: store)
        try await queue.drain()
        #expect(try await queue.deadLetters(reasons: [.crashed]).map(\.id) == [id])

        let other = try await queue.enqueue(Resize(path: "b"), .tag("photos"))
        #expect(try await queue.tasks(TaskQuery(states: [.waiting], tag: "photos")).map(\.id) == [other.id])
        #expect(try await queue.cancel(tag: "photos") == [other.id])
    }

    @Test("B-KTB-15: the count of runs is 1 in the first run, and so in the event")
    func runCount() async throws {
        let counts = Book<Int>()
        let queue = ground.queue(
            hooks: DurableHooks(willDelay: { task, _, date in
                counts.write(task.runCount)
                return date
            })
        )
        ground.mock.on(PlaceOrder.self) { _, _ in .status(500) }
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()

        #expect(counts.entries == [1])
    }
}

/// A value that cannot be encoded.
private struct Unwritable: HTTPNetTask, DurableNetTask {
    typealias Response = Int
    static let storedForm = StoredForm(kind: "Unwritable")
    var uri: String { "nowhere" }

    init() {}

    init(stored bytes: Data) throws {}

    func stored() throws -> Data {
        throw TestError("cannot be written")
    }
}
