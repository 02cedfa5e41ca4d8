/// What was said about the attempts of one task; few tasks have any.
struct NetTaskRunOptions: Sendable {
    // nil means the task's own.

    var retry: RetryPolicy?
    var timeout: Duration?
    var deadline: Duration?
    var predicates: [@Sendable (any Error) -> Bool] = []
    var handlerOptions: [any Sendable] = []
    /// That of the call, or the one that the queue has made; nil for tasks that have none.
    var idempotencyKey: String?
    /// Whether the status keeps all of the reply that the response was made of.
    var keepsReply = false

    var isEmpty: Bool {
        retry == nil && timeout == nil && deadline == nil && predicates.isEmpty && handlerOptions.isEmpty
            && idempotencyKey == nil && !keepsReply
    }
}
