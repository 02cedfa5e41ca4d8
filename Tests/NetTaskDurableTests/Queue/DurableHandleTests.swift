import Foundation
import HTTPTypes
@testable import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A handle of a durable task", .timeLimit(.minutes(5)))
struct DurableHandleTests {
    let ground = Ground()

    @Test("reports the events from waiting to the end")
    func events() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in
            ground.mock.requests.count == 1 ? .status(500) : .json("5")
        }
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        let events = handle.events
        var seen: [String] = []
        var iterator = events.makeAsyncIterator()
        if case .waiting? = await iterator.next() { seen.append("waiting") }
        try await queue.drain()
        ground.clock.move(by: .seconds(12))
        try await queue.drain()
        while let event = await iterator.next() {
            switch event {
            case .waiting: seen.append("waiting")
            case .started(let run): seen.append("started \(run)")
            case .delayed(_, let error): seen.append("delayed \(error.contains("500"))")
            case .pending: seen.append("pending")
            case .ended(let result): seen.append("ended \((try? result.get()) ?? 0)")
            }
        }

        #expect(seen == ["waiting", "started 1", "delayed true", "started 2", "ended 5"])
    }

    @Test("has the enqueued task until it has succeeded")
    func task() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
        let queue = ground.queue()
        let id = try await queue.enqueue(PlaceOrder(article: 17)).id
        let handle = queue.handle(for: id, of: PlaceOrder.self)

        #expect(try await handle.task() == PlaceOrder(article: 17))
        try await queue.drain()
        #expect(try await handle.task() == nil)
    }

    @Test("of an earlier process reads the response from the stored reply")
    func keptReply() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let first = ground.queue()
        let id = try await first.enqueue(PlaceOrder(article: 17)).id
        try await first.drain()
        await first.shutdown()

        let next = ground.queue(store: ground.otherStore())

        #expect(try await next.handle(for: id, of: PlaceOrder.self).value == 42)
    }

    @Test("of a task whose reply is not stored reports this after a relaunch")
    func notKept() async throws {
        ground.mock.on(Secretive.self) { _, _ in .json("42") }
        let first = ground.queue()
        let handle = try await first.enqueue(Secretive())
        try await first.drain()
        #expect(try await handle.value == 42)
        #expect(try await handle.status().reply == nil)

        let next = ground.queue(store: ground.otherStore())
        guard case .failure(.responseNotKept) = await next.handle(for: handle.id, of: Secretive.self).result else {
            Issue.record("the response cannot be there")
            return
        }
    }

    @Test("is notified of an end in another process")
    func otherProcess() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let ends = Book<DurableTaskID>()
        let here = ground.queue()
        here.onEnd(of: PlaceOrder.self) { ends.write($0.id) }
        let handle = try await here.enqueue(PlaceOrder(article: 17))
        async let value = handle.value

        let there = ground.queue(store: ground.otherStore())
        there.register(PlaceOrder.self)
        try await there.drain()

        #expect(try await value == 42)
        #expect(ends.entries == [handle.id])
    }

    @Test("with an id that the store does not know ends as unknown")
    func unknown() async throws {
        let queue = ground.queue()
        let handle = queue.handle(for: DurableTaskID(rawValue: 99), of: PlaceOrder.self)

        guard case .failure(.unknown) = await handle.result else {
            Issue.record("there is no such task")
            return
        }
    }

    @Test("of another type than the task ends as unknown at once, and does not affect the right one")
    func wrongType() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("42") }
        let queue = ground.queue()
        let right = try await queue.enqueue(PlaceOrder(article: 17))
        let wrong = queue.handle(for: right.id, of: Secretive.self)

        guard case .failure(.unknown) = await wrong.result else {
            Issue.record("the task is of another type")
            return
        }
        try await queue.drain()
        #expect(try await right.value == 42)
    }

    @Test("of another type than the task ends as unknown also in the middle of a run")
    func wrongTypeWhileRunning() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let right = try await queue.enqueue(PlaceOrder(article: 17))
        let attempt = try await handler.next()

        guard case .failure(.unknown) = await queue.handle(for: right.id, of: Secretive.self).result else {
            Issue.record("the task is of another type")
            return
        }
        attempt.succeed(.json("42"))
        #expect(try await right.value == 42)
    }

    @Test("is notified once of each run that is followed by another, although its task is read again")
    func delayedOnce() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in
            switch ground.mock.requests.count {
            case 1: .status(500)
            case 2: .status(429, headers: [.retryAfter: "3600"])
            default: .json("5")
            }
        }
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        let events = handle.events
        for _ in 0..<3 {
            try await queue.drain()
            try await queue.core.refresh(handle.record)
            ground.clock.move(by: .seconds(4000))
        }
        var delays = 0
        for await event in events {
            if case .delayed = event { delays += 1 }
        }

        #expect(delays == 2)
    }

    @Test("B44: of a task that a server's limit holds for long reports a delay, and no run is counted")
    func heldLane() async throws {
        let transport = HTTPMockTransport { request in
            request.number == 1 ? .status(429, headers: [.retryAfter: "3600"]) : .json("5")
        }
        let clock = ground.clock
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.timeouts = .none
            $0.clock = clock
            $0.wallClock = { clock.date }
        }
        let queue = ground.queue(handler: handler, limit: 1)
        let first = try await queue.enqueue(PlaceOrder(article: 1))
        let second = try await queue.enqueue(PlaceOrder(article: 2))
        try await queue.drain()

        #expect(transport.requests.count == 1)
        for handle in [first, second] {
            #expect(try await handle.status().state == .waiting)
            #expect(try await handle.status().runCount == 0)
        }
        ground.clock.move(by: .seconds(3600))
        try await queue.drain()
        #expect(try await first.value == 5)
        #expect(try await second.value == 5)
    }

    @Test("recognizes a delay whose date the store has rounded")
    func roundedDate() async throws {
        let record = DurableRecord<PlaceOrder>(DurableTaskID(rawValue: 1))
        var stored = StoredTask(
            id: record.id,
            task: NewTask(kind: "Shop.PlaceOrder", payload: Data(), idempotencyKey: "k"),
            enqueuedAt: ground.now
        )
        stored.runCount = 1
        stored.lastError = "no"
        stored.dueAt = ground.now + 10
        let events = record.events()
        record.delayed(until: ground.now + 10.0004, error: "no", run: 1)
        record.update(stored, nil)
        record.end(.success(5))
        var count = 0
        for await _ in events { count += 1 }

        #expect(count == 2)
    }

    @Test("that is awaited ends with an error when the store is closed")
    func closedStore() async throws {
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 17))
        await ground.store.close()

        guard case .failure(.store(.closed)) = await handle.result else {
            Issue.record("the store is closed")
            return
        }
    }

    @Test("cancels a running task, and ignores its later result")
    func cancelRunning() async throws {
        let handler = HTTPManualHandler(endsWhenCancelled: false)
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 17))
        let attempt = try await handler.next()

        try await handle.cancel()
        attempt.succeed(.json("1"))

        guard case .failure(.cancelled("The task was cancelled")) = await handle.result else {
            Issue.record("\(await handle.result)")
            return
        }
        #expect(attempt.isCancelled)
        #expect(try await handle.status().state == .cancelled)
    }

    @Test("changes the priority, which affects the order of the task")
    func priority() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = ground.queue(limit: 1)
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.enqueue(PlaceOrder(article: 2)).setPriority(.high)
        try await queue.drain()

        #expect(ground.mock.calls(of: PlaceOrder.self).map(\.task.article) == [2, 1])
    }

    @Test("created again after a retry of a dead letter reports the next end")
    func retried() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in
            ground.mock.requests.count == 1 ? .status(404) : .json("5")
        }
        let queue = ground.queue()
        let old = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        guard case .failure(.dead(.abandoned, _, .status?)) = await old.result else {
            Issue.record("\(await old.result)")
            return
        }
        #expect(try await queue.retry([old.id]) == [old.id])
        let new = queue.handle(for: old.id, of: PlaceOrder.self)
        try await queue.drain()

        #expect(try await new.value == 5)
    }
}

/// Its reply must not be stored.
private struct Secretive: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int
    static let storedForm = StoredForm(kind: "Secretive")
    static let keepsReply = false
    var uri: String { "https://shop.test/secret" }
}
