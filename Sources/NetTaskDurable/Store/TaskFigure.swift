public import Foundation

/// What happened to the tasks of a kind in one minute.
public struct TaskFigure: Sendable, Hashable {
    /// The start of the minute.
    public var minute: Date
    public var kind: String
    /// How many were stored.
    public var enqueued = 0
    /// How many runs were begun.
    public var begun = 0
    /// How many tasks succeeded.
    public var succeeded = 0
    /// How many runs failed that are to be tried again.
    public var failed = 0
    /// How many tasks went to the dead letters.
    public var died = 0
    /// How many were cancelled.
    public var cancelled = 0

    public init(minute: Date, kind: String) {
        self.minute = minute
        self.kind = kind
    }

    /// The start of the minute that a date is in.
    public static func minute(of date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
    }

    /// So long the figures are kept, in seconds: 7 days.
    package static let retention: TimeInterval = 7 * 86_400
}

/// What somebody did to tasks.
public struct AuditEntry: Sendable, Hashable, Codable {
    /// What was done.
    public enum Action: String, Sendable, Hashable, CaseIterable, Codable {
        case cancel, retry, drop, setPriority, pause, resume
    }

    public var date: Date
    /// Who did it, in words of the app's own, such as the name of a user.
    public var actor: String
    public var action: Action
    /// The tasks it was done to; empty where it was done to kinds.
    public var ids: [DurableTaskID]
    /// The kinds it was done to; empty where it was done to tasks.
    public var kinds: [String]
    /// Why, or what else there is to be known.
    public var note: String

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

    /// So many entries are kept, the last ones.
    package static let maxCount = 10_000
}
