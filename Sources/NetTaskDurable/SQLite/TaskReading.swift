#if Durable
    import Foundation
    import GRDB
    import NetTaskRuntime

    /// What is read of a store in one moment.
    struct TaskReading {
        let db: Database

        func nextDate(for claim: TaskClaim, lanes: LaneTable) throws -> Date? {
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
            return dates.min().map(Date.init(column:))
        }

        func task(_ id: DurableTaskID) throws -> StoredTask? {
            try db.rows(
                "SELECT \(TaskColumns.all) FROM nettask_task WHERE id = ?",
                id.rawValue,
                read: TaskColumns.read
            ).first
        }

        func runs(of id: DurableTaskID) throws -> [TaskRun] {
            try db.rows(
                "SELECT number, started, ended, outcome, error FROM nettask_run WHERE task = ? ORDER BY number",
                id.rawValue
            ) { row in
                TaskRun(
                    number: try row.decode(atIndex: 0),
                    startedAt: Date(column: try row.decode(atIndex: 1)),
                    endedAt: try row.decode(Double?.self, atIndex: 2).map(Date.init(column:)),
                    outcome: TaskRun.Outcome(rawValue: try row.decode(atIndex: 3)) ?? .lost,
                    error: try row.decode(atIndex: 4)
                )
            }
        }

        /// Each part goes through an index of its own, and none through the table.
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

        func tasks(_ query: TaskQuery) throws -> [StoredTask] {
            let selection = try TaskSelection(query)
            let statement = try db.cachedStatement(sql: selection.sql)
            statement.setUncheckedArguments(StatementArguments(selection.values))
            let cursor = try Row.fetchCursor(statement)
            var tasks: [StoredTask] = []
            while let row = try cursor.next() {
                tasks.append(try TaskColumns.read(row))
            }
            return tasks
        }
    }
#endif
