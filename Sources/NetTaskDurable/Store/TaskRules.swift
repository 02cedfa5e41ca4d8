package import Foundation
package import NetTaskCore

/// What becomes of tasks, decided in one place for all stores. A store finds the tasks, asks here, and writes down the
/// answer.
package enum TaskRules {
    /// The lost lease with this number is the last.
    package static let maxLostLeaseCount = 3
    /// Whether a task is tried alone, since its next lost lease is the last. One lost lease makes no task suspect: all tasks lose
    /// one that run in a process which ends.
    package static func isSuspect(lostLeaseCount: Int) -> Bool { lostLeaseCount >= maxLostLeaseCount - 1 }
    /// So many runs of a task are kept in its history, the last ones.
    package static let keptRunCount = 100

    // MARK: Inserting

    /// What a task waits for.
    package struct Needs: Sendable, Equatable {
        /// What has not ended yet, each once, and what is to happen if it ends without success.
        package var open: [TaskDependency] = []
        /// What has ended without success, and must not have.
        package var failed: DurableTaskID?
    }

    /// - Parameter state: of a task; nil if it is not known any more, because it was removed after its end.
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

    /// Of two dependencies on one task, the one that cancels counts.
    package static func stricter(
        _ one: NetTaskDependency.FailurePolicy,
        _ other: NetTaskDependency.FailurePolicy
    ) -> NetTaskDependency.FailurePolicy {
        one == .cancel ? .cancel : other
    }

    /// What becomes of a task of whose kind and key there is one that has not ended: nil if the new one takes its place.
    package static func answer(to new: NewTask, beside other: DurableTaskID) -> TaskInsertion? {
        switch new.uniqueness?.policy {
        case .coalesce: .kept(other)
        case .rejectNew: .rejected(other)
        case .cancelOld, nil: nil
        }
    }

    /// The state that a task begins in.
    ///
    /// - Parameter isGroupTaken: whether there is another of its group that has not ended.
    package static func firstState(_ needs: Needs, isGroupTaken: Bool) -> TaskState {
        if needs.failed != nil { return .cancelled }
        return needs.open.isEmpty && !isGroupTaken ? .waiting : .blocked
    }

    // MARK: Ends of runs

    /// What a run that is over makes of its task.
    package struct Transition: Sendable, Equatable {
        package enum Next: Sendable, Equatable {
            /// It is to be run again. nil: with the priority, and the reply, that it has.
            case waits(TaskDue, priority: NetTaskPriority? = nil, reply: Data? = nil)
            // The end of a task takes away what it had for a reply.
            case succeeded(reply: Data?)
            case dead(TaskDeathReason)
            case cancelled(reason: String)
        }

        /// What stands in the history of the run.
        package var outcome: TaskRun.Outcome
        package var error: String?
        /// What is to be known of the task as its last error; nil: what was known before.
        package var lastError: String?
        /// Whether it is one of the runs that a task has only so many of.
        package var countsRun = true
        /// Whether one more lease was lost.
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
        case .died(let error, let reason):
            Transition(outcome: .died, error: error, lastError: error, next: .dead(reason))
        case .postponed(let reason, let until, let reply):
            Transition(outcome: .postponed, error: reason, countsRun: false, next: .waits(until, reply: reply))
        case .returned:
            Transition(outcome: .returned, countsRun: false, next: .waits(.after(.zero)))
        case .cancelled(let reason):
            Transition(outcome: .cancelled, error: reason, next: .cancelled(reason: reason))
        }
    }

    /// What becomes of a task whose run nobody ended.
    ///
    /// - Parameter lostLeaseCount: how many it had lost before.
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

    /// Whether the end of a task is one that a task may run after which depends on it; it is cancelled otherwise.
    package static func isReleased(_ policy: NetTaskDependency.FailurePolicy, by end: TaskState) -> Bool {
        end == .succeeded || policy == .run
    }

    /// Whose turn it is in a group: who runs, or else the first. All others that have not ended are blocked.
    package static func turn(running: DurableTaskID?, first: DurableTaskID?) -> DurableTaskID? {
        running ?? first
    }

    /// What is stored of the reasons that no user gave.
    package enum Reason {
        package static let lostLease = "Its process ended in the middle of the run."
        package static let expired = "Its time was over before it had succeeded."
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
