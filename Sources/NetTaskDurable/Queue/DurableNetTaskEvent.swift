public import Foundation
public import NetTaskRuntime

/// Something that happened to a durable task.
public enum DurableNetTaskEvent<T: NetTask>: Sendable {
    /// It is stored, and waits for its turn, its date, other tasks or what it requires.
    case waiting
    /// A run began: which one, of those that count, from 1.
    case started(run: Int)
    /// A run did not succeed, and there is to be another; why, in words.
    case delayed(until: Date, error: String)
    /// It is over. Nothing follows.
    case ended(Result<T.Response, DurableNetTaskError<T.Failure>>)
}
