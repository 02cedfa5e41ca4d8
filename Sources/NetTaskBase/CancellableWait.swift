/// A wait for something that ends with a callback. It ends once: by that, by an error from here, or at once when its caller
/// is cancelled.
package final class CancellableWait: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var stop: (@Sendable () -> Void)?
        /// How it ended.
        var result: Result<Void, any Error>?
    }

    private let state = Locked(State())

    package init() {}

    /// Begins it, and waits for its end.
    ///
    /// - Parameter start: is given what is to be called at the end, from anywhere. Returns what stops it; it is called at
    ///   most once, and not if it has ended by itself.
    package func run(_ start: (@escaping @Sendable ((any Error)?) -> Void) -> @Sendable () -> Void) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let result { return continuation.resume(with: result) }
                let stop = start { _ = self.end($0.map { .failure($0) } ?? .success(())) }
                let isOver = state.withLock { state in
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

    /// - Throws: what it ended with.
    package func checkNotOver() throws {
        guard let result = state.withLock(\.result) else { return }
        try result.get()
        throw CancellationError()
    }

    /// - Returns: what stops it, if this was its end.
    private func end(_ result: Result<Void, any Error>) -> (@Sendable () -> Void)? {
        let (continuation, stop) = state.withLock { state in
            guard state.result == nil else {
                return (nil as CheckedContinuation<Void, any Error>?, nil as (@Sendable () -> Void)?)
            }
            state.result = result
            defer { (state.continuation, state.stop) = (nil, nil) }
            return (state.continuation, state.stop)
        }
        continuation?.resume(with: result)
        return stop
    }
}
