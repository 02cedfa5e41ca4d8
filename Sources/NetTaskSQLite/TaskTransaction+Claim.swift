#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    extension TaskTransaction {
        /// After this number of damaged rows, the claim ends, and the next claim continues.
        private static let maxDamagedCount = 1_000

        struct Claimed {
            var tasks: [ClaimedTask] = []
            /// Tasks with damaged rows, which were moved to the dead letters.
            var deadLetters: [DurableTaskID] = []
            /// Tasks whose rows are so damaged that they cannot be changed in this file.
            var skipped: Set<Int64> = []
            /// The damage of the last of those.
            var damage: TaskStoreError?
        }

        /// Each statement reads a range of the index of one lane and priority, and no more rows than it claims.
        func claim(_ claim: TaskClaim, owner: Int64) throws -> Claimed {
            var claimed = Claimed()
            try correctWaits()
            var left = claim
            while left.limit > 0, claimed.deadLetters.count + claimed.skipped.count < Self.maxDamagedCount {
                let ids = try next(of: left, but: claimed.skipped)
                for id in ids {
                    try claimOne(id, owner: owner, &claimed)
                }
                // Other tasks are claimed in place of the damaged ones.
                if ids.count < left.limit { break }
                left.limit = claim.limit - claimed.tasks.count
                left.suspectLimit =
                    claim.suspectLimit
                    - claimed.tasks.count { TaskRules.isSuspect(lostLeaseCount: $0.task.lostLeaseCount) }
            }
            return claimed
        }

        /// Claims a task, or detects that its row is damaged. Damage does not prevent other claims.
        private func claimOne(_ id: Int64, owner: Int64, _ claimed: inout Claimed) throws {
            do {
                claimed.tasks.append(try alone { try begin(id, owner: owner) })
            } catch  where isAboutRow(error) {
                do {
                    try alone { try moveToDeadLetters(id) }
                    claimed.deadLetters.append(DurableTaskID(rawValue: id))
                } catch  where isAboutRow(error) {
                    claimed.skipped.insert(id)
                    claimed.damage = TaskStoreError(error)
                }
            }
        }

        /// If the body throws, undoes only its changes.
        private func alone<Value>(_ body: () throws -> Value) throws -> Value {
            try db.run("SAVEPOINT nettask_row")
            do {
                let value = try body()
                try db.run("RELEASE SAVEPOINT nettask_row")
                return value
            } catch {
                // After a full disk, SQLite has already ended the transaction.
                guard db.isInsideTransaction else { throw error }
                try db.run("ROLLBACK TO SAVEPOINT nettask_row")
                try db.run("RELEASE SAVEPOINT nettask_row")
                throw error
            }
        }

        private func isAboutRow(_ error: any Error) -> Bool {
            guard db.isInsideTransaction else { return false }
            if case TaskStoreError.damaged = error { return true }
            return Damage.isMeant(by: error) || (error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
        }

        private func next(of claim: TaskClaim, but skipped: Set<Int64>) throws -> [Int64] {
            let lanes = try lanes.lanes(for: claim, in: db)
            var ids: [Int64] = []
            var suspectCount = 0
            for priority in NetTaskPriority.allCases.reversed() {
                var found: [(due: Double, id: Int64, isSuspect: Bool)] = []
                for (lane, kind) in lanes {
                    let limit = min(claim.limit - ids.count, kind.isSuspect ? claim.suspectLimit - suspectCount : .max)
                    guard limit > 0 else { continue }
                    let count = limit < .max - skipped.count ? limit + skipped.count : limit
                    found += try db.rows(Self.nextOfLane, lane, priority.rawValue, now.column, count) { row in
                        (try row.decode(atIndex: 0), try row.decode(atIndex: 1), kind.isSuspect)
                    }
                }
                if !skipped.isEmpty { found.removeAll { skipped.contains($0.id) } }
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

        private func begin(_ id: Int64, owner: Int64) throws -> ClaimedTask {
            let begun = try db.rows(Self.beginning, owner, id) { row in
                (task: try TaskColumns.readToRun(row), number: try row.decode(Int64.self, atIndex: 7))
            }
            guard let (claimed, number) = begun.first else { throw isNoWaitingTask(id) }
            // A damaged row may repeat a number.
            try db.run(
                "INSERT OR REPLACE INTO nettask_run (task, number, started, outcome) VALUES (?, ?, ?, 'running')",
                id,
                number,
                now.column
            )
            try figures.count(claimed.task.task.kind, now: now) { $0.begun += 1 }
            if number > TaskRules.keptRunCount {
                try db.run(
                    "DELETE FROM nettask_run WHERE task = ? AND number <= ?",
                    id,
                    number - Int64(TaskRules.keptRunCount)
                )
            }
            return claimed
        }

        private static let beginning = """
            UPDATE nettask_task SET state = 2, owner = ?, token = token + 1, run_count = run_count + 1, \
            run_number = run_number + 1 WHERE id = ? AND state = 0 RETURNING \(TaskColumns.all)
            """

        private func moveToDeadLetters(_ id: Int64) throws {
            let error = "The row of the task is damaged, so the task was not run."
            let ended = try kill(id, .undecodable, error: error)
            if ended.isEmpty { throw isNoWaitingTask(id) }
            _ = try processEnds(ended)
        }

        private func isNoWaitingTask(_ id: Int64) -> TaskStoreError {
            .damaged("Task \(id) is in an index, but not in the table. \(TaskStoreError.damageAdvice)")
        }
    }
#endif
