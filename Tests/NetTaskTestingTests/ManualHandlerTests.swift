import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Manual handler", .timeLimit(.minutes(5)))
struct ManualHandlerTests {
    let handler = ManualHandler<String, String>()

    private func makeQueue(limit: Int = 0) -> NetTaskQueue<String, String> {
        NetTaskQueue(limit: limit, handler: handler, clock: TestClock())
    }

    @Test("The test ends attempts, in any order")
    func anyOrder() async throws {
        // given
        let queue = makeQueue(limit: 2)
        let first = queue.add(Say(word: "a"))
        let attempt = try await handler.next()
        let second = queue.add(Say(word: "b"))
        let other = try await handler.next()
        // when
        other.succeed("B")
        // then
        #expect(try await second.value == "B")
        #expect(first.status.phase == .running)
        // when
        attempt.fail(Trouble())
        // then
        guard case .failure(.other(let error)) = await first.result else { return #expect(Bool(false)) }
        #expect(error is Trouble)
    }

    @Test("A handler without references is released, with ended attempts that no test took")
    func goes() async {
        // given
        weak var weakHandler: ManualHandler<String, String>?
        do {
            let handler = ManualHandler<String, String>()
            weakHandler = handler
            let handle = NetTaskQueue(handler: handler).add(Say(word: "a"))
            while handler.inFlightCount == 0 { await Task.yield() }
            // when
            handle.cancel()
        }
        // then
        while weakHandler != nil, !Task.isCancelled { await Task.yield() }
        #expect(weakHandler == nil)
    }

    @Test("The next attempt can be awaited, and is returned once")
    func next() async throws {
        // given
        let queue = makeQueue(limit: 1)
        async let waited = handler.next()
        for _ in 0..<100 { await Task.yield() }
        // when
        _ = queue.add(Say(word: "a"))
        _ = queue.add(Say(word: "b"))
        // then
        let first = try await waited
        #expect(first.request == "a")
        first.succeed("")
        #expect(try await handler.next().request == "b")
        queue.cancelAll()
    }

    @Test("A caller that waits for an attempt can be cancelled")
    func cancelledWait() async {
        // given
        let waiting = Task { try await handler.next() }
        for _ in 0..<100 { await Task.yield() }
        // when
        waiting.cancel()
        // then
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("An attempt knows its task, and its number")
    func context() async throws {
        // given
        _ = makeQueue().add(Say(word: "a"), .retry(RetryPolicy(maxRetryCount: 1, interval: .zero)))
        // when
        try await handler.next().fail(Trouble())
        let attempt = try await handler.next()
        // then
        #expect((attempt.context.task as? Say)?.word == "a")
        #expect(attempt.context.attempt == 2)
        #expect(handler.calls(of: Say.self).map(\.attempt) == [1, 2])
        #expect(handler.requests == ["a", "a"])
        attempt.succeed("")
    }

    @Test("An attempt whose task is cancelled is notified, and ends by itself")
    func cancelled() async throws {
        // given
        let handle = makeQueue().add(Say(word: "a"))
        let attempt = try await handler.next()
        #expect(!attempt.isCancelled)
        // when
        handle.cancel()
        // then
        #expect(attempt.isCancelled)
        #expect(handler.inFlightCount == 0)
    }

    @Test("With the setting to ignore cancellation, attempts stay open until they are answered")
    func staysOpen() async throws {
        // given
        let handler = ManualHandler<String, String>(endsWhenCancelled: false)
        let handle = NetTaskQueue(handler: handler).add(Say(word: "a"))
        let attempt = try await handler.next()
        // when
        handle.cancel()
        // then
        #expect(attempt.isCancelled)
        #expect(handler.inFlightCount == 1)
        attempt.succeed("late")
        #expect(handler.inFlightCount == 0)
        attempt.succeed("again")
        #expect(handle.status.phase == .cancelled)
    }

    @Test("An attempt that is cancelled before it begins ends at once")
    func cancelledBefore() async {
        // given
        let sending = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await handler.send("a", context: NetTaskContext(name: "Say"))
        }
        // when
        sending.cancel()
        // then
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test("The open attempts are counted, now and at most")
    func counts() async throws {
        // given
        let queue = makeQueue(limit: 2)
        for word in ["a", "b", "c"] {
            _ = queue.add(Say(word: word))
        }
        let attempts = [try await handler.next(), try await handler.next()]
        #expect(handler.inFlightCount == 2)
        // when
        attempts.forEach { $0.succeed("") }
        try await handler.next().succeed("")
        // then
        #expect(handler.inFlightCount == 0)
        #expect(handler.highestInFlightCount == 2)
    }
}
