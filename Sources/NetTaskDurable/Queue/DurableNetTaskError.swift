import Foundation
public import NetTaskRuntime

/// Why a durable task has no response.
public enum DurableNetTaskError<Failure: Sendable>: Error {
    /// It is in the dead letters: for which reason, what went wrong last in words, and the typed error if its last run
    /// was in this process.
    case dead(TaskDeathReason, message: String, NetTaskError<Failure>?)
    /// It was cancelled; by what, in words.
    case cancelled(String)
    /// It succeeded, in another process or before a relaunch, and its reply was not kept or cannot be read any more.
    case responseNotKept
    /// The store knows no task of that number, or no longer.
    case unknown
    /// The store could not say.
    case store(TaskStoreError)
}

extension DurableNetTaskError: DescribedError {
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
