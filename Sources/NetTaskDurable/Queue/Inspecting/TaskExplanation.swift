public import Foundation

/// Why a task is not running, when it will, and what came of it so far.
public struct TaskExplanation: Sendable, Hashable {
    /// Something that keeps a task from being run, or says that it is over.
    public enum Reason: Sendable, Hashable {
        /// Its date has not come.
        case waitingUntil(Date)
        /// It has started something, and polls at that date.
        case waitingForPoll(Date)
        /// It requires this, which is not there.
        case requires(TaskRequirements)
        /// These have to end first.
        case dependsOn([DurableTaskID])
        /// That one of its group has to end first.
        case behindInGroup(DurableTaskID)
        /// Nobody registered a type of its kind, or said how it is done.
        case unregisteredKind
        /// Its payload has this version, later than what the registered type can read.
        case laterPayload(Int)
        /// Tasks of its kind are paused.
        case paused
        /// The queue is suspended.
        case suspended
        /// All slots are taken, by so many runs.
        case limitReached(running: Int)
        /// Its process ended twice in the middle of a run, so that it waits until no other such task runs.
        case suspect
        /// It has ended; how, in words.
        case ended(TaskState, String)
    }

    /// The number of the task.
    public var id: DurableTaskID
    /// Where it stands.
    public var state: TaskState
    /// All that keeps it from being run. None if it is running, or its turn is next.
    public var reasons: [Reason]
    /// When it will run at the earliest; nil if that depends on something else than the time, or if it has ended.
    public var nextRun: Date?
    /// How many of its runs are used: those that were begun and count, the one under way included.
    public var runCount: Int
    /// How many runs it may have; `Int.max` is any number.
    public var maxRunCount: Int
    /// What went wrong last, in words; nil if nothing has.
    public var lastError: String?
    /// Why the latest run stopped, though the task is not over; nil if there was none, if it is under way, or after the end.
    public var stopReason: TaskStopReason?
    /// ``stopReason`` in words, with what went wrong.
    public var stopText: String?
}

extension TaskExplanation: CustomStringConvertible {
    public var description: String {
        let reasons = reasons.map(\.description).joined(separator: "; ")
        var text = "Task \(id) is \(state.rawValue)" + (reasons.isEmpty ? "" : ": \(reasons)")
        text += ". Runs used: \(runCount)" + (maxRunCount == .max ? "" : " of \(maxRunCount)")
        if let lastError, state != .dead {
            text += ". The last error: \(lastError)"
        }
        // The error of a run that counts is the last error.
        if let stopText, stopReason != .failed, stopReason != .lost { text += ". The latest run: \(stopText)" }
        return text
    }
}

extension TaskExplanation.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .waitingUntil(let date): "it is not run before \(date.formatted(.iso8601))"
        case .waitingForPoll(let date):
            "it has started something that takes long, and polls at \(date.formatted(.iso8601))"
        case .requires(let requirements): "it requires \(Self.names(of: requirements)), which is not there"
        case .dependsOn(let ids): "it is run after \(ids.map(\.description).joined(separator: ", "))"
        case .behindInGroup(let id): "task \(id) of its group comes first"
        case .unregisteredKind: "nobody registered a type of its kind"
        case .laterPayload(let version):
            "its payload has version \(version), which the type that is registered here cannot read"
        case .paused: "tasks of its kind are paused"
        case .suspended: "the queue is suspended"
        case .limitReached(let count): "all slots are taken, by \(count) runs"
        case .suspect: "its process ended twice in the middle of a run, so that it waits until no other such task runs"
        case .ended(_, let text): text.isEmpty ? "it has ended" : text
        }
    }

    private static func names(of requirements: TaskRequirements) -> String {
        var rest = requirements
        var names: [String] = []
        let known: [(TaskRequirements, String)] = [
            (.network, "a network"), (.unmeteredNetwork, "a network that is not metered"), (.power, "external power"),
        ]
        for (requirement, name) in known where rest.contains(requirement) {
            names.append(name)
            rest.subtract(requirement)
        }
        if !rest.isEmpty {
            names.append("requirement \(rest.rawValue)")
        }
        return names.joined(separator: " and ")
    }
}
