import Foundation
public import NetTaskCore

/// The reason why a task was not enqueued. It is then not stored.
///
/// End a `do` that can throw this error with a `catch` without a pattern, such as `catch { throw error }`. Without it, Swift
/// 6.3.1 crashes in many functions that throw.
public enum EnqueueError: Error {
    /// The store failed.
    case store(TaskStoreError)
    /// The task is a duplicate of this task, and its policy is ``TaskUniqueness/Policy-swift.enum/rejectNew``.
    case duplicate(of: DurableTaskID)
    /// The task cannot be encoded, or its codec could not seal it.
    case notStorable(any Error)
    /// The queue has no codec with the name that the task's type specifies.
    case unknownCodec(String)
    /// The task cannot have the idempotency key, for this reason.
    case idempotencyKey(String)
}

extension EnqueueError: DescribedError {
    public var description: String {
        switch self {
        case .store(let error): "The task was not stored: \(error)"
        case .duplicate(let id): "The task was rejected as a duplicate of task \(id), which has not ended"
        case .notStorable(let error): "The task cannot be encoded: \(error)"
        case .unknownCodec(let name):
            "The task needs the codec \(name.debugDescription); pass it to the queue as `codecs: [\(name.debugDescription): …]`"
        case .idempotencyKey(let reason): "The idempotency key was rejected: \(reason)"
        }
    }
}
