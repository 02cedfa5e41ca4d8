import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskCore

@Suite("Drain, shutdown and inspection", .timeLimit(.minutes(5)))
struct QueueEndTests {
    @Test("`drain` returns when the last task has ended, including those added meanwhile")
    func drain() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.add("a")
        let drained = Task { await text.queue.drain() }
        let attempt = try await text.handler.next()
        text.add("b")
        attempt.succeed()
        let last = try await text.handler.next()
        // then
        #expect(text.queue.count == 1)
        // when
        last.succeed()
        await drained.value
        // then
        #expect(text.queue.count == 0)
        await text.queue.drain()
    }

    @Test("`drain` ends when its caller is cancelled, and the tasks continue")
    func cancelledDrain() async throws {
        // given
        let text = TextQueue()
        text.add("a")
        let drained = Task { await text.queue.drain() }
        // when
        drained.cancel()
        await drained.value
        // then
        #expect(text.queue.count == 1)
        try await text.answer(1)
    }

    @Test("`drain` does not return between two tasks of a serial group")
    func drainOfSerialGroup() async throws {
        // given
        let text = TextQueue(duplicates: .coalesce)
        let scheduler = text.queue.core.scheduler
        let counts = Box<[Int]>([])
        let wasDrained = Box<[Bool]>([])
        // It shares its run with the first task of the group, and is notified of the end before the group.
        text.add("a").record.whenEnded { _ in
            counts.value.append(text.queue.count)
            wasDrained.value.append(scheduler.withLock { $0.isDrained })
        }
        // when
        let group = text.queue.add(NetTaskGroup(.serial, [Say("a"), Say("b")]))
        try await text.answer(2)
        try await group.value
        // then
        #expect(counts.value == [0])
        #expect(wasDrained.value == [false])
        await text.queue.drain()
        #expect(scheduler.withLock { $0.isDrained })
    }

    @Test("`shutdown` cancels waiting tasks, lets running tasks end, and rejects new ones")
    func shutdown() async throws {
        // given
        let text = TextQueue(limit: 1)
        let running = text.add("a", retries(1))
        let waiting = text.add("b")
        let attempt = try await text.handler.next()
        // when
        let end = Task { await text.queue.shutdown(grace: .seconds(10)) }
        _ = await waiting.result
        let late = text.add("c")
        // then
        #expect(waiting.cancellationReason == .queueShutDown)
        #expect(late.cancellationReason == .queueShutDown)
        #expect(running.status.phase == .running)
        // when
        attempt.succeed("x")
        await end.value
        // then
        #expect(try await running.value == "X")
        #expect(text.queue.count == 0)
        #expect(text.handler.requests == ["a"])
    }

    @Test("A running task that fails while the queue is shut down is not retried")
    func shutdownRetry() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a", retries(3))
        let waiting = text.add("b", .notBefore(text.date(in: 99)))
        let attempt = try await text.handler.next()
        let end = Task { await text.queue.shutdown() }
        _ = await waiting.result
        // when
        attempt.fail(TestError.transient)
        await end.value
        // then
        #expect(handle.status.phase == .failed)
    }

    @Test("After the grace time running tasks are cancelled")
    func grace() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a")
        _ = try await text.handler.next()
        // when
        let end = Task { await text.queue.shutdown(grace: .seconds(10)) }
        try await text.clock.advance(to: .seconds(10))
        await end.value
        // then
        #expect(handle.cancellationReason == .queueShutDown)
    }

    @Test("Cancelling a shutdown's caller ends the grace time")
    func cancelledShutdown() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a")
        _ = try await text.handler.next()
        // when
        let end = Task { await text.queue.shutdown(grace: .seconds(10)) }
        end.cancel()
        await end.value
        // then
        #expect(handle.cancellationReason == .queueShutDown)
    }

    @Test("`tasks` has the status of each task at one moment, in the order of adding")
    func tasks() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.add("a", retries(1))
        text.add("b", .tag("x"), .tag("y"))
        text.add("c", .priority(.low))
        try await text.handler.next().fail(TestError.transient)
        _ = try await text.handler.next()
        // when
        let tasks = text.queue.tasks
        // then
        #expect(tasks.map { ($0.task as? Say)?.word } == ["a", "b", "c"])
        #expect(tasks.map(\.phase) == [.retrying, .running, .waiting])
        #expect(tasks.map(\.attempt) == [1, 1, 0])
        #expect(tasks.map(\.priority) == [.normal, .normal, .low])
        #expect(tasks.map(\.tags) == [[], ["x", "y"], []])
        #expect(tasks[0].name == "Say")
        #expect(tasks.count == text.queue.count)
        text.queue.cancelAll()
    }

    @Test("B28: cancelling by tag or by type ends those tasks and no others, waiting or running")
    func cancelSome() async throws {
        // given
        let text = TextQueue(limit: 2)
        let tagged = [text.add("a", .tag("x")), text.add("b", .tag("y"), .tag("x"))]
        let other = text.add("c", .tag("y"))
        let otherType = text.queue.add(SayInTime(word: "d"))
        // when
        text.queue.cancel(tag: "x")
        // then
        #expect(tagged.map(\.cancellationReason) == [.tag("x"), .tag("x")])
        #expect(text.queue.count == 2)
        #expect(otherType.status.phase == .running)
        // when
        text.queue.cancel(id: otherType.id)
        text.queue.cancel(id: NetTaskID())
        // then
        #expect(text.queue.tasks.map(\.id) == [other.id])
        // when
        let again = text.queue.add(SayInTime(word: "e"))
        text.queue.cancel(Say.self)
        // then
        #expect(other.cancellationReason == .type)
        #expect(again.status.phase == .running)
        text.queue.cancelAll()
        #expect(text.queue.count == 0)
    }
}
