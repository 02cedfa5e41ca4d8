import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Dependencies", .timeLimit(.minutes(5)))
struct DependencyTests {
    @Test("A task starts when all it depends on have succeeded, and takes no slot until then")
    func success() async throws {
        // given
        let text = TextQueue(limit: 2)
        let first = text.add("a")
        let second = text.add("b")
        let third = text.add("c", .after(first), .after(second))
        text.add("d")
        let attempts = [try await text.handler.next(), try await text.handler.next()]
        // when
        attempts.first { $0.request == "a" }?.succeed()
        // then
        #expect(try await text.handler.next().request == "d")
        #expect(third.status.phase == .waiting)
        // when
        attempts.first { $0.request == "b" }?.succeed()
        // then
        #expect(try await text.handler.next().request == "c")
        text.queue.cancelAll()
    }

    @Test("A dependent of a failed task ends as cancelled with the reason, and so do its own dependents")
    func failure() async throws {
        // given
        let text = TextQueue()
        let first = text.add("a")
        let second = text.add("b", .after(first))
        let third = text.add("c", .after(second))
        // when
        try await text.handler.next().fail(TestError.final)
        _ = await third.result
        // then
        #expect(second.cancellationReason == .dependency(first.id))
        #expect(third.cancellationReason == .dependency(second.id))
        #expect(text.handler.requests == ["a"])
        #expect(text.queue.count == 0)
    }

    @Test("A dependent waits for the last retry, not for the first failure")
    func retry() async throws {
        // given
        let text = TextQueue()
        let first = text.add("a", retries(1, interval: .zero))
        let second = text.add("b", .after(first))
        // when
        try await text.handler.next().fail(TestError.transient)
        let retry = try await text.handler.next()
        // then
        #expect(second.status.phase == .waiting)
        // when
        retry.succeed()
        // then
        #expect(try await text.handler.next().request == "b")
        text.queue.cancelAll()
    }

    @Test("A dependent with the policy `run` runs after a failure or a cancellation, too", arguments: [true, false])
    func runAnyway(isCancelled: Bool) async throws {
        // given
        let text = TextQueue()
        let first = text.add("a")
        text.add("b", .after(first, onFailure: .run))
        let attempt = try await text.handler.next()
        // when
        if isCancelled { first.cancel() } else { attempt.fail(TestError.final) }
        // then
        #expect(try await text.answer(1) == ["b"])
    }

    @Test("A dependent of an ended task follows that task's end")
    func endedBefore() async throws {
        // given
        let text = TextQueue()
        let good = text.add("good")
        try await text.answer(1)
        _ = await good.result
        let bad = text.add("bad", .notBefore(text.date(in: 1_000_000)))
        bad.cancel()
        // when
        text.add("a", .after(good))
        let cancelled = text.add("b", .after(bad))
        text.add("c", .after(bad, onFailure: .run))
        // then
        #expect(cancelled.cancellationReason == .dependency(bad.id))
        #expect(Set(try await text.answer(2)) == ["a", "c"])
    }

    @Test("A cycle is rejected with its path, and changes nothing")
    func cycle() async throws {
        // given
        let text = TextQueue()
        text.queue.suspend()
        let first = text.add("a")
        let second = text.add("b", .after(first))
        let third = text.add("c", .after(second))
        // then
        let error = #expect(throws: NetTaskDependencyError.self) { try first.depend(on: third) }
        #expect(error == .cycle([first.id, third.id, second.id, first.id]))
        #expect(error?.description == "The tasks would depend on each other: #1 after #3 after #2 after #1")
        #expect(throws: NetTaskDependencyError.cycle([first.id, first.id])) { try first.depend(on: first) }
        text.queue.resume()
        #expect(try await text.answer(3) == ["a", "b", "c"])
    }

    @Test("A dependency can be added while a task waits, and not once it has started")
    func addedLater() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.queue.suspend()
        let first = text.add("a")
        let second = text.add("b")
        // when
        try first.depend(on: second)
        text.queue.resume()
        let attempt = try await text.handler.next()
        // then
        #expect(attempt.request == "b")
        #expect(throws: NetTaskDependencyError.started(second.id)) { try second.depend(on: first) }
        attempt.succeed()
        #expect(try await text.handler.next().request == "a")
        #expect(throws: NetTaskDependencyError.started(first.id)) { try first.depend(on: second) }
        text.queue.cancelAll()
    }

    @Test("A dependency on a task that has failed, added later, cancels at once")
    func addedLaterOnFailed() async throws {
        // given
        let text = TextQueue()
        text.queue.suspend()
        let failed = text.add("a")
        failed.cancel()
        let handle = text.add("b")
        // when
        try handle.depend(on: failed)
        // then
        #expect(handle.cancellationReason == .dependency(failed.id))
    }

    @Test("A dependency on a task of another queue is an error with the fix")
    func otherQueue() async throws {
        // given
        let text = TextQueue()
        let other = TextQueue()
        other.queue.suspend()
        let stranger = other.add("a")
        // when
        let handle = text.add("b", .after(stranger))
        // then
        guard case .failure(.other(let error)) = await handle.result else {
            Issue.record("accepted")
            return
        }
        #expect(error as? NetTaskDependencyError == .otherQueue)
        text.queue.suspend()
        #expect(throws: NetTaskDependencyError.otherQueue) { try text.add("c").depend(on: stranger) }
        text.queue.cancelAll()
        other.queue.cancelAll()
    }

    @Test("A task waits for its date and for its dependency")
    func date() async throws {
        // given
        let text = TextQueue()
        let first = text.add("a")
        let handle = text.add("b", .after(first), .notBefore(text.date(in: 5)))
        // when
        try await text.answer(1)
        _ = await first.result
        // then
        #expect(handle.status.phase == .waiting)
        // when
        try await text.clock.advance(to: .seconds(5))
        // then
        #expect(try await text.answer(1) == ["b"])
    }
}
