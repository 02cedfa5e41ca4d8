public import Foundation
public import NetTaskCore

/// That a durable task has ended, and how.
public struct DurableNetTaskEnd<T: NetTask>: Sendable {
    /// Its number.
    public var id: DurableTaskID
    /// The task; nil where it ended without a run in this process, since what is stored of an ended task is removed.
    public var task: T?
    /// How it ended.
    public var result: Result<T.Response, DurableTaskError<T.Rejection, T.Failure>>
}

/// Something that happened to a durable task.
public enum DurableNetTaskEvent<T: NetTask>: Sendable {
    /// It is stored, and waits for its turn, its date, other tasks or what it requires.
    case waiting
    /// A run began: which one, of those that count, from 1.
    case started(run: Int)
    /// A run did not succeed, and there is to be another; why, in words.
    case delayed(until: Date, error: String)
    /// What it has started is not over: it is polled again at that date. So many polls were answered.
    case pending(until: Date, pollCount: Int)
    /// It is over. Nothing follows.
    case ended(Result<T.Response, DurableTaskError<T.Rejection, T.Failure>>)
}

/// Why a durable task has no response.
public enum DurableTaskError<Rejection: Error, Failure: Sendable>: Error {
    /// It is in the dead letters: for which reason, what went wrong last in words, and the typed error if its last run
    /// was in this process.
    case dead(TaskDeathReason, message: String, TaskError<Rejection, Failure>?)
    /// It was cancelled; by what, in words.
    case cancelled(String)
    /// It succeeded, in another process or before a relaunch, and its reply was not kept or cannot be read any more.
    case responseNotKept
    /// The store knows no task of that number, or no longer.
    case unknown
    /// The store could not say.
    case store(TaskStoreError)
}

extension DurableTaskError: DescribedError {
    public var description: String {
        switch self {
        case .dead(let reason, let message, _): "The task is in the dead letters (\(reason.rawValue)): \(message)"
        case .cancelled(let reason): reason
        case .responseNotKept: "The task succeeded, and its response was not kept"
        case .unknown: "The store has no such task, or no longer"
        case .store(let error): "The store could not be asked: \(error)"
        }
    }
}
