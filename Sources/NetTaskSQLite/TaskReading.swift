#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// The reads of a store at one moment.
    struct TaskReading {
        let db: Database

        /// Whether a wait began later than now.
        func isClockSetBack(_ now: Date) throws -> Bool {
            try db.number("SELECT 1 FROM nettask_task WHERE state = 0 AND since > ? LIMIT 1", now.column) != nil
        }

        /// Whether a task that is not running expires by the date.
        func expires(by date: Date) throws -> Bool {
            try db.number("SELECT 1 FROM nettask_task WHERE state < 2 AND expires <= ? LIMIT 1", date.column) != nil
        }

        func wait(for claim: TaskClaim, now: Date, lanes: LaneTable) throws -> Duration? {
            var dates: [Double] = []
            func add(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
                let statement = try db.cachedStatement(sql: sql)
                statement.setUncheckedArguments(StatementArguments(values))
                if let date = try Row.fetchOne(statement)?.decode(Double?.self, atIndex: 0) { dates.append(date) }
            }
            try add("SELECT min(expires) FROM nettask_task WHERE state < 2 AND expires IS NOT NULL")
            if claim.limit > 0 {
                for (lane, _) in try lanes.lanes(for: claim, in: db) {
                    for priority in NetTaskPriority.allCases {
                        try add(
                            "SELECT min(due) FROM nettask_task WHERE state = 0 AND lane = ? AND priority = ?",
                            lane,
                            priority.rawValue
                        )
                    }
                }
            }
            return dates.min().map { .seconds($0 - now.column) }
        }

        func tasks(_ ids: [DurableTaskID]) throws -> [StoredTask] {
            try Set(ids).sorted().flatMap { id in
                try db.rows(
                    "SELECT \(TaskColumns.all) FROM nettask_task WHERE id = ?",
                    id.rawValue,
                    read: TaskColumns.read
                )
            }
        }

        /// Returns the leases that are no longer valid.
        func lost(_ leases: [TaskLease]) throws -> [TaskLease] {
            try leases.filter { lease in
                try db.number(
                    "SELECT 1 FROM nettask_task WHERE id = ? AND token = ? AND state = 2",
                    lease.id.rawValue,
                    lease.token
                ) == nil
            }
        }

        func runs(of id: DurableTaskID) throws -> [TaskRun] {
            try db.rows(
                "SELECT number, started, ended, outcome, error, attempt_count FROM nettask_run WHERE task = ? ORDER BY number",
                id.rawValue
            ) { row in
                TaskRun(
                    number: try row.decode(atIndex: 0),
                    startedAt: Date(column: try row.decode(atIndex: 1)),
                    endedAt: try row.decode(Double?.self, atIndex: 2).map(Date.init(column:)),
                    outcome: TaskRun.Outcome(rawValue: try row.decode(atIndex: 3)) ?? .lost,
                    error: try row.decode(atIndex: 4),
                    attemptCount: try row.decode(atIndex: 5)
                )
            }
        }

        /// Each condition uses its own index, and none scans the table.
        func counts() throws -> [TaskCount] {
            var counts: [String: [TaskState: Int]] = [:]
            func add(_ sql: String) throws {
                _ = try db.rows(sql) { row in
                    guard let state = TaskState(column: try row.decode(atIndex: 1)) else { return }
                    counts[try row.decode(atIndex: 0), default: [:]][state, default: 0] += try row.decode(atIndex: 2)
                }
            }
            try add(
                """
                SELECT lane.kind, 0, task.count FROM (SELECT lane, count(*) AS count FROM nettask_task WHERE state = 0 \
                GROUP BY lane) AS task JOIN nettask_lane AS lane ON lane.id = task.lane
                """
            )
            for condition in ["state = 1", "state = 2", "state = 4", "state IN (3, 5)"] {
                try add("SELECT kind, state, count(*) FROM nettask_task WHERE \(condition) GROUP BY kind, state")
            }
            return counts.sorted { $0.key < $1.key }.flatMap { kind, states in
                TaskState.allCases.compactMap { state in
                    states[state].map { TaskCount(kind: kind, state: state, count: $0) }
                }
            }
        }

        /// - Parameter skipsDamage: whether unreadable rows are left out. Otherwise they are an error.
        func tasks(_ query: TaskQuery, skipsDamage: Bool) throws -> [StoredTask] {
            do {
                return try tasks(query)
            } catch {
                guard skipsDamage, case .damaged = TaskStoreError(error) else { throw error }
            }
            var tasks: [StoredTask] = []
            try DamagedRows(db: db, columns: TaskColumns.all).forEach { row in
                guard tasks.count < query.limit else { return false }
                if let task = try? TaskColumns.read(row), query.includes(task) {
                    tasks.append(query.trimmed(task))
                }
                return true
            }
            return tasks
        }

        private func tasks(_ query: TaskQuery) throws -> [StoredTask] {
            let selection = try TaskSelection(query)
            let cursor = try Row.fetchCursor(
                db,
                sql: selection.sql,
                arguments: StatementArguments(selection.values)
            )
            var tasks: [StoredTask] = []
            while let row = try cursor.next() {
                tasks.append(try TaskColumns.read(row))
            }
            return tasks
        }
    }

    extension TaskQuery {
        /// Applies the conditions of `TaskSelection` to rows that SQLite can no longer select.
        fileprivate func includes(_ task: StoredTask) -> Bool {
            if let after, task.id <= after { return false }
            if let states, !states.contains(task.state) { return false }
            if let kinds, !kinds.contains(task.task.kind) { return false }
            if let deathReasons, !(task.deathReason.map(deathReasons.contains) ?? false) { return false }
            if let tag, !task.task.tags.contains(tag) { return false }
            if let group, task.task.group != group { return false }
            if let uniqueKey, task.task.uniqueness?.key != uniqueKey { return false }
            return true
        }
    }
#endif
