#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Copies the readable content of one database into another, and makes it consistent.
    struct SalvagedTasks {
        let old: Database
        let new: Database
        let now: Date

        /// The ids that a store gives, which JSON can represent exactly.
        static let ids = Int64(1)..<1 << 53

        private static let columns = [
            "id", "kind", "requirements", "lost_count", "state", "priority", "payload_version", "due", "since",
            "expires", "token",
            "run_count", "run_number", "idempotency_key", "spec_version", "spec_hash", "codec", "enqueued", "ended",
            "not_before", "first_priority", "max_run_count", "interval", "max_interval", "durable_codec",
            "durable_requirements", "group_name", "unique_key", "unique_policy", "dependencies", "tags",
            "trace_context",
            "last_error", "death_reason", "cancellation", "checksum", "reply", "payload",
        ]

        /// - Returns: the number of tasks, and the ids of tasks whose other values are lost.
        func copy() throws -> (count: Int, lost: [DurableTaskID]) {
            let transaction = TaskTransaction(db: new, lanes: LaneTable(), now: now)
            var copied: Set<Int64> = []
            var unusable: Set<Int64> = []
            var failure: (any Error)?
            try DamagedRows(db: old, columns: Self.columns.joined(separator: ", ")).forEach { row in
                do {
                    let id = try row.decode(Int64.self, atIndex: 0)
                    // New ids follow the greatest one, which has to leave room for them.
                    let isTask = try Self.ids.contains(id) && insert(row, transaction)
                    if isTask { copied.insert(id) } else { unusable.insert(id) }
                    return true
                } catch {
                    // This error concerns the new file, such as a full disk, and is not damage of the old one.
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
            try copyRuns(of: copied)
            let lost = try unusable.union(idsInIndexes()).subtracting(copied)
            try connect(transaction, copied: copied, lost: lost)
            return (copied.count, lost.sorted().map(DurableTaskID.init(rawValue:)))
        }

        /// Copies the row without its owner, which has ended: the lease of a running task counts as lost.
        ///
        /// - Returns: false if the row does not hold a task.
        private func insert(_ row: Row, _ transaction: TaskTransaction) throws -> Bool {
            guard let kind = try? row.decode(String.self, atIndex: 1),
                let requirements = try? row.decode(Int.self, atIndex: 2),
                let lostCount = try? row.decode(Int.self, atIndex: 3),
                (try? row.decode(Int64.self, atIndex: 4)).flatMap(TaskState.init(column:)) != nil,
                let priority = try? row.decode(Int.self, atIndex: 5), NetTaskPriority(rawValue: priority) != nil,
                let version = try? row.decode(Int.self, atIndex: 6)
            else { return false }
            let required = TaskRequirements(rawValue: requirements)
            let isSuspect = TaskRules.isSuspect(lostLeaseCount: lostCount)
            let lane = try transaction.lane(kind, version, required, isSuspect: isSuspect)
            let names = ["lane", "pending"] + Self.columns
            let marks = names.map { _ in "?" }.joined(separator: ", ")
            let values: [(any DatabaseValueConvertible)?] = [lane, 0] + row.databaseValues.map { $0 }
            return try insert("INTO nettask_task (\(names.joined(separator: ", "))) VALUES (\(marks))", values)
        }

        /// - Returns: false if the table rejects the row.
        private func insert(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws -> Bool {
            do {
                try new.cachedStatement(sql: "INSERT " + sql).execute(arguments: StatementArguments(values))
                return true
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                return false
            }
        }

        private func copyRuns(of copied: Set<Int64>) throws {
            for order in ["ASC", "DESC"] {
                let sql = """
                    SELECT task, number, started, ended, outcome, error, attempt_count FROM nettask_run \
                    ORDER BY task \(order), number \(order)
                    """
                guard let cursor = try Damage.skip({ try Row.fetchCursor(old, sql: sql) }) else { continue }
                // The runs are read from both ends up to the damage.
                while let row = try Damage.skip({ try cursor.next() }) ?? nil {
                    guard let task = try? row.decode(Int64.self, atIndex: 0), copied.contains(task) else { continue }
                    let values: [(any DatabaseValueConvertible)?] = Array(row.databaseValues)
                    _ = try insert("INTO nettask_run VALUES (?, ?, ?, ?, ?, ?, ?)", values)
                }
            }
        }

        /// Indexes contain ids, too, and are on other pages.
        private func idsInIndexes() throws -> Set<Int64> {
            let conditions = [
                "nettask_waiting WHERE state = 0", "nettask_blocked WHERE state = 1", "nettask_running WHERE state = 2",
                "nettask_ended WHERE state IN (3, 5)", "nettask_dead WHERE state = 4",
            ]
            var ids: Set<Int64> = []
            for condition in conditions {
                let sql = "SELECT id FROM nettask_task INDEXED BY \(condition)"
                guard let cursor = try Damage.skip({ try Int64.fetchCursor(old, sql: sql) }) else { continue }
                while let id = try Damage.skip({ try cursor.next() }) ?? nil { ids.insert(id) }
            }
            return ids
        }

        /// Computes the dependencies again.
        private func connect(_ transaction: TaskTransaction, copied: Set<Int64>, lost: Set<Int64>) throws {
            var awaited: Set<Int64> = lost
            let needed = "SELECT needs FROM nettask_dependency"
            if let cursor = try Damage.skip({ try Int64.fetchCursor(old, sql: needed) }) {
                while let id = try Damage.skip({ try cursor.next() }) ?? nil { awaited.insert(id) }
            }
            let blocked = try new.rows(
                "SELECT id, dependencies FROM nettask_task WHERE state = 1 ORDER BY id"
            ) { (id: try $0.decode(Int64.self, atIndex: 0), column: try $0.decode(String?.self, atIndex: 1)) }
            for task in blocked {
                let dependencies = TaskColumns.dependencies(task.column)
                let needs = try transaction.needs(of: dependencies)
                // A missing task may have been removed after its end. A task that others waited for had not ended.
                let missing = dependencies.first { dependency in
                    let id = dependency.id.rawValue
                    return dependency.onFailure == .cancel && !copied.contains(id) && awaited.contains(id)
                }
                try transaction.open(needs, of: task.id)
                try new.run("UPDATE nettask_task SET pending = ? WHERE id = ?", needs.open.count, task.id)
                if let failed = missing?.id ?? needs.failed {
                    let reason = "Task \(failed), which it depends on, was lost in a damaged file."
                    _ = try transaction.cancel([task.id], reason: reason)
                } else {
                    try transaction.unblock(task.id, group: nil)
                }
            }
            let groups = try new.rows(
                "SELECT DISTINCT group_name FROM nettask_task WHERE state < 3 AND group_name IS NOT NULL"
            ) { try $0.decode(String.self, atIndex: 0) }
            for group in groups {
                try transaction.updateTurn(in: group)
            }
        }
    }
#endif
