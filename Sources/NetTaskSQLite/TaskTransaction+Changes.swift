#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    extension TaskTransaction {
        /// Ends some of the expired tasks.
        func expire() throws -> [DurableTaskID] {
            try correctWaits()
            let ids = try db.rows(
                "SELECT id FROM nettask_task WHERE state < 2 AND expires <= ? ORDER BY expires, id LIMIT ?",
                now.column,
                Self.batchSize
            ) { try $0.decode(Int64.self, atIndex: 0) }
            var ended: [Ended] = []
            for id in ids {
                ended += try kill(id, .expired, error: TaskRules.Reason.expired)
            }
            return ended.map { DurableTaskID(rawValue: $0.id) } + (try processEnds(ended))
        }

        func retry(_ ids: [DurableTaskID], newKeys: [DurableTaskID: String]) throws -> [DurableTaskID] {
            try ids.filter { try retry($0.rawValue, newKey: newKeys[$0]) }
        }

        /// A task whose unique key another task has taken stays in the dead letters, and so does one that must not run.
        private func retry(_ id: Int64, newKey: String?) throws -> Bool {
            let dead = try db.rows(
                "SELECT \(TaskColumns.all) FROM nettask_task WHERE id = ? AND state = 4",
                id,
                read: TaskColumns.read
            )
            guard var task = dead.first?.task else { return false }
            if let key = task.uniqueness?.key, try unique(task.kind, key) != nil { return false }
            let needs = try needs(of: task.dependencies)
            guard needs.failed == nil else { return false }
            try db.run(
                """
                UPDATE nettask_task SET state = 1, lane = ?1, priority = first_priority, due = ?2, since = ?2, \
                pending = ?3, run_count = 0, lost_count = 0, ended = NULL, death_reason = NULL, reply = NULL WHERE id = ?4
                """,
                try lane(task.kind, task.payloadVersion, task.requirements, isSuspect: false),
                now.column,
                needs.open.count,
                id
            )
            if let newKey {
                task.idempotencyKey = newKey
                try db.run(
                    "UPDATE nettask_task SET idempotency_key = ?, checksum = ? WHERE id = ?",
                    newKey,
                    PayloadChecksum.of(task),
                    id
                )
            }
            try open(needs, of: id)
            try unblock(id, group: task.group)
            return true
        }

        func drop(_ ids: [DurableTaskID]) throws -> [DurableTaskID] {
            var dropped: Set<DurableTaskID> = []
            for id in ids where try db.number("SELECT 1 FROM nettask_task WHERE id = ?", id.rawValue) != nil {
                dropped.insert(id)
            }
            let sorted = dropped.sorted()
            let ended = try cancel(sorted.map(\.rawValue), reason: TaskRules.Reason.dropped)
            for id in sorted {
                try remove(id.rawValue)
            }
            return sorted + ended.filter { !dropped.contains($0) }
        }

        func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) throws -> Bool {
            var hasChanged = false
            for id in ids {
                try db.run(
                    "UPDATE nettask_task SET priority = ?1 WHERE id = ?2 AND state < 3 AND priority <> ?1",
                    priority.rawValue,
                    id.rawValue
                )
                hasChanged = hasChanged || db.changesCount > 0
            }
            return hasChanged
        }

        /// Removes some of the tasks that have been kept long enough.
        ///
        /// - Returns: the number of removed tasks. It is less than the limit if none are left.
        func prune(_ retention: TaskRetention, limit: Int) throws -> Int {
            var ids: [Int64] = []
            for (old, surplus, age) in [
                (Self.oldEnded, Self.surplusEnded, retention.ended), (Self.oldDead, Self.surplusDead, retention.dead),
            ] {
                let read: (Row) throws -> Int64 = { try $0.decode(atIndex: 0) }
                ids += try db.rows(old, now.column - age.seconds, limit, read: read)
                ids += try db.rows(surplus, limit, max(0, retention.maxCount), read: read)
            }
            let removed = Set(ids).prefix(limit)
            for id in removed {
                try remove(id)
            }
            return removed.count
        }

        private static let oldEnded =
            "SELECT id FROM nettask_task WHERE state IN (3, 5) AND ended <= ? ORDER BY ended, id LIMIT ?"
        private static let surplusEnded =
            "SELECT id FROM nettask_task WHERE state IN (3, 5) ORDER BY ended DESC, id DESC LIMIT ? OFFSET ?"
        private static let oldDead = """
            SELECT id FROM nettask_task WHERE state = 4 AND ended <= ? AND death_reason <> 'undecodable' \
            ORDER BY ended, id LIMIT ?
            """
        private static let surplusDead = """
            SELECT id FROM nettask_task WHERE state = 4 AND death_reason <> 'undecodable' \
            ORDER BY ended DESC, id DESC LIMIT ? OFFSET ?
            """

        private func remove(_ id: Int64) throws {
            try db.run("DELETE FROM nettask_run WHERE task = ?", id)
            try db.run("DELETE FROM nettask_task WHERE id = ?", id)
        }
    }
#endif
