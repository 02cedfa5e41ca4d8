import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Priorities and order", .timeLimit(.minutes(5)))
struct PriorityTests {
    @Test("The highest priority starts first, and tasks of one priority in the order of adding")
    func priorities() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.queue.suspend()
        for (number, priority) in [NetTaskPriority.low, .veryHigh, .normal, .veryLow, .high].enumerated() {
            text.add("\(priority) \(number)", .priority(priority))
            text.add("\(priority) \(number)!", .priority(priority))
        }
        // when
        text.queue.resume()
        // then
        #expect(
            try await text.answer(10) == [
                "veryHigh 1", "veryHigh 1!", "high 4", "high 4!", "normal 2", "normal 2!", "low 0", "low 0!",
                "veryLow 3", "veryLow 3!",
            ]
        )
    }

    @Test("A priority can be changed while the task waits; the task is then the last of the new priority")
    func change() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.queue.suspend()
        text.add("a")
        text.add("b", .priority(.high))
        let handle = text.add("c")
        text.add("d")
        // when
        handle.setPriority(.high)
        #expect(text.queue.tasks.map(\.priority) == [.normal, .high, .high, .normal])
        handle.setPriority(.veryHigh)
        handle.setPriority(.high)
        text.queue.resume()
        // then
        #expect(try await text.answer(4) == ["b", "c", "a", "d"])
    }

    @Test("Setting the same priority again keeps a task's place")
    func samePriority() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.queue.suspend()
        let handle = text.add("a")
        text.add("b")
        // when
        handle.setPriority(.normal)
        text.queue.resume()
        // then
        #expect(try await text.answer(2) == ["a", "b"])
    }

    @Test("A new priority of a running task applies to its retry")
    func retry() async throws {
        // given
        let text = TextQueue(limit: 1)
        let handle = text.add("a", retries(1, interval: .zero))
        text.add("b")
        let attempt = try await text.handler.next()
        // when
        handle.setPriority(.high)
        attempt.fail(TestError.transient)
        // then
        #expect(try await text.answer(2) == ["a", "b"])
    }

    @Test("After the end a priority has no effect")
    func ended() async throws {
        let text = TextQueue()
        let handle = text.add("a")
        try await text.answer(1)
        _ = try await handle.value
        handle.setPriority(.high)
        #expect(handle.status.phase == .succeeded)
        #expect(text.queue.count == 0)
    }

    @Test("With lifo the task added last starts first, within its priority; running tasks are not affected")
    func lifo() async throws {
        // given
        let text = TextQueue(limit: 1, order: .lifo)
        text.add("a")
        text.add("b")
        text.add("c", .priority(.high))
        text.add("d")
        text.add("e", .priority(.high))
        // then
        #expect(try await text.answer(5) == ["a", "e", "c", "d", "b"])
    }

    @Test("The order can be changed while tasks wait")
    func orderChange() async throws {
        // given
        let text = TextQueue(limit: 1)
        for word in ["a", "b", "c", "d"] { text.add(word) }
        #expect(text.queue.order == .fifo)
        let first = try await text.handler.next()
        // when
        text.queue.order = .lifo
        first.succeed()
        let second = try await text.handler.next()
        text.queue.order = .fifo
        second.succeed()
        // then
        #expect(try await text.answer(2) == ["b", "c"])
        #expect(text.handler.requests == ["a", "d", "b", "c"])
    }

    @Test("A task that joins a run with a higher thread priority raises that of the run, waiting or running")
    func sharedThreadPriority() async throws {
        // given
        let handler = PriorityHandler()
        let queue = TestQueue(duplicates: .coalesce, handler: handler)
        let added = Box(0)
        func add(_ word: String, _ priority: TaskPriority) async {
            let count = added.value
            // Not awaited, because awaiting would raise its priority.
            Task.detached(priority: priority) {
                queue.add(Say(word))
                added.update { $0 += 1 }
            }
            while added.value == count { await Task.yield() }
        }
        queue.suspend()
        await add("waits", .background)
        // when
        await add("waits", .high)
        queue.resume()
        // then
        #expect(await handler.first() == .high)
        // when
        await add("runs", .background)
        #expect(await handler.first() == .background)
        await add("runs", .high)
        // then
        #expect(await handler.first() == .high)
        queue.cancelAll()
    }
}

extension PriorityTests {
    @Test("An attempt runs with the thread priority of the caller that added its task, regardless of earlier attempts")
    func ownThreadPriority() async throws {
        // given
        let handler = PriorityHandler()
        let queue = TestQueue(limit: 1, handler: handler)
        queue.suspend()
        for (word, priority) in [("a", TaskPriority.background), ("b", .high)] {
            let isAdded = Box(false)
            // Not awaited, because awaiting would raise its priority.
            Task.detached(priority: priority) {
                queue.add(Say(word))
                isAdded.update { $0 = true }
            }
            while !isAdded.value { await Task.yield() }
        }
        // when
        queue.resume()
        // then
        #expect(await handler.first() == .background)
        #expect(await handler.first() == .high)
    }
}

/// Records the priority of attempts, and each change of it.
private final class PriorityHandler: NetTaskQueueHandler {
    private let priorities = Box<[TaskPriority]>([])

    func first() async -> TaskPriority {
        while priorities.value.isEmpty { await Task.yield() }
        return priorities.update { $0.removeFirst() }
    }

    func send(_ request: String, context: NetTaskContext) async throws -> String {
        var last: TaskPriority?
        while request == "runs" || last == nil {
            if Task.currentPriority != last {
                last = Task.currentPriority
                priorities.update { $0.append(Task.currentPriority) }
            }
            try Task.checkCancellation()
            await Task.yield()
        }
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}
