public import Foundation
public import NetTaskCore

/// The end of a durable task.
public struct DurableNetTaskEnd<T: NetTask>: Sendable {
    /// The number of the task.
    public var id: DurableTaskID
    /// The task; `nil` if it did not run in this process, because the stored form of an ended task is removed.
    public var task: T?
    /// The result of the task.
    public var result: Result<T.Response, DurableTaskError<T.Rejection, T.Failure>>
}

/// An event of a durable task.
public enum DurableNetTaskEvent<T: NetTask>: Sendable {
    /// The task is stored, and waits for its turn, its date, other tasks or its conditions.
    case waiting
    /// A run started. Runs that count are numbered from 1.
    case started(run: Int)
    /// A run did not succeed, and the task runs again at this date. `error` is a description.
    case delayed(until: Date, error: String)
    /// The operation that the task has started has not completed; the task polls again at this date. `pollCount` is the number
    /// of polls with a reply.
    case pending(until: Date, pollCount: Int)
    /// The task has ended. This is the last event.
    case ended(Result<T.Response, DurableTaskError<T.Rejection, T.Failure>>)
}

/// The reason why a durable task has no response.
public enum DurableTaskError<Rejection: Error, Failure: Sendable>: Error {
    /// The task is a dead letter, for this reason. `message` describes the latest error. The typed error is available if the
    /// last run was in this process, or if the store has kept the reply of the server.
    case dead(TaskDeathReason, message: String, TaskError<Rejection, Failure>?)
    /// The task was cancelled, for this reason.
    case cancelled(String)
    /// The task succeeded in another process or before a relaunch, but its reply was not stored or can no longer be read.
    case responseNotKept
    /// The store has no task with this number, or has removed it.
    case unknown
    /// The store failed.
    case store(TaskStoreError)
}

extension DurableTaskError: DescribedError {
    public var description: String {
        switch self {
        case .dead(let reason, let message, _): "The task is a dead letter (\(reason.rawValue)): \(message)"
        case .cancelled(let reason): reason
        case .responseNotKept: "The task succeeded, but its response was not stored"
        case .unknown: "The store has no such task, or has removed it"
        case .store(let error): "The store failed: \(error)"
        }
    }
}
