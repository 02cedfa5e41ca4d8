import Foundation
public import NetTaskCore

/// Does tasks by closures, one for each type, or for each name of a ``NamedTask``.
///
///     let executors = DurableExecutors()
///     executors.on(Resize.self) { task, context in
///         await resize(task.path) ? .success : .failure(ResizeError())
///     }
///     let queue = ExecutedTaskQueue(store: store, handler: executors)
///     queue.register(Resize.self)
///
/// Tasks without a closure wait until there is one. A closure that never answers is ended by the `timeout` of its task.
/// All of it may be used from any thread.
public final class DurableExecutors: NetTaskQueueHandler {
    private typealias Executor = @Sendable (any NetTask, NetTaskContext) async -> TaskAnswer

    private struct State {
        var types: [ObjectIdentifier: Executor] = [:]
        var names: [String: Executor] = [:]
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
        change { $0.types[ObjectIdentifier(type)] = Self.typed(executor) }
    }

    /// Says how tasks of a type are done by a closure that succeeds when it returns. What it throws is a failure, after
    /// which the task is tried again; an ``AbandonedError`` abandons it.
    public func on<T: ExecutedTask>(
        _ type: T.Type,
        _ executor: @escaping @Sendable (T, NetTaskContext) async throws -> Void
    ) {
        on(type, Self.answering(executor))
    }

    /// Says how each ``NamedTask`` of that name is done from now on, in place of what was said before. Such tasks need not be
    /// registered. Called as the closures of types are.
    public func on(
        _ name: String,
        _ executor: @escaping @Sendable (NamedTask, NetTaskContext) async -> TaskAnswer
    ) {
        change { $0.names[name] = Self.typed(executor) }
    }

    /// Says how each ``NamedTask`` of that name is done by a closure that succeeds when it returns. What it throws is a
    /// failure, after which the task is tried again; an ``AbandonedError`` abandons it.
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

    /// Failures may be tried again; what was abandoned may not.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is AbandonedError || error is WrongType ? .final : .transient
    }

    // MARK: For the queue

    /// The names of tasks that can be run.
    var names: Set<String> { state.withLock { Set($0.names.keys) } }

    func canRun(_ type: any NetTask.Type) -> Bool {
        state.withLock { $0.types[ObjectIdentifier(type)] != nil }
    }

    /// Has a closure called when more tasks can be run.
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

/// What an executor says of a run.
public enum TaskAnswer: Sendable {
    /// The task is done.
    case success
    /// It went wrong, and may be tried again.
    case failure(any Error)
    /// It went wrong, and would again: the task goes to the dead letters.
    case abandon(any Error)
}

/// That a closure answered ``TaskAnswer/abandon(_:)``.
public struct AbandonedError: DescribedError {
    /// What it said.
    public var reason: any Error

    /// Wraps a reason.
    public init(reason: any Error) {
        self.reason = reason
    }

    public var description: String { String(describing: reason) }
}
