#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Dependencies and groups. `nettask_dependency` has the dependencies on tasks that have not ended, and `pending` is the
    /// number of those of a row.
    extension TaskTransaction {
        func needs(of dependencies: [TaskDependency]) throws -> TaskRules.Needs {
            try TaskRules.needs(of: dependencies) { id in
                let column = try db.number("SELECT state FROM nettask_task WHERE id = ?", id.rawValue)
                return column.flatMap(TaskState.init(column:))
            }
        }

        /// Makes a task wait for another one. If it throws, its changes must be undone.
        ///
        /// - Returns: the tasks that ended because of it.
        func depend(_ id: Int64, on dependency: TaskDependency) throws -> [DurableTaskID] {
            let found = try db.rows("SELECT dependencies FROM nettask_task WHERE id = ? AND state < 2", id) {
                TaskColumns.dependencies(try $0.decode(atIndex: 0))
            }
            guard let dependencies = found.first else { throw TaskStoreError.begun(DurableTaskID(rawValue: id)) }
            let other = dependency.id.rawValue
            guard try db.number("SELECT 1 FROM nettask_task WHERE id = ?", other) != nil else {
                throw TaskStoreError.unknownDependency(dependency.id)
            }
            if try waits(other, for: id) { throw TaskStoreError.circularDependency(dependency.id) }
            let all = try TaskColumns.json(dependencies + [dependency])
            try db.run("UPDATE nettask_task SET dependencies = ? WHERE id = ?", all, id)
            let needs = try needs(of: [dependency])
            if let failed = needs.failed {
                return try cancel([id], reason: TaskRules.Reason.hadFailed(failed))
            }
            guard let need = needs.open.first else { return [] }
            let place = "WHERE needs = ? AND task = ?"
            if try db.number("SELECT 1 FROM nettask_dependency \(place)", other, id) == nil {
                try open(needs, of: id)
                try db.run("UPDATE nettask_task SET state = 1, pending = pending + 1 WHERE id = ?", id)
            } else if need.onFailure == .cancel {
                try db.run("UPDATE nettask_dependency SET on_failure = 'cancel' \(place)", other, id)
            }
            return []
        }

        /// Whether a task depends on another one, even through others, or is that task.
        private func waits(_ id: Int64, for other: Int64) throws -> Bool {
            var open = [id]
            var seen = Set(open)
            while let id = open.popLast() {
                if id == other { return true }
                let first = try db.rows(
                    """
                    SELECT dependencies, (SELECT max(id) FROM nettask_task WHERE group_name = task.group_name \
                    AND state < 3 AND id < task.id) FROM nettask_task AS task WHERE id = ? AND state < 3
                    """,
                    id
                ) { row in
                    let dependencies = TaskColumns.dependencies(try row.decode(atIndex: 0)).map(\.id.rawValue)
                    let before = try row.decode(Int64?.self, atIndex: 1)
                    return before.map { dependencies + [$0] } ?? dependencies
                }
                open += first.joined().filter { seen.insert($0).inserted }
            }
            return false
        }

        func open(_ needs: TaskRules.Needs, of id: Int64) throws {
            for need in needs.open {
                try db.run(
                    "INSERT INTO nettask_dependency (needs, task, on_failure) VALUES (?, ?, ?)",
                    need.id.rawValue,
                    id,
                    need.onFailure.rawValue
                )
            }
        }

        /// Whether a group has a task that has not ended.
        func isTaken(_ group: String) throws -> Bool {
            try db.number("SELECT 1 FROM nettask_task WHERE group_name = ? AND state < 3 LIMIT 1", group) != nil
        }

        /// Unblocks the first task of a group, unless one of them runs, and blocks the others.
        func updateTurn(in group: String) throws {
            // The index of groups has only tasks with `state < 3`. With that condition, SQLite does not search it for `state =
            // ?`, and would read the whole group. It does search it for a lower bound, and for an upper bound that comes first.
            func first(_ state: TaskState) throws -> Int64? {
                try db.number(
                    """
                    SELECT CASE state WHEN ?2 THEN id END FROM nettask_task \
                    WHERE group_name = ?1 AND state >= ?2 AND state < 3 ORDER BY state, id LIMIT 1
                    """,
                    group,
                    state.column
                )
            }
            let (waiting, blocked) = (try first(.waiting), try first(.blocked))
            let turn = TaskRules.turn(
                running: try first(.running).map(DurableTaskID.init(rawValue:)),
                first: [waiting, blocked].compactMap(\.self).min().map(DurableTaskID.init(rawValue:))
            )
            guard let turn = turn?.rawValue else { return }
            if waiting != nil {
                try db.run(
                    "UPDATE nettask_task SET state = 1 WHERE group_name = ? AND state < 1 AND state < 3 AND id <> ?",
                    group,
                    turn
                )
            }
            if turn == blocked {
                try db.run("UPDATE nettask_task SET state = 0 WHERE id = ? AND pending = 0", turn)
            }
        }

        /// Unblocks a task that no longer waits for others.
        func unblock(_ id: Int64, group: String?) throws {
            if let group {
                try updateTurn(in: group)
            } else {
                try db.run("UPDATE nettask_task SET state = 0 WHERE id = ? AND state = 1 AND pending = 0", id)
            }
        }
    }
#endif
