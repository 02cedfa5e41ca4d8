import Foundation

/// A value with a lock, and the callers that wait for a condition on it.
///
/// A wait ends when its Swift task is cancelled, so that a test that waits too long can end.
final class Watched<Value>: @unchecked Sendable {
    // Unchecked: `stored` and `waiters` are accessed only with `lock` held.

    private struct Waiter {
        let number: Int
        /// Checks the condition. If it is met, returns a closure that ends the wait.
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

    /// Changes the value, and ends the waits whose conditions are met. No other change happens in between.
    func update<Result>(_ body: (inout Value) -> Result) -> Result {
        let (result, ended) = lock.withLock {
            (body(&stored), endedWaits())
        }
        ended.forEach { $0() }
        return result
    }

    /// Waits until `condition` returns a value. It may change the stored value. The oldest waiter is asked first.
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
            // A later cancellation finds the waiter; an earlier one cannot have found it.
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

    /// Removes the waits that have ended. Call the returned closures without the lock.
    private func endedWaits() -> [() -> Void] {
        var ended: [() -> Void] = []
        var index = 0
        while index < waiters.count {
            if let end = waiters[index].look(&stored) {
                ended.append(end)
                waiters.remove(at: index)
                // The change may meet the condition of an earlier waiter.
                index = 0
            } else {
                index += 1
            }
        }
        return ended
    }
}
