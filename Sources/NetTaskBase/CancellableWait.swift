/// A wait for something that ends with a callback. It ends once: by that, by an error from here, or at once when its caller
/// is cancelled.
package protocol CancellableWaiting: Sendable {
    /// Changes the state of the wait, under the lock of whoever keeps it.
    func withWait<Result>(_ body: (inout WaitState) -> Result) -> Result
}

/// How far a wait has come.
package struct WaitState: Sendable {
    fileprivate var continuation: CheckedContinuation<Void, any Error>?
    fileprivate var stop: (@Sendable () -> Void)?
    /// How it ended.
    fileprivate var result: Result<Void, any Error>?

    package init() {}

    /// - Throws: what it ended with.
    package func checkNotOver() throws {
        guard let result else { return }
        try result.get()
        throw CancellationError()
    }
}

/// A wait with a lock of its own.
package final class CancellableWait: CancellableWaiting {
    private let state = Locked(WaitState())

    package init() {}

    package func withWait<Result>(_ body: (inout WaitState) -> Result) -> Result { state.withLock(body) }
}

extension CancellableWaiting {
    /// Begins it, and waits for its end.
    ///
    /// - Parameter start: is given what is to be called at the end, from anywhere. Returns what stops it; it is called at
    ///   most once, and not if it has ended by itself.
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

    /// Waits for a task.
    ///
    /// - Parameter stop: called if this ends before the task has.
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

    /// Ends it well, and stops it.
    package func finish() {
        end(.success(()))?()
    }

    /// Ends it with an error, and stops it.
    package func fail(_ error: any Error) {
        end(.failure(error))?()
    }

    /// - Returns: what stops it, if this was its end.
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
