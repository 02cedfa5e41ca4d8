package import Foundation
package import NetTaskCore

/// The rules for the states of tasks, in one place for all stores. A store finds the tasks, asks these rules, and stores the
/// result.
package enum TaskRules {
    /// The number of lost leases at which a task is moved to the dead letters.
    package static let maxLostLeaseCount = 3
    /// Whether a task runs alone because its next lost lease is its last. One lost lease makes no task suspect, since every
    /// task loses its lease when its process ends.
    package static func isSuspect(lostLeaseCount: Int) -> Bool { lostLeaseCount >= maxLostLeaseCount - 1 }
    /// The number of latest runs of a task that are kept in its history.
    package static let keptRunCount = 100

    // MARK: Inserting

    /// The tasks that a task waits for.
    package struct Needs: Sendable, Equatable {
        /// The dependencies that have not ended, one for each task.
        package var open: [TaskDependency] = []
        /// A dependency that ended without success although its success is required.
        package var failed: DurableTaskID?
    }

    /// - Parameter state: returns the state of a task; nil if the task was removed after its end.
    package static func needs(
        of dependencies: [TaskDependency],
        state: (DurableTaskID) throws -> TaskState?
    ) rethrows -> Needs {
        var needs = Needs()
        for dependency in dependencies {
            guard let state = try state(dependency.id) else { continue }
            if !state.isEnd {
                if let place = needs.open.firstIndex(where: { $0.id == dependency.id }) {
                    needs.open[place].onFailure = stricter(needs.open[place].onFailure, dependency.onFailure)
                } else {
                    needs.open.append(dependency)
                }
            } else if !isReleased(dependency.onFailure, by: state) {
                needs.failed = needs.failed ?? dependency.id
            }
        }
        return needs
    }

    /// Combines two dependencies on one task: the one that cancels counts.
    package static func stricter(
        _ one: NetTaskDependency.FailurePolicy,
        _ other: NetTaskDependency.FailurePolicy
    ) -> NetTaskDependency.FailurePolicy {
        one == .cancel ? .cancel : other
    }

    /// Returns the result for a task if another one with its kind and key has not ended; nil if the new task replaces it.
    package static func answer(to new: NewTask, beside other: DurableTaskID) -> TaskInsertion? {
        switch new.uniqueness?.policy {
        case .coalesce: .kept(other)
        case .rejectNew: .rejected(other)
        case .cancelOld, nil: nil
        }
    }

    /// Returns the first state of a task.
    ///
    /// - Parameter isGroupTaken: whether another task of its group has not ended.
    package static func firstState(_ needs: Needs, isGroupTaken: Bool) -> TaskState {
        if needs.failed != nil { return .cancelled }
        return needs.open.isEmpty && !isGroupTaken ? .waiting : .blocked
    }

    // MARK: Ends of runs

    /// What the end of a run changes in its task.
    package struct Transition: Sendable, Equatable {
        package enum Next: Sendable, Equatable {
            /// The task waits for its next run. With nil, the priority or the reply stays as it is.
            case waits(TaskDue, priority: NetTaskPriority? = nil, reply: Data? = nil)
            // Every end of a task replaces the stored reply.
            case succeeded(reply: Data?)
            case dead(TaskDeathReason, reply: Data? = nil)
            case cancelled(reason: String)
        }

        /// The outcome in the history of the run.
        package var outcome: TaskRun.Outcome
        package var error: String?
        /// The task's new last error; nil keeps the previous one.
        package var lastError: String?
        /// Whether the run counts toward the largest number of runs.
        package var countsRun = true
        /// Whether a lease was lost.
        package var countsLostLease = false
        package var next: Next

        package var state: TaskState {
            switch next {
            case .waits: .waiting
            case .succeeded: .succeeded
            case .dead: .dead
            case .cancelled: .cancelled
            }
        }
    }

    package static func transition(after end: TaskRunEnd) -> Transition {
        switch end {
        case .succeeded(let reply):
            Transition(outcome: .succeeded, next: .succeeded(reply: reply))
        case .failed(let error, let next, let priority):
            Transition(outcome: .failed, error: error, lastError: error, next: .waits(next, priority: priority))
        case .died(let error, let reason, let reply):
            Transition(outcome: .died, error: error, lastError: error, next: .dead(reason, reply: reply))
        case .postponed(let reason, let until, let reply):
            Transition(outcome: .postponed, error: reason, countsRun: false, next: .waits(until, reply: reply))
        case .returned:
            Transition(outcome: .returned, countsRun: false, next: .waits(.after(.zero)))
        case .cancelled(let reason):
            Transition(outcome: .cancelled, error: reason, next: .cancelled(reason: reason))
        }
    }

    /// Returns the transition of a task whose run lost its lease.
    ///
    /// - Parameter lostLeaseCount: the number of leases that were lost before.
    package static func transition(afterLostLease lostLeaseCount: Int, runCount: Int, maxRunCount: Int) -> Transition {
        var next = Transition.Next.waits(.after(.zero))
        if lostLeaseCount + 1 >= maxLostLeaseCount {
            next = .dead(.crashed)
        } else if runCount >= maxRunCount {
            next = .dead(.exhausted)
        }
        return Transition(
            outcome: .lost,
            error: Reason.lostLease,
            lastError: Reason.lostLease,
            countsLostLease: true,
            next: next
        )
    }

    // MARK: Others

    /// Whether a task that depends on an ended task may run; otherwise it is cancelled.
    package static func isReleased(_ policy: NetTaskDependency.FailurePolicy, by end: TaskState) -> Bool {
        end == .succeeded || policy == .run
    }

    /// Returns whose turn it is in a group: the running task, or else the first one. All others that have not ended are
    /// blocked.
    package static func turn(running: DurableTaskID?, first: DurableTaskID?) -> DurableTaskID? {
        running ?? first
    }

    /// Texts that are stored for ends that no user caused.
    package enum Reason {
        package static let lostLease = "Its process ended during the run."
        package static let expired = "It expired before it succeeded."
        package static let dropped = "It was dropped."
        package static let replaced = "Another task with the same unique key has taken its place."

        package static func hadFailed(_ id: DurableTaskID) -> String {
            "Task \(id), which it depends on, had ended without success."
        }

        package static func failed(_ id: DurableTaskID) -> String {
            "Task \(id), which it depends on, ended without success."
        }
    }
}
