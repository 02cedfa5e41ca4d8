public import Foundation

/// A clock that moves only when a test moves it, so that retries and timeouts take no time.
///
///     let clock = TestClock()
///     let queue = HTTPNetTaskQueue(handler: mock, clock: clock)
///     let handle = queue.add(GetPost(id: 1))       // fails at first, and is retried after 5 seconds
///     try await clock.advance(by: .seconds(5))     // waits until the queue sleeps, then moves
///     #expect(try await handle.value.id == 1)
///
/// Code under test may start to sleep only after the test has reached the line that moves the clock. Therefore `advance` first
/// waits for a sleeper. A sleep until a time in the past returns immediately.
///
/// All members may be used from any thread. Waits throw a `CancellationError` when the test is cancelled, such as by its time
/// limit, so a test that moves the clock should have a time limit.
public final class TestClock: Clock, Sendable {
    /// A time of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public var offset: Duration

        /// Makes a time. Default: the start of the clock.
        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        /// Returns the time after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the duration from this time to another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let number: Int
        let due: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        /// In the order in which they started to sleep.
        var sleepers: [Sleeper] = []
        var lastNumber = 0
    }

    private let state = Watched(State())
    private let startDate: Date

    /// Makes a clock at its start.
    ///
    /// - Parameter date: the ``date`` at the start. Default: the start of 2026 in UTC.
    public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        startDate = date
    }

    // MARK: Reading the time

    /// The current time of the clock. It changes only when a test advances the clock.
    public var now: Instant { state.value.now }
    /// Zero: the clock is exact.
    public var minimumResolution: Duration { .zero }

    /// The date that corresponds to ``now``.
    ///
    /// Pass `{ clock.date }` to code that needs the current date, such as the `wallClock` of a queue.
    public var date: Date {
        let (seconds, attoseconds) = now.offset.components
        return startDate + (Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// The current number of sleepers, without those that were cancelled.
    public var sleeperCount: Int { state.value.sleepers.count }

    // MARK: Sleeping

    /// Sleeps until a test has moved the clock to `deadline` or beyond.
    ///
    /// - Throws: `CancellationError` as soon as the Swift task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.update { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.update { state in
                    if state.now >= deadline || Task.isCancelled { return true }
                    state.sleepers.append(Sleeper(number: number, due: deadline, continuation: continuation))
                    return false
                }
                if isOver {
                    continuation.resume(with: Result { try Task.checkCancellation() })
                }
            }
        } onCancel: {
            let sleeper = state.update { state in
                let index = state.sleepers.firstIndex { $0.number == number }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    // MARK: Moving the clock

    /// Waits for a sleeper that is due within `duration`, then moves the clock by `duration`.
    ///
    /// The clock moves in one step, and wakes all sleepers that are due, the earliest first. If one sleep follows another,
    /// advance once for each. If nothing sleeps, use ``move(by:)``. If another sleeper may already be due within `duration`,
    /// such as a queue's timeout, either wait for the event before the sleep, such as `.retrying`, or use ``advance(to:)``.
    ///
    /// - Throws: `CancellationError` if there was no sleeper before the test was cancelled.
    public func advance(by duration: Duration) async throws {
        precondition(duration > .zero, "A sleep cannot end in the past")
        let end = now.advanced(by: duration)
        try await state.wait { state in
            state.sleepers.contains { $0.due <= end } ? () : nil
        }
        move { max($0, end) }
    }

    /// Waits for a sleeper that is due at exactly this time, then moves the clock there.
    ///
    /// - Parameter due: the time since the start of the clock. It must be later than now.
    /// - Throws: `CancellationError` if there was no sleeper before the test was cancelled.
    public func advance(to due: Duration) async throws {
        try await sleeper(until: due)
        move { max($0, Instant(offset: due)) }
    }

    /// Waits for a sleeper that is due at exactly this time, without moving the clock.
    ///
    /// - Parameter due: the time since the start of the clock. It must be later than now.
    /// - Throws: `CancellationError` if there was no sleeper before the test was cancelled.
    public func sleeper(until due: Duration) async throws {
        precondition(due > now.offset, "A sleep cannot end at \(due): the clock is at \(now.offset)")
        try await state.wait { state in
            state.sleepers.contains { $0.due.offset == due } ? () : nil
        }
    }

    /// Moves the clock immediately, without waiting for a sleeper.
    public func move(by duration: Duration) {
        precondition(duration >= .zero, "A clock cannot go back")
        move { $0.advanced(by: duration) }
    }

    private func move(_ moment: (Instant) -> Instant) {
        let woken = state.update { state in
            let now = moment(state.now)
            let woken = state.sleepers.filter { $0.due <= now }
            state.now = now
            state.sleepers.removeAll { $0.due <= now }
            return woken.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
        }
        woken.forEach { $0.continuation.resume() }
    }
}
