/// Something that a durable queue has to say to who looks after it.
public struct DurableLogEntry: Sendable, Hashable {
    /// How much it matters.
    public enum Level: Sendable, Hashable, CaseIterable {
        /// What is normal.
        case info
        /// What somebody should know of, such as tasks of kinds that nobody registered.
        case warning
        /// What keeps the queue from its work, such as a store that fails. It goes on trying.
        case error
    }

    /// How much it matters.
    public var level: Level
    /// What happened, in words.
    public var text: String
    /// The task that it is about; nil if it is about none, or about several.
    public var id: DurableTaskID?

    /// Makes an entry.
    public init(_ level: Level, _ text: String, id: DurableTaskID? = nil) {
        self.level = level
        self.text = text
        self.id = id
    }
}
