#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    extension TaskTransaction {
        /// An ended task, with the values that its dependents need.
        struct Ended {
            var id: Int64
            var state: TaskState
            var kind: String
            var group: String?
            var dependencies: String?

            /// Reads a row of ``TaskTransaction/endedColumns``.
            init(_ row: Row, _ state: TaskState) throws {
                id = try row.decode(atIndex: 0)
                self.state = state
                kind = try row.decode(atIndex: 1)
                group = try row.decode(atIndex: 2)
                dependencies = try row.decode(atIndex: 3)
            }
        }

        static let endedColumns = "id, kind, group_name, dependencies"

        func end(_ end: TaskEnd) throws -> [DurableTaskID]? {
            let id = end.lease.id.rawValue
            let held = try db.rows(
                "SELECT run_number, kind, group_name FROM nettask_task WHERE id = ? AND token = ? AND state = 2",
                id,
                end.lease.token
            ) { row in
                let (kind, group): (String, String?) = (try row.decode(atIndex: 1), try row.decode(atIndex: 2))
                return (number: try row.decode(Int64.self, atIndex: 0), kind, group)
            }
            guard let (number, kind, group) = held.first else { return nil }
            let transition = TaskRules.transition(after: end.end)
            try endRun(number, of: id, transition.outcome, transition.error, attemptCount: end.attemptCount)
            let ended = try apply(transition, id, kind: kind)
            if ended.isEmpty, let group { try updateTurn(in: group) }
            return try processEnds(ended)
        }

        /// Applies a transition to a task. ``processEnds(_:)`` applies its effects on others.
        ///
        /// - Returns: the task, if it has ended.
        func apply(_ transition: TaskRules.Transition, _ id: Int64, kind: String) throws -> [Ended] {
            switch transition.next {
            case .waits(let wait, let priority, let reply):
                try figures.count(kind, now: now) { $0.count(transition) }
                let (due, since) = wait.columns(now: now)
                try db.run(
                    """
                    UPDATE nettask_task SET state = 0, due = ?, since = ?, \
                    last_error = coalesce(?, last_error), priority = coalesce(?, priority), \
                    run_count = max(0, run_count - ?), lost_count = lost_count + ?, reply = coalesce(?, reply) WHERE id = ?
                    """,
                    due,
                    since,
                    transition.lastError,
                    priority?.rawValue,
                    transition.countsRun ? 0 : 1,
                    transition.countsLostLease ? 1 : 0,
                    reply,
                    id
                )
                return []
            case .succeeded(let reply): return try succeed(id, reply: reply)
            case .dead(let reason, let reply):
                if transition.countsLostLease {
                    try db.run("UPDATE nettask_task SET lost_count = lost_count + 1 WHERE id = ?", id)
                }
                return try kill(id, reason, error: transition.lastError ?? "", reply: reply)
            case .cancelled(let reason): return try cancelRow(id, reason: reason)
            }
        }

        func endRun(
            _ number: Int64,
            of id: Int64,
            _ outcome: TaskRun.Outcome,
            _ error: String? = nil,
            attemptCount: Int = 0
        ) throws {
            try db.run(
                """
                UPDATE nettask_run SET ended = ?, outcome = ?, error = ?, attempt_count = ? \
                WHERE task = ? AND number = ? AND ended IS NULL
                """,
                now.column,
                outcome.rawValue,
                error,
                attemptCount,
                id,
                number
            )
        }

        private func succeed(_ id: Int64, reply: Data?) throws -> [Ended] {
            try db.rows(
                """
                UPDATE nettask_task SET state = 3, ended = ?, reply = ?, payload = x'' \
                WHERE id = ? RETURNING \(Self.endedColumns)
                """,
                now.column,
                reply,
                id
            ) { try Ended($0, .succeeded) }
        }

        /// Moves a task that has not ended to the dead letters. ``processEnds(_:)`` applies the effects on others.
        func kill(_ id: Int64, _ reason: TaskDeathReason, error: String, reply: Data? = nil) throws -> [Ended] {
            try db.rows(
                """
                UPDATE nettask_task SET state = 4, ended = ?, death_reason = ?, last_error = ?, \
                reply = ? WHERE id = ? AND state < 3 RETURNING \(Self.endedColumns)
                """,
                now.column,
                reason.rawValue,
                error,
                reply,
                id
            ) { try Ended($0, .dead) }
        }

        /// Ends a task as cancelled, if it has not ended. ``processEnds(_:)`` applies the effects on others.
        func cancelRow(_ id: Int64, reason: String) throws -> [Ended] {
            try db.rows(
                """
                UPDATE nettask_task SET state = 5, ended = ?, cancellation = ?, reply = NULL, \
                payload = x'' WHERE id = ? AND state < 3 RETURNING \(Self.endedColumns)
                """,
                now.column,
                reason,
                id
            ) { try Ended($0, .cancelled) }
        }

        func cancel(_ ids: [Int64], reason: String) throws -> [DurableTaskID] {
            var ended: [Ended] = []
            for id in ids {
                let running = try db.number("SELECT run_number FROM nettask_task WHERE id = ? AND state = 2", id)
                if let running {
                    try endRun(running, of: id, .cancelled, reason)
                }
                ended += try cancelRow(id, reason: reason)
            }
            return ended.map { DurableTaskID(rawValue: $0.id) } + (try processEnds(ended))
        }

        /// Applies the effects of ends on other tasks, step by step, since a chain of tasks may be longer than the stack
        /// allows.
        ///
        /// - Returns: the tasks that ended because of them.
        func processEnds(_ first: [Ended]) throws -> [DurableTaskID] {
            var ended = first
            var place = 0
            while place < ended.count {
                let task = ended[place]
                place += 1
                try figures.count(task.kind, now: now) { $0.count(task.state) }
                try withdraw(task)
                let dependents = try db.rows("SELECT task, on_failure FROM nettask_dependency WHERE needs = ?", task.id)
                {
                    (id: try $0.decode(Int64.self, atIndex: 0), policy: try $0.decode(String.self, atIndex: 1))
                }
                if !dependents.isEmpty {
                    try db.run("DELETE FROM nettask_dependency WHERE needs = ?", task.id)
                }
                for dependent in dependents {
                    let policy = NetTaskDependency.FailurePolicy(rawValue: dependent.policy) ?? .cancel
                    if TaskRules.isReleased(policy, by: task.state) {
                        try release(dependent.id)
                    } else {
                        let reason = TaskRules.Reason.failed(DurableTaskID(rawValue: task.id))
                        ended += try cancelRow(dependent.id, reason: reason)
                    }
                }
                if let group = task.group { try updateTurn(in: group) }
            }
            return ended.dropFirst(first.count).map { DurableTaskID(rawValue: $0.id) }
        }

        /// Removes the dependencies of a task that has ended before it could run.
        private func withdraw(_ task: Ended) throws {
            for dependency in TaskColumns.dependencies(task.dependencies) {
                try db.run(
                    "DELETE FROM nettask_dependency WHERE needs = ? AND task = ?",
                    dependency.id.rawValue,
                    task.id
                )
            }
        }

        /// Counts a dependency of a task as ended.
        private func release(_ id: Int64) throws {
            let left = try db.rows(
                "UPDATE nettask_task SET pending = pending - 1 WHERE id = ? AND state = 1 RETURNING pending, group_name",
                id
            ) { (pending: try $0.decode(Int64.self, atIndex: 0), group: try $0.decode(String?.self, atIndex: 1)) }
            if let left = left.first, left.pending <= 0 {
                try unblock(id, group: left.group)
            }
        }
    }
#endif
