#if Durable
    import Foundation
    import GRDB
    import NetTaskRuntime

    extension TaskTransaction {
        /// So many runs of a task are kept in its history, the last ones.
        static let keptRunCount: Int64 = 100

        /// Each statement here reads a range of the index of one lane and priority, and no more rows of it than are claimed.
        func claim(_ claim: TaskClaim, owner: Int64) throws -> [ClaimedTask] {
            guard claim.limit > 0 else { return [] }
            try correctWaits()
            var claimed: [ClaimedTask] = []
            for id in try next(of: claim) {
                if let task = try begin(id, owner: owner) {
                    claimed.append(task)
                }
            }
            return claimed
        }

        private func next(of claim: TaskClaim) throws -> [Int64] {
            let lanes = try lanes.lanes(for: claim, in: db)
            var ids: [Int64] = []
            var suspectCount = 0
            for priority in NetTaskPriority.allCases.reversed() {
                var found: [(due: Double, id: Int64, isSuspect: Bool)] = []
                for (lane, kind) in lanes {
                    let limit = min(claim.limit - ids.count, kind.isSuspect ? claim.suspectLimit - suspectCount : .max)
                    guard limit > 0 else { continue }
                    found += try db.rows(Self.nextOfLane, lane, priority.rawValue, now.column, limit) { row in
                        (try row.decode(atIndex: 0), try row.decode(atIndex: 1), kind.isSuspect)
                    }
                }
                found.sort { ($0.due, $0.id) < ($1.due, $1.id) }
                for task in found where ids.count < claim.limit {
                    if task.isSuspect {
                        guard suspectCount < claim.suspectLimit else { continue }
                        suspectCount += 1
                    }
                    ids.append(task.id)
                }
                if ids.count == claim.limit { break }
            }
            return ids
        }

        static let nextOfLane = """
            SELECT due, id FROM nettask_task WHERE state = 0 AND lane = ?1 AND priority = ?2 AND due <= ?3 \
            AND (expires IS NULL OR expires > ?3) ORDER BY due, id LIMIT ?4
            """

        /// - Returns: nil if the row is damaged, which puts it into the dead letters.
        private func begin(_ id: Int64, owner: Int64) throws -> ClaimedTask? {
            let begun = try db.rows(Self.beginning, owner, id) { row in
                (task: Result { try TaskColumns.readToRun(row) }, number: try row.decode(Int64.self, atIndex: 7))
            }
            guard let (result, number) = begun.first else {
                throw TaskStoreError.damaged(
                    "Task \(id) stands in an index, and not in the table. Make the store anew."
                )
            }
            guard case .success(let claimed) = result else {
                try bury(id)
                return nil
            }
            try db.run(
                "INSERT INTO nettask_run (task, number, started, outcome) VALUES (?, ?, ?, 'running')",
                id,
                number,
                now.column
            )
            if number > Self.keptRunCount {
                try db.run(
                    "DELETE FROM nettask_run WHERE task = ? AND number <= ?",
                    id,
                    number - Self.keptRunCount
                )
            }
            return claimed
        }

        private static let beginning = """
            UPDATE nettask_task SET state = 2, owner = ?, token = token + 1, run_count = run_count + 1, \
            run_number = run_number + 1 WHERE id = ? AND state = 0 RETURNING \(TaskColumns.all)
            """

        private func bury(_ id: Int64) throws {
            try db.run(
                "UPDATE nettask_task SET run_count = run_count - 1, run_number = run_number - 1 WHERE id = ?",
                id
            )
            let error = "The row of the task is damaged: what it holds is not what was stored. It was not run."
            _ = try settle(kill(id, .undecodable, error: error))
        }
    }
#endif
