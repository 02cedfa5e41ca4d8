import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A durable queue keeps B36 to B40", .timeLimit(.minutes(5)))
struct KeptPromisesTests {
    let ground = Ground()

    @Test("B36: a task is stored before its first run, and its end is stored before it is reported")
    func storedFirst() async throws {
        let handler = HTTPManualHandler()
        let states = Book<TaskState?>()
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 17))

        let attempt = try await handler.next()
        states.write(try await ground.store.task(handle.id)?.state)
        attempt.succeed(.json("1"))
        _ = await handle.result
        states.write(try await ground.store.task(handle.id)?.state)

        #expect(states.entries == [.running, .succeeded])
    }

    @Test("B36: after a relaunch there are the same tasks, in the same order, with the same counts and dates")
    func reopened() async throws {
        let queue = ground.queue()
        ground.mock.on(PlaceOrder.self) { _, _ in .status(500) }
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        try await queue.enqueue(PlaceOrder(article: 2), .notBefore(ground.now + 3600), .priority(.high))
        let before = try await queue.tasks()
        await queue.shutdown()
        await ground.store.close()

        let next = ground.queue(store: ground.otherStore())

        #expect(try await next.tasks() == before)
        #expect(before.map(\.runCount) == [1, 0])
    }

    @Test("B36: tasks that are due after a relaunch run at once")
    func dueAtOnce() async throws {
        let first = ground.queue()
        let id = try await first.enqueue(PlaceOrder(article: 17)).id
        await first.shutdown()
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }

        let next = ground.queue(startsSuspended: false)
        let value = try await next.handle(for: id, of: PlaceOrder.self).value

        #expect(value == 5)
        #expect(ground.clock.now.offset == .zero)
    }

    @Test("B37: a run whose process ended counts, and the task is run again with the same key")
    func crashCounts() async throws {
        let handler = HTTPManualHandler()
        let lost = ground.queue(handler: handler, startsSuspended: false)
        let id = try await lost.enqueue(PlaceOrder(article: 17)).id
        let attempt = try await handler.next()
        let key = attempt.context.idempotencyKey
        let nextStore = ground.otherStore()
        await ground.store.close()
        let second = HTTPManualHandler()
        let next = ground.queue(store: nextStore, handler: second)
        next.register(PlaceOrder.self)
        async let drained = next.drain()
        let again = try await second.next()
        again.succeed(.json("5"))
        _ = try await drained

        let task = try #require(try await next.task(id))
        #expect(task.state == .succeeded)
        #expect(task.runCount == 2)
        #expect(task.lostLeaseCount == 1)
        #expect(try await next.runs(of: id).map(\.outcome) == [.lost, .succeeded])
        #expect(key != nil)
        #expect(again.context.idempotencyKey == key)
    }

    @Test("B38: an executor that abandons a task ends it, and this is reported before it is stored")
    func abandons() async throws {
        let executors = DurableExecutors()
        let runs = Book<String>()
        executors.on(Resize.self) { task, _ in
            runs.write(task.path)
            return .abandon(TestError("no such file"))
        }
        let announced = Book<TaskState?>()
        let store = ground.store
        let queue = ground.executing(
            executors,
            hooks: DurableHooks(willAbandon: { task, error in
                #expect("\(error)" == "no such file")
                announced.write(task.state)
            })
        )
        let handle = try await queue.enqueue(Resize(path: "a"))
        try await queue.drain()
        ground.clock.move(by: .seconds(1_000_000))
        try await queue.drain()

        #expect(runs.entries == ["a"])
        #expect(announced.entries == [.running])
        let task = try await store.task(handle.id)
        #expect(task?.deathReason == .abandoned)
        #expect(task?.lastError == "no such file")
    }

    @Test("B38: a task without remaining runs goes to the dead letters with its last error")
    func exhausts() async throws {
        let executors = DurableExecutors()
        let runs = Book<Int>()
        executors.on(Resize.self) { _, _ in
            runs.write(1)
            return .failure(TestError("failure \(runs.count)"))
        }
        let queue = ground.executing(executors)
        let handle = try await queue.enqueue(
            Resize(path: "a"),
            .durability(NetTaskDurability(maxRunCount: 3, interval: .seconds(10)))
        )
        for _ in 0..<6 {
            try await queue.drain()
            ground.clock.move(by: .seconds(100))
        }

        #expect(runs.count == 3)
        guard case .failure(.dead(.exhausted, let message, .other(let error)?)) = await handle.result else {
            Issue.record("\(await handle.result)")
            return
        }
        #expect(message == "failure 3")
        #expect("\(error)" == "failure 3")
    }

    @Test("B38: a task that is always retried never goes to the dead letters")
    func alwaysRetried() async throws {
        let executors = DurableExecutors()
        executors.on(Resize.self) { _, _ in .failure(TestError()) }
        let queue = ground.executing(executors)
        let handle = try await queue.enqueue(Resize(path: "a"), .durability(NetTaskDurability(maxRunCount: .max)))
        for _ in 0..<80 {
            try await queue.drain()
            ground.clock.move(by: .seconds(8 * 3600))
        }

        let task = try await handle.status()
        #expect(task.runCount == 80)
        #expect(task.state == .waiting)
        #expect(task.dueAt <= ground.now)
    }

    @Test("B39: a task is run at its date, not earlier, without another call")
    func notBefore() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = ground.queue(startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 17), .notBefore(ground.now + 30))

        try await ground.clock.sleeper(until: .seconds(30))
        #expect(ground.mock.requests.isEmpty)
        try await ground.clock.advance(to: .seconds(30))

        #expect(try await handle.value == 5)
    }

    @Test("B39: with nothing to do, the queue sleeps for an hour")
    func noPolling() async throws {
        let queue = ground.queue(startsSuspended: false)
        queue.register(PlaceOrder.self)

        try await ground.clock.sleeper(until: .seconds(3600))
        #expect(ground.clock.sleeperCount == 1)
    }

    @Test("B39: due tasks run by date and then by the order in which they were enqueued")
    func orderOfDates() async throws {
        ground.mock.on(PlaceOrder.self) { task, _ in .json("\(task.article)") }
        let queue = ground.queue(limit: 1)
        let date = ground.now
        try await queue.enqueue(PlaceOrder(article: 3), .notBefore(date + 2))
        try await queue.enqueue(PlaceOrder(article: 1), .notBefore(date + 1))
        try await queue.enqueue(PlaceOrder(article: 2), .notBefore(date + 1))
        ground.clock.move(by: .seconds(5))
        try await queue.drain()

        #expect(ground.mock.calls(of: PlaceOrder.self).map(\.task.article) == [1, 2, 3])
    }

    @Test("B39: a hook may replace the date of the next run")
    func hookDate() async throws {
        let executors = DurableExecutors()
        executors.on(Resize.self) { _, _ in .failure(TestError()) }
        let chosen = ground.now + 86_400
        let offered = Book<Date>()
        let queue = ground.executing(
            executors,
            hooks: DurableHooks(willDelay: { _, _, date in
                offered.write(date)
                return chosen
            })
        )
        let handle = try await queue.enqueue(Resize(path: "a"))
        try await queue.drain()

        #expect(try await handle.status().dueAt == chosen)
        let offer = try #require(offered.entries.first).timeIntervalSince(ground.now)
        #expect((10...12).contains(offer))
    }

    @Test("B40: tasks of an unregistered kind are kept, reported, and run after its registration")
    func unknownKind() async throws {
        let first = ground.queue()
        let id = try await first.enqueue(PlaceOrder(article: 17)).id
        await first.shutdown()
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }

        let next = ground.queue()
        let report = try await next.drain()
        #expect(report.ran == 0)
        #expect(report.left == 1)
        let unknown = [TaskCount(kind: "Shop.PlaceOrder", state: .waiting, count: 1)]
        #expect(try await next.unregisteredKinds() == unknown)

        next.register(DurableHTTPNetTasks([PlaceOrder.self]))
        try await next.drain()
        #expect(try await next.unregisteredKinds() == [])
        #expect(try await next.task(id)?.state == .succeeded)
    }

    @Test("B40: an unreadable task is kept with the error, and tried again in the next process")
    func undecodable() async throws {
        let queue = ground.queue()
        var broken = NewTask(kind: "Shop.PlaceOrder", payload: Data("{}".utf8), idempotencyKey: "k")
        broken.specVersion = "0.9"
        _ = try await ground.store.insert([broken], now: ground.now)
        queue.register(PlaceOrder.self)
        try await queue.drain()

        let dead = try #require(try await queue.deadLetters(reasons: [.undecodable]).first)
        #expect(dead.lastError?.contains("PlaceOrder cannot be decoded from the stored task of version 0.9") == true)
        #expect(dead.task.payload == Data("{}".utf8))
        await queue.shutdown()

        let next = ground.queue()
        next.register(PlaceOrder.self)
        try await next.drain()
        #expect(try await next.runs(of: dead.id).map(\.outcome) == [.died, .died])
    }

    @Test("B40: a dependent task runs after its dependency has succeeded")
    func dependent() async throws {
        ground.mock.on(PlaceOrder.self) { task, _ in .json("\(task.article)") }
        let queue = ground.queue()
        let first = try await queue.enqueue(PlaceOrder(article: 1), .notBefore(ground.now + 60))
        let second = try await queue.enqueue(PlaceOrder(article: 2), .after(first))
        try await queue.drain()
        #expect(try await second.status().state == .blocked)

        ground.clock.move(by: .seconds(60))
        try await queue.drain()
        #expect(ground.mock.calls(of: PlaceOrder.self).map(\.task.article) == [1, 2])
    }
}
