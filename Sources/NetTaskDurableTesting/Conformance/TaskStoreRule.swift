/// A requirement of a store, and its check.
struct TaskStoreRule: Sendable {
    static let all: [TaskStoreRule] =
        inserting + claiming + suspects + fencing + runEnds + batches + operating + dependencies + groups + uniqueness
        + expiry + recovery
        + cancelling + deadLetters + dropping + priorities + retention + queries + waking + changes + closing
        + reopening
        + clocks + concurrency

    /// The requirement as a sentence.
    let name: String
    let body: @Sendable (TaskStoreGround) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (TaskStoreGround) async throws -> Void) {
        self.name = name
        self.body = body
    }
}
