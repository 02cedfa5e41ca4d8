import Foundation
import NetTaskCore

/// The state that all handles of a task share: its latest event, its end and its observers.
final class DurableRecord<T: DurableNetTask>: WatchedTask {
    typealias Outcome = Result<T.Response, DurableTaskError<T.Rejection, T.Failure>>

    private struct State {
        var latest: DurableNetTaskEvent<T>?
        /// The stage of the latest event, so that no event is repeated.
        var stage: Stage?
        var outcome: Outcome?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var streams: [Int: AsyncStream<DurableNetTaskEvent<T>>.Continuation] = [:]
        var lastNumber = 0
    }

    private enum Stage: Hashable {
        case waiting
        case started(Int)
        /// Counted after this run. The date is not part of it, since a store rounds the date.
        case delayed(Int)
        /// After this poll.
        case pending(Int)
        case ended
    }

    let id: DurableTaskID
    var type: any NetTask.Type { T.self }
    private let state = Locked(State())

    init(_ id: DurableTaskID) {
        self.id = id
    }

    var outcome: Outcome? { state.withLock { $0.outcome } }
    var isEnded: Bool { outcome != nil }

    // MARK: Events

    func started(run: Int) {
        notify(.started(run: run), .started(run))
    }

    func delayed(until date: Date, error: String, run: Int) {
        notify(.delayed(until: date, error: error), .delayed(run))
    }

    func returned() {
        notify(.waiting, .waiting)
    }

    func pending(until date: Date, pollCount: Int) {
        notify(.pending(until: date, pollCount: pollCount), .pending(pollCount))
    }

    func update(_ task: StoredTask, _ start: KeptStart?) {
        switch task.state {
        case .running: started(run: task.runCount)
        // No run has failed since the start was stored.
        case .waiting where start?.runCount == task.runCount:
            pending(until: task.dueAt, pollCount: start?.pollCount ?? 0)
        case .waiting where task.lastError != nil:
            delayed(until: task.dueAt, error: task.lastError ?? "", run: task.runCount)
        case .waiting, .blocked: notify(.waiting, .waiting)
        case .succeeded, .dead, .cancelled: break
        }
    }

    func markRemoved() {
        end(.failure(.unknown))
    }

    /// - Returns: whether the task had not ended before.
    @discardableResult
    func end(_ outcome: Outcome) -> Bool {
        let (waiters, streams) = state.withLock {
            state -> ([CheckedContinuation<Outcome, Never>]?, [AsyncStream<DurableNetTaskEvent<T>>.Continuation]) in
            guard state.outcome == nil else { return (nil, []) }
            state.outcome = outcome
            state.latest = .ended(outcome)
            state.stage = .ended
            defer {
                state.waiters = [:]
                state.streams = [:]
            }
            return (Array(state.waiters.values), Array(state.streams.values))
        }
        guard let waiters else { return false }
        for stream in streams {
            stream.yield(.ended(outcome))
            stream.finish()
        }
        waiters.forEach { $0.resume(returning: outcome) }
        return true
    }

    private func notify(_ event: DurableNetTaskEvent<T>, _ stage: Stage) {
        state.withLock { state in
            guard state.outcome == nil, state.stage != stage else { return }
            state.latest = event
            state.stage = stage
            // `yield` calls no code of others, so it is safe under the lock, and events keep their order.
            state.streams.values.forEach { $0.yield(event) }
        }
    }

    // MARK: Observers

    func end() async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil {
                    state.lastNumber += 1
                    state.waiters[state.lastNumber] = continuation
                }
                return state.outcome
            }
            if let outcome {
                continuation.resume(returning: outcome)
            }
        }
    }

    func events() -> AsyncStream<DurableNetTaskEvent<T>> {
        let (stream, continuation) = AsyncStream<DurableNetTaskEvent<T>>.makeStream()
        let number: Int? = state.withLock { state in
            if let latest = state.latest {
                continuation.yield(latest)
            }
            guard state.outcome == nil else { return nil }
            state.lastNumber += 1
            state.streams[state.lastNumber] = continuation
            return state.lastNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        // This keeps the record while a stream is open, even after the handles are gone.
        continuation.onTermination = { [self] _ in
            removeStream(number)
        }
        return stream
    }

    private func removeStream(_ number: Int) {
        // The removed value is released outside the lock.
        _ = state.withLock { $0.streams.removeValue(forKey: number) }
    }
}
