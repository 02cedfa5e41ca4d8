public import Foundation

/// What happened to the tasks of a kind in one minute.
public struct TaskFigure: Sendable, Hashable {
    /// The start of the minute.
    public var minute: Date
    /// The kind of the tasks.
    public var kind: String
    /// The number of stored tasks.
    public var enqueued = 0
    /// The number of begun runs.
    public var begun = 0
    /// The number of tasks that succeeded.
    public var succeeded = 0
    /// The number of runs that failed and are followed by another run.
    public var failed = 0
    /// The number of tasks that were moved to the dead letters.
    public var died = 0
    /// The number of cancelled tasks.
    public var cancelled = 0

    /// Makes figures of a minute without events.
    public init(minute: Date, kind: String) {
        self.minute = minute
        self.kind = kind
    }

    /// Returns the start of the minute of a date.
    public static func minute(of date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
    }

    /// How long the figures are kept, in seconds: 7 days.
    package static let retention: TimeInterval = 7 * 86_400
}

/// An operator's action on tasks, for the audit log.
public struct AuditEntry: Sendable, Hashable, Codable {
    /// What was done.
    public enum Action: String, Sendable, Hashable, CaseIterable, Codable {
        /// Tasks were cancelled.
        case cancel
        /// Tasks were retried.
        case retry
        /// Tasks were removed from the store.
        case drop
        /// The priority of tasks was changed.
        case setPriority
        /// Kinds of tasks were paused.
        case pause
        /// Paused kinds were resumed.
        case resume
    }

    /// When it was done.
    public var date: Date
    /// Who did it, in the app's terms, such as the name of a user.
    public var actor: String
    /// What was done.
    public var action: Action
    /// The tasks that were affected; empty if kinds were affected.
    public var ids: [DurableTaskID]
    /// The kinds that were affected; empty if tasks were affected.
    public var kinds: [String]
    /// The reason, or other information.
    public var note: String

    /// Makes an entry.
    public init(
        date: Date,
        actor: String,
        action: Action,
        ids: [DurableTaskID] = [],
        kinds: [String] = [],
        note: String = ""
    ) {
        self.date = date
        self.actor = actor
        self.action = action
        self.ids = ids
        self.kinds = kinds
        self.note = note
    }

    /// The number of latest entries that are kept.
    package static let maxCount = 10_000
}
