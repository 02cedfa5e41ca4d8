public import Foundation

/// Closures that a durable queue calls for all of its tasks, of all types. They are called on a thread of the concurrency pool,
/// for several tasks at the same time, and never with a lock held.
public struct DurableHooks: Sendable {
    /// Called when a task is about to become a dead letter, with the error. Called before that is stored, so it is called again
    /// if the process ends in between. Default: does nothing.
    public var willAbandon: @Sendable (StoredTask, any Error) -> Void
    /// Called when a run has failed, with the date of the next run. Returns the date of the next run. A date in the past means
    /// immediately. Not called if the run does not count. Default: returns the same date.
    public var willDelay: @Sendable (StoredTask, any Error, Date) -> Date
    /// Called after a task has ended and the end is stored, once for each end that the queue causes or detects, before the
    /// closures of ``DurableNetTaskQueue/onEnd(of:_:)``, which documents these ends. It is called for tasks of all types,
    /// including kinds without a registered type. If the process ends just after an end was stored, the end may not be
    /// reported: only a new handle has its result. Default: does nothing.
    public var didEnd: @Sendable (StoredTask) -> Void
    /// Receives log entries. Default: `nil`; then no entries are made.
    public var log: (@Sendable (DurableLogEntry) -> Void)?

    /// Makes hooks. Each parameter has the default of its property.
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

/// A log entry of a durable queue.
public struct DurableLogEntry: Sendable, Hashable {
    /// The importance of a log entry.
    public enum Level: Sendable, Hashable, CaseIterable {
        /// A regular event.
        case info
        /// A condition that may need attention, such as tasks of unregistered kinds.
        case warning
        /// A failure that prevents the queue from working, such as a store that fails. The queue tries again.
        case error
    }

    /// The importance of the entry.
    public var level: Level
    /// A description of the event.
    public var text: String
    /// The task, or `nil` if the entry is about none or several.
    public var id: DurableTaskID?

    /// Makes an entry.
    public init(_ level: Level, _ text: String, id: DurableTaskID? = nil) {
        self.level = level
        self.text = text
        self.id = id
    }
}
