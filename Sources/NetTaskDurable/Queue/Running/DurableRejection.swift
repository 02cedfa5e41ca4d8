import Foundation

/// A protocol's error for a reply that a task does not accept, with the properties that durable queues need.
protocol DurableRejection: Error {
    /// The conflict of the idempotency key that the error states, or `nil`.
    var keyConflict: IdempotencyKeyConflict? { get }
    /// A description without text from the request or the reply.
    var sealedDescription: String { get }
    /// The reply, to be stored; `nil` if it is not to be stored.
    var storedReply: Data? { get }
    /// Makes the error of a stored reply.
    init(storedReply: Data) throws
    /// What the rejection means to users; `nil` if another run might succeed.
    var failureReason: DurableFailure.Reason? { get }
}

/// Why a server rejects a request whose idempotency key it has seen before.
enum IdempotencyKeyConflict: Sendable {
    /// The server still processes an earlier request with the key.
    case inProgress
    /// An earlier request with the key had another content.
    case otherContent
}
