public import Foundation

/// Explains why a task is not running, when it will run next, and why its latest run stopped.
public struct TaskExplanation: Sendable, Hashable {
    /// A reason why a task is not running.
    public enum Reason: Sendable, Hashable {
        /// Its date has not been reached.
        case waitingUntil(Date)
        /// It has started a long-running operation, and polls at this date.
        case waitingForPoll(Date)
        /// It requires these conditions, which are not fulfilled.
        case requires(TaskRequirements)
        /// These tasks have to end first.
        case dependsOn([DurableTaskID])
        /// This task of its group has to end first.
        case behindInGroup(DurableTaskID)
        /// There is no registered type for its kind, or no closure.
        case unregisteredKind
        /// Its payload has this version, which the registered type cannot read.
        case laterPayload(Int)
        /// Tasks of its kind are paused.
        case paused
        /// The queue is suspended.
        case suspended
        /// All slots are used, by this number of runs.
        case limitReached(running: Int)
        /// Its process ended twice in the middle of a run, so it waits until no other such task runs.
        case suspect
        /// It has ended. The text describes how.
        case ended(TaskState, String)
    }

    /// The number of the task.
    public var id: DurableTaskID
    /// The current state.
    public var state: TaskState
    /// The reasons why it is not running; empty if it is running or is next.
    public var reasons: [Reason]
    /// The earliest date of the next run; `nil` if it depends on more than time, or if the task has ended.
    public var nextRun: Date?
    /// The number of runs that count, including the current one.
    public var runCount: Int
    /// The maximum number of runs; `Int.max` for no limit.
    public var maxRunCount: Int
    /// A description of the latest error, or `nil`.
    public var lastError: String?
    /// Why the latest run stopped without the end of the task; `nil` before the first run, during a run and after the end.
    public var stopReason: TaskStopReason?
    /// A description of ``stopReason``, with the error.
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
        case .waitingUntil(let date): "it does not run before \(date.formatted(.iso8601))"
        case .waitingForPoll(let date):
            "it has started a long-running operation, and polls at \(date.formatted(.iso8601))"
        case .requires(let requirements): "it requires \(Self.names(of: requirements)), which is not available"
        case .dependsOn(let ids): "it runs after \(ids.map(\.description).joined(separator: ", "))"
        case .behindInGroup(let id): "task \(id) of its group runs first"
        case .unregisteredKind: "no type is registered for its kind"
        case .laterPayload(let version):
            "its payload has version \(version), which the registered type cannot read"
        case .paused: "tasks of its kind are paused"
        case .suspended: "the queue is suspended"
        case .limitReached(let count): "all slots are used, by \(count) runs"
        case .suspect: "its process ended twice in the middle of a run, so it waits until no other such task runs"
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
