import Foundation

/// A clock that stands still until a test moves it.
///
/// Nothing is lost between the two: who goes to sleep until a moment that has passed is not put to sleep.
final class TestClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var due: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        var watchers: [(until: Duration, continuation: CheckedContinuation<Void, Never>)] = []

        /// Takes out those who wait for a sleeper like one that is there.
        mutating func satisfiedWatchers() -> [CheckedContinuation<Void, Never>] {
            let dues = Set(sleepers.values.map(\.due.offset))
            let satisfied = watchers.filter { dues.contains($0.until) }
            watchers.removeAll { dues.contains($0.until) }
            return satisfied.map(\.continuation)
        }
    }

    private let state = Box(State())

    var now: Instant { state.value.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.update { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isDue, watchers) = state.update { state in
                    if state.now >= deadline || Task.isCancelled {
                        return (true, [CheckedContinuation<Void, Never>]())
                    }
                    state.sleepers[number] = Sleeper(due: deadline, continuation: continuation)
                    return (false, state.satisfiedWatchers())
                }
                if isDue {
                    continuation.resume(with: Result { try Task.checkCancellation() })
                }
                watchers.forEach { $0.resume() }
            }
        } onCancel: {
            let sleeper = state.update { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody sleeps until exactly that moment, counted from the start of the clock.
    func sleeper(until due: Duration) async {
        await withCheckedContinuation { continuation in
            let watchers = state.update { state in
                state.watchers.append((due, continuation))
                return state.satisfiedWatchers()
            }
            watchers.forEach { $0.resume() }
        }
    }

    /// Moves the clock without waiting for anybody.
    func advance(by duration: Duration) {
        let due = state.update { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for number in due.keys {
                state.sleepers.removeValue(forKey: number)
            }
            return due.values.sorted { $0.due < $1.due }
        }
        due.forEach { $0.continuation.resume() }
    }

    /// Waits until somebody sleeps until that moment, and moves the clock there.
    func advance(to due: Duration) async {
        await sleeper(until: due)
        advance(by: due - now.offset)
    }

    var sleeperCount: Int { state.value.sleepers.count }
}
