/// Waits for an operation that ends with a callback.
///
/// The wait ends once: with the callback, with ``finish()`` or ``fail(_:)``, or when its caller is cancelled.
package protocol CancellableWaiting: Sendable {
    /// Changes the state of the wait, under the lock that guards it.
    func withWait<Result>(_ body: (inout WaitState) -> Result) -> Result
}

/// The state of a ``CancellableWaiting``.
package struct WaitState: Sendable {
    fileprivate var continuation: CheckedContinuation<Void, any Error>?
    fileprivate var stop: (@Sendable () -> Void)?
    /// The result of the wait, or `nil` until it ends.
    fileprivate var result: Result<Void, any Error>?

    package init() {}

    /// Throws if the wait has ended.
    ///
    /// - Throws: the error that ended the wait, or `CancellationError` if it ended without one.
    package func checkNotEnded() throws {
        guard let result else { return }
        try result.get()
        throw CancellationError()
    }
}

/// A wait that has its own lock.
package final class CancellableWait: CancellableWaiting {
    private let state = Locked(WaitState())

    package init() {}

    package func withWait<Result>(_ body: (inout WaitState) -> Result) -> Result { state.withLock(body) }
}

extension CancellableWaiting {
    /// Starts the operation, and waits for its end.
    ///
    /// - Parameter start: starts the operation. Its argument is the callback, which any thread may call. It returns a closure
    ///   that stops the operation. That closure is called at most once, and only if the operation has not ended.
    package func run(_ start: (@escaping @Sendable ((any Error)?) -> Void) -> @Sendable () -> Void) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = withWait { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let result { return continuation.resume(with: result) }
                let stop = start { _ = self.end($0.map { .failure($0) } ?? .success(())) }
                let isOver = withWait { state in
                    if state.result == nil { state.stop = stop }
                    return state.result != nil
                }
                if isOver { stop() }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Waits for the value of a task.
    ///
    /// - Parameter stop: called if the wait ends before the task.
    package func value<Value: Sendable>(
        of task: Task<Value, any Error>,
        stop: @escaping @Sendable () -> Void = {}
    ) async throws -> Value {
        try await run { end in
            Task {
                switch await task.result {
                case .success: end(nil)
                case .failure(let error): end(error)
                }
            }
            return stop
        }
        return try await task.value
    }

    /// Ends the wait without an error, and stops the operation.
    package func finish() {
        end(.success(()))?()
    }

    /// Ends the wait with an error, and stops the operation.
    package func fail(_ error: any Error) {
        end(.failure(error))?()
    }

    /// Ends the wait with `result`, unless it has ended before.
    ///
    /// - Returns: the closure that stops the operation, if this call ended the wait.
    private func end(_ result: Result<Void, any Error>) -> (@Sendable () -> Void)? {
        let ended: WaitState? = withWait { state in
            if state.result != nil { return nil }
            defer { (state.continuation, state.stop, state.result) = (nil, nil, result) }
            return state
        }
        ended?.continuation?.resume(with: result)
        return ended?.stop
    }
}
