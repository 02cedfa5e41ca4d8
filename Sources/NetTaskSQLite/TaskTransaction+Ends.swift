#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime

    extension TaskTransaction {
        /// A task that has ended, and what is to be known of it for those that waited for it.
        struct Ended {
            var id: Int64
            var hasSucceeded: Bool
            var group: String?
            var dependencies: String?

            /// The row is that of ``TaskTransaction/endedColumns``.
            init(_ row: Row, hasSucceeded: Bool) throws {
                id = try row.decode(atIndex: 0)
                self.hasSucceeded = hasSucceeded
                group = try row.decode(atIndex: 1)
                dependencies = try row.decode(atIndex: 2)
            }
        }

        static let endedColumns = "id, group_name, dependencies"

        func end(_ lease: TaskLease, _ end: TaskRunEnd) throws -> [DurableTaskID]? {
            let held = try db.rows(
                "SELECT run_number, group_name FROM nettask_task WHERE id = ? AND token = ? AND state = 2",
                lease.id.rawValue,
                lease.token
            ) { (number: try $0.decode(Int64.self, atIndex: 0), group: try $0.decode(String?.self, atIndex: 1)) }
            guard let (number, group) = held.first else { return nil }
            let id = lease.id.rawValue
            switch end {
            case .succeeded(let reply):
                try endRun(number, of: id, .succeeded)
                return try settle(succeed(id, reply: reply))
            case .died(let error, let reason):
                try endRun(number, of: id, .died, error)
                return try settle(kill(id, reason, error: error))
            case .cancelled(let reason):
                try endRun(number, of: id, .cancelled, reason)
                return try settle(cancelRow(id, reason: reason))
            case .failed(let error, let next, let priority):
                try endRun(number, of: id, .failed, error)
                let (due, since) = next.columns(now: now)
                try db.run(
                    """
                    UPDATE nettask_task SET state = 0, owner = NULL, due = ?, since = ?, last_error = ?, priority = ? \
                    WHERE id = ?
                    """,
                    due,
                    since,
                    error,
                    priority.rawValue,
                    id
                )
            case .postponed(let reason, let until):
                try endRun(number, of: id, .postponed, reason)
                try putBack(id, until)
            case .returned:
                try endRun(number, of: id, .returned)
                try putBack(id, .after(.zero))
            }
            if let group { try passTurn(in: group) }
            return []
        }

        /// Has a task wait again whose run does not count.
        private func putBack(_ id: Int64, _ until: TaskDue) throws {
            let (due, since) = until.columns(now: now)
            try db.run(
                """
                UPDATE nettask_task SET state = 0, owner = NULL, due = ?, since = ?, run_count = max(0, run_count - 1) \
                WHERE id = ?
                """,
                due,
                since,
                id
            )
        }

        func endRun(_ number: Int64, of id: Int64, _ outcome: TaskRun.Outcome, _ error: String? = nil) throws {
            try db.run(
                "UPDATE nettask_run SET ended = ?, outcome = ?, error = ? WHERE task = ? AND number = ? AND ended IS NULL",
                now.column,
                outcome.rawValue,
                error,
                id,
                number
            )
        }

        private func succeed(_ id: Int64, reply: Data?) throws -> [Ended] {
            try db.rows(
                """
                UPDATE nettask_task SET state = 3, owner = NULL, pending = 0, ended = ?, reply = ?, payload = x'' \
                WHERE id = ? RETURNING \(Self.endedColumns)
                """,
                now.column,
                reply,
                id
            ) { try Ended($0, hasSucceeded: true) }
        }

        /// Sends a task to the dead letters, if it has not ended. ``settle(_:)`` does what follows.
        func kill(_ id: Int64, _ reason: TaskDeathReason, error: String) throws -> [Ended] {
            try db.rows(
                """
                UPDATE nettask_task SET state = 4, owner = NULL, pending = 0, ended = ?, death_reason = ?, last_error = ? \
                WHERE id = ? AND state < 3 RETURNING \(Self.endedColumns)
                """,
                now.column,
                reason.rawValue,
                error,
                id
            ) { try Ended($0, hasSucceeded: false) }
        }

        /// Ends a task as cancelled, if it has not ended. ``settle(_:)`` does what follows.
        func cancelRow(_ id: Int64, reason: String) throws -> [Ended] {
            try db.rows(
                """
                UPDATE nettask_task SET state = 5, owner = NULL, pending = 0, ended = ?, cancellation = ?, payload = x'' \
                WHERE id = ? AND state < 3 RETURNING \(Self.endedColumns)
                """,
                now.column,
                reason,
                id
            ) { try Ended($0, hasSucceeded: false) }
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
            return ended.map { DurableTaskID(rawValue: $0.id) } + (try settle(ended))
        }

        /// Does what follows from ends: step by step, since a chain of tasks may be longer than a stack is deep.
        ///
        /// - Returns: the tasks that ended by it.
        func settle(_ first: [Ended]) throws -> [DurableTaskID] {
            var ended = first
            var place = 0
            while place < ended.count {
                let task = ended[place]
                place += 1
                try withdraw(task)
                let dependents = try db.rows("SELECT task, on_failure FROM nettask_dependency WHERE needs = ?", task.id)
                {
                    (id: try $0.decode(Int64.self, atIndex: 0), policy: try $0.decode(String.self, atIndex: 1))
                }
                if !dependents.isEmpty {
                    try db.run("DELETE FROM nettask_dependency WHERE needs = ?", task.id)
                }
                for dependent in dependents {
                    if task.hasSucceeded || dependent.policy == NetTaskDependency.FailurePolicy.run.rawValue {
                        try release(dependent.id)
                    } else {
                        let reason = "Task \(task.id), which it depends on, ended without success."
                        ended += try cancelRow(dependent.id, reason: reason)
                    }
                }
                if let group = task.group { try passTurn(in: group) }
            }
            return ended.dropFirst(first.count).map { DurableTaskID(rawValue: $0.id) }
        }

        /// Forgets what a task waited for, which has ended before it could run.
        private func withdraw(_ task: Ended) throws {
            for dependency in TaskColumns.dependencies(task.dependencies) {
                try db.run(
                    "DELETE FROM nettask_dependency WHERE needs = ? AND task = ?",
                    dependency.id.rawValue,
                    task.id
                )
            }
        }

        /// One of those that a task waits for has ended.
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
