import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Cancellation", .timeLimit(.minutes(5)))
struct CancellationTests {
    let handler = TextHandler(disposition: TestError.disposition)
    let clock = TestClock()

    private func makeQueue(limit: Int = 0) -> TestQueue {
        TestQueue(limit: limit, handler: handler, clock: clock)
    }

    @Test("B28: a waiting task that is cancelled leaves at once and is never sent")
    func waiting() async throws {
        // given
        let queue = makeQueue(limit: 1)
        _ = queue.add(Say("a"))
        let second = queue.add(Say("b"))
        _ = queue.add(Say("c"))
        let call = try await handler.next()
        // when
        second.cancel()
        // then
        #expect(queue.count == 2)
        #expect(second.status.phase == .cancelled)
        #expect(second.status.attempt == 0)
        call.succeed()
        try await handler.next().succeed()
        #expect(handler.requests == ["a", "c"])
    }

    @Test("B29: a running task that is cancelled ends as cancelled, and its transport is cancelled")
    func running() async throws {
        // given
        let queue = makeQueue(limit: 1)
        let handle = queue.add(Say("a"), retries(3))
        _ = queue.add(Say("b"))
        let call = try await handler.next()
        // when
        handle.cancel()
        // then
        let result = await handle.result
        guard case .failure(.cancelled(.handle)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(try await handler.next().request == "b")
        #expect(call.isCancelled)
        #expect(queue.count == 1)
        queue.cancelAll()
    }

    @Test("B30: a task cancelled in its retry wait makes no further attempt")
    func retryWait() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(Say("a"), retries(1))
        try await handler.next().fail(TestError.transient)
        try await clock.sleeper(until: .seconds(1))
        // when
        handle.cancel()
        clock.move(by: .seconds(5))
        // then
        #expect(handle.status.phase == .cancelled)
        #expect(queue.count == 0)
        #expect(handler.requests == ["a"])
    }

    @Test("B30: cancelling after the end, or twice, has no effect")
    func afterTheEnd() async throws {
        // given
        let queue = makeQueue()
        let done = queue.add(Say("a"))
        try await handler.next().succeed("b")
        _ = try await done.value
        let cancelled = queue.add(Say("c"))
        cancelled.cancel()
        // when
        done.cancel()
        cancelled.cancel()
        queue.cancelAll()
        // then
        #expect(done.status.phase == .succeeded)
        guard case .failure(.cancelled(.handle))? = cancelled.status.result else {
            Issue.record("the first reason is lost")
            return
        }
    }

    @Test("Cancelling the caller of `run` cancels its task")
    func callerOfRun() async throws {
        // given
        let queue = makeQueue()
        let caller = Task { try await queue.run(Say("a")) }
        let call = try await handler.next()
        // when
        caller.cancel()
        // then
        await #expect(throws: NetTaskError<Never>.self) { try await caller.value }
        #expect(call.isCancelled)
        #expect(queue.count == 0)
    }

    @Test("A caller that is cancelled already sends nothing")
    func cancelledCaller() async {
        // given
        let queue = makeQueue()
        let caller = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await queue.run(Say("a"))
        }
        // when
        caller.cancel()
        // then
        await #expect(throws: NetTaskError<Never>.self) { try await caller.value }
        #expect(handler.requests.isEmpty)
    }

    @Test("Cancelling a caller that awaits `value` does not cancel the task")
    func callerOfValue() async throws {
        // given
        let handle = makeQueue().add(Say("a"))
        let caller = Task { try await handle.value }
        let call = try await handler.next()
        // when
        caller.cancel()
        call.succeed("b")
        // then
        #expect(try await caller.value == "B")
    }

    @Test("`cancelAll` ends waiting, running and retrying tasks, and later ones run")
    func all() async throws {
        // given
        let queue = makeQueue(limit: 1)
        let retrying = queue.add(Say("a"), retries(1))
        let running = queue.add(Say("b"))
        let waiting = queue.add(Say("c"))
        try await handler.next().fail(TestError.transient)
        _ = try await handler.next()
        // when
        queue.cancelAll()
        // then
        for handle in [retrying, running, waiting] {
            guard case .failure(.cancelled(.queue))? = handle.status.result else {
                Issue.record("not cancelled")
                return
            }
        }
        #expect(queue.count == 0)
        _ = queue.add(Say("d"))
        #expect(try await handler.next().request == "d")
        queue.cancelAll()
    }
}
