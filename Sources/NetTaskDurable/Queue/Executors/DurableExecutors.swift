import Foundation
public import NetTaskCore

/// Executes tasks with closures: one for each type, or for each name of a ``NamedTask``.
///
///     let executors = DurableExecutors()
///     executors.on(Resize.self) { task, context in
///         await resize(task.path) ? .success : .failure(ResizeError())
///     }
///     let queue = ExecutedTaskQueue(store: store, handler: executors)
///     queue.register(Resize.self)
///
/// Tasks without a closure wait until there is one. If a closure never returns, the `timeout` of its task ends the attempt. All
/// members may be used from any thread.
public final class DurableExecutors: NetTaskQueueHandler {
    private typealias Executor = @Sendable (any NetTask, NetTaskContext) async -> TaskAnswer

    private struct State {
        var types: [ObjectIdentifier: Executor] = [:]
        var names: [String: Executor] = [:]
        var listeners: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Makes a handler without closures.
    public init() {}

    /// Sets the closure that executes tasks of a type. It replaces an earlier one.
    ///
    /// - Parameters:
    ///   - type: the type of the tasks.
    ///   - executor: called once for each attempt, on the concurrency pool, for several tasks at the same time. Its Swift task
    ///     is cancelled when the attempt is no longer needed.
    public func on<T: ExecutedTask>(
        _ type: T.Type,
        _ executor: @escaping @Sendable (T, NetTaskContext) async -> TaskAnswer
    ) {
        change { $0.types[ObjectIdentifier(type)] = Self.typed(executor) }
    }

    /// Sets a closure that executes tasks of a type, and succeeds when it returns. An error that it throws is a failure, after
    /// which the task is retried; an ``AbandonedError`` makes the task a dead letter.
    public func on<T: ExecutedTask>(
        _ type: T.Type,
        _ executor: @escaping @Sendable (T, NetTaskContext) async throws -> Void
    ) {
        on(type, Self.answering(executor))
    }

    /// Sets the closure that executes each ``NamedTask`` with a name. It replaces an earlier one. Such tasks do not have to be
    /// registered. It is called like the closures of types.
    public func on(
        _ name: String,
        _ executor: @escaping @Sendable (NamedTask, NetTaskContext) async -> TaskAnswer
    ) {
        change { $0.names[name] = Self.typed(executor) }
    }

    /// Sets a closure that executes each ``NamedTask`` with a name, and succeeds when it returns. An error that it throws is a
    /// failure, after which the task is retried; an ``AbandonedError`` makes the task a dead letter.
    public func on(
        _ name: String,
        _ executor: @escaping @Sendable (NamedTask, NetTaskContext) async throws -> Void
    ) {
        on(name, Self.answering(executor))
    }

    public func send(_ request: Void, context: NetTaskContext) async throws {
        guard let task = context.task, let executor = executor(of: task) else {
            throw WrongType(expected: "one with a closure")
        }
        switch await executor(task, context) {
        case .success: return
        case .failure(let error): throw error
        case .abandon(let error): throw AbandonedError(reason: error)
        }
    }

    /// Failures may be retried, except for abandoned tasks.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is AbandonedError || error is WrongType ? .final : .transient
    }

    // MARK: Use by the queue

    /// The names of the tasks that can be executed.
    var names: Set<String> { state.withLock { Set($0.names.keys) } }

    func canRun(_ type: any NetTask.Type) -> Bool {
        state.withLock { $0.types[ObjectIdentifier(type)] != nil }
    }

    /// Calls a closure when more tasks can be executed.
    func onChange(_ listener: @escaping @Sendable () -> Void) {
        state.withLock { $0.listeners.append(listener) }
    }

    private func executor(of task: any NetTask) -> Executor? {
        state.withLock { state in
            if let task = task as? NamedTask { return state.names[task.name] }
            return state.types[ObjectIdentifier(type(of: task))]
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let listeners = state.withLock { state in
            body(&state)
            return state.listeners
        }
        listeners.forEach { $0() }
    }

    private static func typed<T: ExecutedTask>(
        _ executor: @escaping @Sendable (T, NetTaskContext) async -> TaskAnswer
    ) -> Executor {
        { task, context in
            guard let task = task as? T else { return .abandon(WrongType(expected: "\(T.self)")) }
            return await executor(task, context)
        }
    }

    private static func answering<T: ExecutedTask>(
        _ executor: @escaping @Sendable (T, NetTaskContext) async throws -> Void
    ) -> @Sendable (T, NetTaskContext) async -> TaskAnswer {
        { task, context in
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

    private struct WrongType: Error, CustomStringConvertible {
        var expected: String
        var description: String { "the executor was called with a task that is not \(expected)" }
    }
}

/// The result of an executor.
public enum TaskAnswer: Sendable {
    /// The task has succeeded.
    case success
    /// The task failed, and may be retried.
    case failure(any Error)
    /// The task failed, and would fail again: it becomes a dead letter.
    case abandon(any Error)
}

/// A closure returned ``TaskAnswer/abandon(_:)``.
public struct AbandonedError: DescribedError {
    /// The error that the closure returned.
    public var reason: any Error

    /// Makes an error.
    public init(reason: any Error) {
        self.reason = reason
    }

    public var description: String { String(describing: reason) }
}
