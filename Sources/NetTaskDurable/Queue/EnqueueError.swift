import Foundation
public import NetTaskCore

/// Why a task could not be enqueued. Nothing of it is stored then.
///
/// A `do` that can throw it has to end with a `catch` without a pattern, such as `catch { throw error }`. Without one,
/// Swift 6.3.1 crashes in many functions that throw.
public enum EnqueueError: Error {
    /// The store could not take it.
    case store(TaskStoreError)
    /// One like it is there, and its policy is ``TaskUniqueness/Policy-swift.enum/rejectNew``.
    case duplicate(of: DurableTaskID)
    /// The task cannot be written down, or its codec could not seal it.
    case notStorable(any Error)
    /// Its type names a codec that the queue was not given.
    case unknownCodec(String)
    /// It cannot have the idempotency key that was asked for; why, in words.
    case idempotencyKey(String)
}

extension EnqueueError: DescribedError {
    public var description: String {
        switch self {
        case .store(let error): "The task was not stored: \(error)"
        case .duplicate(let id): "The task was refused because task \(id), which is the same, has not ended"
        case .notStorable(let error): "The task cannot be written down: \(error)"
        case .unknownCodec(let name):
            "The task needs the codec \(name.debugDescription); give it to the queue as `codecs: [\(name.debugDescription): …]`"
        case .idempotencyKey(let reason): "The idempotency key was refused: \(reason)"
        }
    }
}
