public import Foundation

/// A clock that stands still until a test moves it, so that retries and time-outs take no time.
///
///     let clock = TestClock()
///     let queue = HTTPNetTaskQueue(handler: mock, clock: clock)
///     let handle = queue.add(GetPost(id: 1))       // fails at first, and is to be retried after 5 seconds
///     try await clock.advance(by: .seconds(5))     // waits until the queue sleeps, then moves
///     #expect(try await handle.value.id == 1)
///
/// Code under test comes to its sleep on a thread of its own, perhaps only after the test has come to the line that
/// moves the clock. Therefore `advance` waits for a sleeper first. Nothing is lost the other way round either: who
/// goes to sleep until a moment that has passed is not put to sleep.
///
/// All of it may be used from any thread. Waits end with a `CancellationError` when the test is cancelled, such as by
/// its time limit; a test that moves the clock should have one.
public final class TestClock: Clock, Sendable {
    /// A moment of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the start of the clock.
        public var offset: Duration

        /// Makes a moment; by default the start.
        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
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
        /// In the order in which they went to sleep.
        var sleepers: [Sleeper] = []
        var lastNumber = 0
    }

    private let state = Watched(State())
    private let startDate: Date

    /// Makes a clock that has just started.
    ///
    /// - Parameter date: the ``date`` at the start; by default the first moment of 2026 in UTC.
    public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        startDate = date
    }

    // MARK: Reading it

    public var now: Instant { state.value.now }
    public var minimumResolution: Duration { .zero }

    /// The date that goes with ``now``: a clock on the wall that moves with this one.
    ///
    /// Pass `{ clock.date }` to code that asks for the date, such as the `wallClock` of a queue.
    public var date: Date {
        let (seconds, attoseconds) = now.offset.components
        return startDate + (Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// How many sleep now. One who was cancelled does not count any more.
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

    // MARK: Moving it

    /// Waits until somebody sleeps until a moment within the next `duration`, then moves the clock by it.
    ///
    /// The clock moves in one step, and wakes all whose moment it reaches or passes, the earliest first. Where one
    /// sleep follows another, advance once for each. Where nobody is going to sleep, use ``move(by:)``. Where another
    /// than the one that is meant may sleep within the step already, as a queue does for a time-out, either wait first
    /// for what comes before the sleep (the event `.retrying`, say) or use ``advance(to:)``.
    ///
    /// - Throws: `CancellationError` if nobody came before the test was cancelled.
    public func advance(by duration: Duration) async throws {
        precondition(duration > .zero, "Nobody can sleep until a moment that has passed")
        let end = now.advanced(by: duration)
        try await state.wait { state in
            state.sleepers.contains { $0.due <= end } ? () : nil
        }
        move { max($0, end) }
    }

    /// Waits until somebody sleeps until exactly that moment, then moves the clock there.
    ///
    /// - Parameter due: counted from the start of the clock; later than now.
    /// - Throws: `CancellationError` if nobody came before the test was cancelled.
    public func advance(to due: Duration) async throws {
        try await sleeper(until: due)
        move { max($0, Instant(offset: due)) }
    }

    /// Waits until somebody sleeps until exactly that moment, and leaves the clock where it is.
    ///
    /// - Parameter due: counted from the start of the clock; later than now.
    /// - Throws: `CancellationError` if nobody came before the test was cancelled.
    public func sleeper(until due: Duration) async throws {
        precondition(due > now.offset, "Nobody can sleep until \(due): the clock stands at \(now.offset)")
        try await state.wait { state in
            state.sleepers.contains { $0.due.offset == due } ? () : nil
        }
    }

    /// Moves the clock at once, whether anybody sleeps or not.
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
