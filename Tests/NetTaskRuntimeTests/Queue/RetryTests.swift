import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Retries of a queue", .timeLimit(.minutes(5)))
struct RetryTests {
    let handler = TextHandler(disposition: TestError.disposition)
    let clock = TestClock()

    private func makeQueue(limit: Int = 0) -> TestQueue {
        TestQueue(limit: limit, handler: handler, clock: clock, random: SeededRandom(seed: 1))
    }

    @Test(
        "B06: with N retries a failing task is attempted N + 1 times, and the last error is reported",
        arguments: [0, 1, 4]
    )
    func retryCount(count: Int) async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(Say("a"), retries(count, interval: .zero))
        // when
        for attempt in 1...count + 1 {
            try await handler.next().fail(TestError.numbered(attempt))
        }
        let result = await handle.result
        // then
        guard case .failure(.other(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error as? TestError == .numbered(count + 1))
        #expect(handler.requests.count == count + 1)
        #expect(handle.status.retryCount == count)
        #expect(handle.status.phase == .failed)
    }

    @Test("B06: by default nothing is retried")
    func noRetries() async throws {
        // given
        let handle = makeQueue().add(Say("a"))
        // when
        try await handler.next().fail(TestError.unsent)
        // then
        #expect(await handle.result.isFailure)
        #expect(handler.requests.count == 1)
    }

    @Test("B07: failures followed by a success are a success, with their number and without their errors")
    func retrySuccess() async throws {
        // given
        let handle = makeQueue().add(Say("a"), retries(3, interval: .zero))
        // when
        try await handler.next().fail(TestError.transient)
        try await handler.next().fail(TestError.transient)
        try await handler.next().succeed("b")
        // then
        #expect(try await handle.value == "B")
        #expect(handle.status.retryCount == 2)
        #expect(try handle.status.result?.get() == "B")
    }

    @Test("B08: the task's predicate can prevent any retry")
    func predicateRefuses() async throws {
        // given
        let handle = makeQueue().add(Say("a") { _ in false }, retries(5, interval: .zero))
        // when
        try await handler.next().fail(TestError.transient)
        // then
        #expect(await handle.result.isFailure)
        #expect(handler.requests.count == 1)
    }

    @Test("B08: the predicate is called once for each failure, and not when no retry is left")
    func predicateIsAsked() async throws {
        // given
        let asked = Box(0)
        let task = Say("a") { _ in
            asked.update { $0 += 1 }
            return true
        }
        let handle = makeQueue().add(task, retries(2, interval: .zero))
        // when
        for _ in 0..<3 {
            try await handler.next().fail(TestError.transient)
        }
        // then
        #expect(await handle.result.isFailure)
        #expect(asked.value == 2)
    }

    @Test("B08: the predicate is not called for failures that the policy would not retry")
    func predicateIsLast() async throws {
        // given
        let task = Say("a") { _ in
            Issue.record("asked")
            return true
        }
        let handle = makeQueue().add(task, retries(2))
        // when
        try await handler.next().fail(TestError.final)
        // then
        #expect(await handle.result.isFailure)
    }

    @Test("B09: the next attempt starts no earlier than the interval after the failure")
    func interval() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(Say("a"), retries(1, interval: .milliseconds(1_500)))
        clock.move(by: .seconds(10))
        // when
        try await handler.next().fail(TestError.transient)
        try await clock.sleeper(until: .milliseconds(11_500))
        clock.move(by: .milliseconds(1_499))
        // then
        #expect(handle.status.phase == .retrying)
        // when
        clock.move(by: .milliseconds(1))
        // then
        #expect(try await handler.next().context.attempt == 2)
        queue.cancelAll()
    }

    @Test("B09: with an interval of 0 the retry follows the waiting tasks")
    func zeroInterval() async throws {
        // given
        let queue = makeQueue(limit: 1)
        _ = queue.add(Say("a"), retries(1, interval: .zero))
        clock.move(by: .nanoseconds(1))
        _ = queue.add(Say("b"))
        clock.move(by: .nanoseconds(1))
        // when
        try await handler.next().fail(TestError.transient)
        try await handler.next().succeed()
        try await handler.next().succeed()
        // then
        #expect(handler.requests == ["a", "b", "a"])
    }

    @Test("B10: the waits increase by the policy, with jitter from the queue's randomness")
    func backoff() async throws {
        // given
        let queue = makeQueue()
        let policy = RetryPolicy(
            maxRetryCount: 3,
            interval: .seconds(8),
            backoff: .exponential,
            maxInterval: .seconds(20)
        )
        let handle = queue.add(Say("a"), .retry(policy))
        var random = SeededRandom(seed: 1)
        // when
        var waits: [Duration] = []
        Task {
            for _ in 0..<4 {
                try await handler.next().fail(TestError.transient)
            }
        }
        for await event in handle.events {
            if case .retrying(_, let wait, _, _) = event {
                waits.append(wait)
                try await clock.advance(to: clock.now.offset + wait)
            }
        }
        // then
        let expected = [8, 16, 20].map { seconds in
            Duration.seconds(seconds) + .seconds(seconds) * (0.2 * (Double(random.next() >> 11) * 0x1p-53))
        }
        #expect(waits == expected)
    }

    @Test("B31: each retry is reported once, in order")
    func events() async throws {
        // given
        let handle = makeQueue().add(Say("a"), retries(2, interval: .zero))
        let events = handle.events
        // when
        try await handler.next().fail(TestError.transient)
        try await handler.next().fail(TestError.transient)
        try await handler.next().succeed("b")
        var told: [String] = []
        for await event in events {
            switch event {
            case .waiting: told.append("waiting")
            case .started(let attempt): told.append("started \(attempt)")
            case .retrying(let retry, _, _, _): told.append("retrying \(retry)")
            case .ended(let result): told.append("ended \(!result.isFailure)")
            }
        }
        // then
        let all = ["waiting", "started 1", "retrying 1", "started 2", "retrying 2", "started 3", "ended true"]
        #expect(told == all || told == Array(all.dropFirst()))
    }

    @Test("B31: a subscriber after the end is notified of the end")
    func lateSubscription() async throws {
        // given
        let handle = makeQueue().add(Say("a"))
        try await handler.next().succeed("b")
        _ = try await handle.value
        // when
        var told: [NetTaskEvent<Say>] = []
        for await event in handle.events {
            told.append(event)
        }
        // then
        guard case .ended(.success("B"))? = told.first else { return #expect(Bool(false), "\(told)") }
        #expect(told.count == 1)
    }

    @Test(
        "A wait that the server requests is kept, of any length; one beyond the deadline ends the task"
    )
    func throttling() async throws {
        // given
        let queue = makeQueue()
        let patient = queue.add(Say("a"), retries(1))
        try await handler.next().fail(TestError.throttled(.seconds(3600)))
        try await clock.sleeper(until: .seconds(3600))
        #expect(patient.status.phase == .retrying)
        // when
        let impatient = queue.add(Say("b"), retries(1), .deadline(.seconds(31)))
        try await handler.next().fail(TestError.throttled(.seconds(31)))
        // then
        #expect(await impatient.result.isFailure)
        #expect(impatient.status.retryCount == 0)
        queue.cancelAll()
    }

    @Test("A wait that the server requests does not shorten the policy's own")
    func shortThrottling() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(Say("a"), retries(1, interval: .seconds(20)))
        // when
        try await handler.next().fail(TestError.throttled(.seconds(5)))
        // then
        for await event in handle.events {
            guard case .retrying(_, let wait, _, _) = event else { continue }
            #expect(wait == .seconds(20))
            break
        }
        queue.cancelAll()
    }

    @Test("An attempt that exceeds its timeout is cancelled, and retried as a timeout")
    func attemptTimeout() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(SayInTime(word: "a"))
        let first = try await handler.next()
        // when
        try await clock.advance(to: .seconds(30))
        try await clock.advance(to: .seconds(40))
        try await handler.next().succeed("b")
        // then
        #expect(try await handle.value == "b")
        #expect(first.isCancelled)
        #expect(handle.status.retryCount == 1)
    }

    @Test("A timeout that is not retried is the error of the task")
    func finalTimeout() async throws {
        // given
        let handler = TextHandler(endsWhenCancelled: false, disposition: TestError.disposition)
        let queue = TestQueue(handler: handler, clock: clock)
        let handle = queue.add(SayInTime(word: "a"), retries(0))
        let call = try await handler.next()
        // when
        try await clock.advance(to: .seconds(30))
        // then
        let result = await handle.result
        guard case .failure(.timeout(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error == NetTaskTimeoutError(.attempt, limit: .seconds(30), task: "SayInTime", attempt: 1))
        call.succeed("late")
        #expect(handle.status.phase == .failed)
    }

    @Test("The deadline bounds all attempts together")
    func deadline() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(SayInTime(word: "a"), retries(9, interval: .seconds(5)))
        // when
        _ = try await handler.next()
        try await clock.advance(to: .seconds(30))
        try await clock.advance(to: .seconds(35))
        let second = try await handler.next()
        try await clock.advance(to: .seconds(60))
        // then
        let result = await handle.result
        guard case .failure(.timeout(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error == NetTaskTimeoutError(.deadline, limit: .seconds(60), task: "SayInTime", attempt: 2))
        #expect(queue.count == 0)
        _ = second
    }

    @Test("A retry after the deadline is not made")
    func retryPastDeadline() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(SayInTime(word: "a"), retries(9, interval: .seconds(60)))
        // when
        try await handler.next().fail(TestError.transient)
        // then
        let result = await handle.result
        guard case .failure(.other(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error as? TestError == .transient)
    }
}

extension Result {
    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
