/// What a store has to do, and how one sees whether it does.
struct TaskStoreRule: Sendable {
    static let all: [TaskStoreRule] =
        inserting + claiming + suspects + fencing + runEnds + batches + operating + dependencies + groups + uniqueness
        + expiry + recovery
        + cancelling + deadLetters + dropping + priorities + retention + queries + waking + changes + closing
        + reopening
        + clocks + concurrency

    /// A sentence.
    let name: String
    let body: @Sendable (TaskStoreGround) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (TaskStoreGround) async throws -> Void) {
        self.name = name
        self.body = body
    }
}
