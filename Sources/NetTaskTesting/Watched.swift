import Foundation

/// A value behind a lock, and those who wait until something is true of it.
///
/// Each wait ends when its Swift task is cancelled, so that a test that has waited too long can end.
final class Watched<Value>: @unchecked Sendable {
    // Unchecked, because `stored` and `waiters` are touched under `lock` alone.

    private struct Waiter {
        let number: Int
        /// Looks once more. Returns what ends the wait, if it is over.
        let look: (inout Value) -> (() -> Void)?
        let cancel: () -> Void
    }

    private var stored: Value
    private var waiters: [Waiter] = []
    private var lastWaiter = 0
    private let lock = NSLock()

    init(_ value: Value) {
        stored = value
    }

    var value: Value { lock.withLock { stored } }

    /// Changes the value, and ends the waits that the change is for. Nothing else happens in between.
    func update<Result>(_ body: (inout Value) -> Result) -> Result {
        let (result, ended) = lock.withLock {
            (body(&stored), endedWaits())
        }
        ended.forEach { $0() }
        return result
    }

    /// Waits until `condition` returns something, which it may take out of the value. Who waits longest is asked first.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    func wait<Result: Sendable>(for condition: @escaping @Sendable (inout Value) -> Result?) async throws -> Result {
        let number = lock.withLock {
            lastWaiter += 1
            return lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(
                    Waiter(
                        number: number,
                        look: { value in condition(&value).map { result in { continuation.resume(returning: result) } }
                        },
                        cancel: { continuation.resume(throwing: CancellationError()) }
                    )
                )
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func enter(_ waiter: Waiter) {
        let ended = lock.withLock {
            // A cancellation from here on finds the waiter; one before cannot have found it.
            if Task.isCancelled { return [waiter.cancel] }
            waiters.append(waiter)
            return endedWaits()
        }
        ended.forEach { $0() }
    }

    private func cancel(_ number: Int) {
        let waiter = lock.withLock {
            let index = waiters.firstIndex { $0.number == number }
            return index.map { waiters.remove(at: $0) }
        }
        waiter?.cancel()
    }

    /// Takes out the waits that are over. What ends them is to be called without the lock.
    private func endedWaits() -> [() -> Void] {
        var ended: [() -> Void] = []
        var index = 0
        while index < waiters.count {
            if let end = waiters[index].look(&stored) {
                ended.append(end)
                waiters.remove(at: index)
                // What it took out may be what one before it waits for.
                index = 0
            } else {
                index += 1
            }
        }
        return ended
    }
}
