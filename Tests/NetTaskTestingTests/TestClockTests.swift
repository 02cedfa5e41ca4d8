import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Test clock", .timeLimit(.minutes(5)))
struct TestClockTests {
    let clock = TestClock()

    /// Sleeps that long from now, and says what the clock shows then.
    private func sleep(for duration: Duration) async throws -> Duration {
        try await clock.sleep(until: clock.now.advanced(by: duration))
        return clock.now.offset
    }

    @Test("It starts at a fixed date, and the date moves with it")
    func date() throws {
        // given
        let start = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
        #expect(clock.date == start)
        // when
        clock.move(by: .milliseconds(90_500))
        // then
        #expect(clock.now.offset == .milliseconds(90_500))
        #expect(clock.date == start + 90.5)
    }

    @Test("It can start at another date")
    func otherDate() {
        let date = Date(timeIntervalSince1970: 1_000)
        #expect(TestClock(date: date).date == date)
    }

    @Test("Advancing by a step waits for a sleeper within it")
    func advanceBy() async throws {
        // given
        async let advanced: Void = clock.advance(by: .seconds(5))
        for _ in 0..<100 { await Task.yield() }
        // when
        async let woken = sleep(for: .seconds(3))
        try await advanced
        // then
        #expect(try await woken == .seconds(5))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test("Sleepers beyond the step are neither awaited nor woken")
    func beyond() async throws {
        // given
        async let late = sleep(for: .seconds(6))
        try await clock.sleeper(until: .seconds(6))
        async let advanced: Void = clock.advance(by: .seconds(5))
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.now.offset == .zero)
        // when
        async let early = sleep(for: .seconds(5))
        try await advanced
        // then
        #expect(try await early == .seconds(5))
        #expect(clock.sleeperCount == 1)
        // when
        try await clock.advance(by: .seconds(1))
        // then
        #expect(try await late == .seconds(6))
    }

    @Test("Advancing to a date waits for a sleeper until exactly that date")
    func advanceTo() async throws {
        // given
        async let early = sleep(for: .seconds(4))
        try await clock.sleeper(until: .seconds(4))
        async let advanced: Void = clock.advance(to: .seconds(5))
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.now.offset == .zero)
        // when
        async let exact = sleep(for: .seconds(5))
        try await advanced
        // then
        #expect(try await early == .seconds(5))
        #expect(try await exact == .seconds(5))
    }

    @Test("Moving the clock does not wait, and wakes due sleepers")
    func move() async throws {
        // given
        async let woken = sleep(for: .seconds(1))
        try await clock.sleeper(until: .seconds(1))
        // when
        clock.move(by: .milliseconds(999))
        // then
        #expect(clock.sleeperCount == 1)
        // when
        clock.move(by: .milliseconds(1))
        // then
        #expect(try await woken == .seconds(1))
        #expect(clock.sleeperCount == 0)
    }

    @Test("Sleeping until a past date returns at once")
    func passed() async throws {
        clock.move(by: .seconds(1))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
    }

    @Test("A cancelled sleeper wakes at once, and is removed")
    func cancelledSleeper() async throws {
        // given
        let sleeping = Task { try await sleep(for: .seconds(1)) }
        try await clock.sleeper(until: .seconds(1))
        // when
        sleeping.cancel()
        // then
        #expect(clock.sleeperCount == 0)
        await #expect(throws: CancellationError.self) { try await sleeping.value }
    }

    @Test("A caller that waits for a sleeper can be cancelled")
    func cancelledAdvance() async {
        // given
        let advancing = Task { try await clock.advance(by: .seconds(1)) }
        // when
        advancing.cancel()
        // then
        await #expect(throws: CancellationError.self) { try await advancing.value }
        #expect(clock.now.offset == .zero)
    }

    @Test("A queue's waits for retries cannot be missed", arguments: 0..<50)
    func retries(_: Int) async throws {
        // given
        let mock = MockHandler<String, String>()
        mock.on(Say.self) { task, attempt in
            if attempt < 4 { throw Trouble() }
            return task.word
        }
        let policy = RetryPolicy(maxRetryCount: 3, interval: .seconds(1), backoff: .exponential, jitter: false)
        // when
        let handle = NetTaskQueue(handler: mock, clock: clock).add(Say(word: "a"), .retry(policy))
        for seconds in [1, 2, 4] {
            try await clock.advance(by: .seconds(seconds))
        }
        // then
        #expect(try await handle.value == "a")
        #expect(clock.now.offset == .seconds(7))
    }
}
