/// A protocol's error for a reply that a task does not accept, as durable queues need it.
protocol DurableRejection: Error {
    /// What the error says about the idempotency key of the request, if the key was sent before; `nil` if it says nothing.
    var keyConflict: IdempotencyKeyConflict? { get }
    /// Describes the error without quoting the request or the reply.
    var sealedDescription: String { get }
}

/// Why a server rejects a request whose idempotency key it knows.
enum IdempotencyKeyConflict: Sendable {
    /// The server still processes an earlier request with the key.
    case inProgress
    /// An earlier request with the key had another content.
    case otherContent
}
