/// That there is to be one task of a kind and a key at a time, among those that have not ended.
public struct TaskUniqueness: Sendable, Hashable {
    /// What becomes of a second task; the words are those of `DuplicatePolicy`.
    public enum Policy: String, Sendable, Hashable, CaseIterable, Codable {
        /// The one that is there stays; who enqueues gets its id.
        case coalesce
        /// The one that is there ends as cancelled, also in the middle of a run, and the new one takes its place.
        case cancelOld
        /// Enqueueing it is an error.
        case rejectNew
    }

    /// Compared with those of tasks of the same kind.
    public var key: String
    public var policy: Policy

    public init(key: String, policy: Policy) {
        self.key = key
        self.policy = policy
    }
}
