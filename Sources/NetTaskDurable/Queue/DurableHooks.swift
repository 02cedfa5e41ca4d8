public import Foundation

/// Closures that a durable queue calls for all of its tasks, of whatever type. Each is called on a thread of the
/// concurrency pool, for several tasks at once, and never under a lock.
public struct DurableHooks: Sendable {
    /// The task is about to go to the dead letters, with this error. Called before that is written, so also again if the
    /// process ends in between. The default does nothing.
    public var willAbandon: @Sendable (StoredTask, any Error) -> Void
    /// A run has failed, and the next is to be at that date. Returns when it is to be: the same date, or another in its
    /// place; one that has passed means at once. Not called where a run does not count. The default returns the same.
    public var willDelay: @Sendable (StoredTask, any Error, Date) -> Date
    /// A task has ended, however it did, and the store knows it. Called once for each end that the queue brings about or
    /// learns of, before what ``DurableNetTaskQueue/onEnd(of:_:)`` was given, which says exactly which ends these are; here
    /// they are those of all types, also of kinds that nobody registered. An end that was stored just before the process
    /// ended may be told to nobody: only a handle that is made afterwards has its result. The default does nothing.
    public var didEnd: @Sendable (StoredTask) -> Void
    /// Takes what the queue has to say. Default: `nil`, and nothing is put into words.
    public var log: (@Sendable (DurableLogEntry) -> Void)?

    /// Makes hooks; what is not given does nothing.
    public init(
        willAbandon: @escaping @Sendable (StoredTask, any Error) -> Void = { _, _ in },
        willDelay: @escaping @Sendable (StoredTask, any Error, Date) -> Date = { _, _, date in date },
        didEnd: @escaping @Sendable (StoredTask) -> Void = { _ in },
        log: (@Sendable (DurableLogEntry) -> Void)? = nil
    ) {
        self.willAbandon = willAbandon
        self.willDelay = willDelay
        self.didEnd = didEnd
        self.log = log
    }
}

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
