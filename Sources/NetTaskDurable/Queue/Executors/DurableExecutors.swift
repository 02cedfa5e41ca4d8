public import NetTaskRuntime

/// Does tasks by closures, one for each type.
///
///     let executors = DurableExecutors()
///     executors.on(Resize.self) { task, context in
///         await resize(task.path) ? .success : .failure(ResizeError())
///     }
///     let queue = ExecutedTaskQueue(store: store, handler: executors)
///     queue.register(Resize.self)
///
/// Tasks of types without a closure wait until there is one. A closure that never answers is ended by the `timeout` of
/// its task. All of it may be used from any thread.
public final class DurableExecutors: NetTaskQueueHandler, SelectiveHandler {
    private typealias Executor = @Sendable (any NetTask, NetTaskContext) async -> TaskAnswer

    private struct State {
        var executors: [ObjectIdentifier: Executor] = [:]
        var listeners: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Makes a handler that does nothing yet.
    public init() {}

    /// Says how tasks of a type are done from now on, in place of what was said before.
    ///
    /// - Parameters:
    ///   - type: the type of the tasks.
    ///   - executor: called once for each attempt, on the concurrency pool, for several tasks at once. Its Swift task is
    ///     cancelled when the attempt is no longer wanted.
    public func on<T: ExecutedTask>(
        _ type: T.Type,
        _ executor: @escaping @Sendable (T, NetTaskContext) async -> TaskAnswer
    ) {
        let listeners = state.withLock { state in
            state.executors[ObjectIdentifier(type)] = { task, context in
                guard let task = task as? T else { return .abandon(WrongType(expected: "\(T.self)")) }
                return await executor(task, context)
            }
            return state.listeners
        }
        listeners.forEach { $0() }
    }

    /// Says how tasks of a type are done by a closure that succeeds when it returns. What it throws is a failure, after
    /// which the task is tried again; an ``AbandonedError`` abandons it.
    public func on<T: ExecutedTask>(
        _ type: T.Type,
        _ executor: @escaping @Sendable (T, NetTaskContext) async throws -> Void
    ) {
        on(type) { task, context -> TaskAnswer in
            do {
                try await executor(task, context)
                return .success
            } catch let error as AbandonedError {
                return .abandon(error.reason)
            } catch {
                return .failure(error)
            }
        }
    }

    public func send(_ request: Void, context: NetTaskContext) async throws {
        guard let task = context.task, let executor = executor(for: type(of: task)) else {
            throw WrongType(expected: "a type with a closure")
        }
        switch await executor(task, context) {
        case .success: return
        case .failure(let error): throw error
        case .abandon(let error): throw AbandonedError(reason: error)
        }
    }

    /// Failures may be tried again; what was abandoned may not.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is AbandonedError || error is WrongType ? .final : .transient
    }

    func canRun(_ type: any NetTask.Type) -> Bool {
        executor(for: type) != nil
    }

    func onChange(_ listener: @escaping @Sendable () -> Void) {
        state.withLock { $0.listeners.append(listener) }
    }

    private func executor(for type: any NetTask.Type) -> Executor? {
        state.withLock { $0.executors[ObjectIdentifier(type)] }
    }

    private struct WrongType: Error, CustomStringConvertible {
        var expected: String
        var description: String { "the executor was called with a task that is not \(expected)" }
    }
}
