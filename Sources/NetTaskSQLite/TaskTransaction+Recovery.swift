#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    extension TaskTransaction {
        /// The third lost lease is the last.
        static let maxLostLeaseCount: Int64 = 3

        /// Takes the leases back of an owner that is no more, and forgets him.
        func recover(_ owner: Int64?) throws -> [DurableTaskID] {
            var ended: [Ended] = []
            var groups: Set<String> = []
            let lost = try db.rows(
                """
                SELECT id, lost_count, run_count, max_run_count, run_number, kind, requirements, group_name \
                FROM nettask_task WHERE state = 2 AND owner IS ?
                """,
                owner,
                read: LostLease.init
            )
            for lease in lost {
                try endRun(lease.runNumber, of: lease.id, .lost, LostLease.error)
                try db.run("UPDATE nettask_task SET lost_count = lost_count + 1 WHERE id = ?", lease.id)
                if lease.lostCount + 1 >= Self.maxLostLeaseCount {
                    ended += try kill(lease.id, .crashed, error: LostLease.error)
                } else if lease.runCount >= lease.maxRunCount {
                    ended += try kill(lease.id, .exhausted, error: LostLease.error)
                } else {
                    try db.run(
                        """
                        UPDATE nettask_task SET state = 0, owner = NULL, lane = ?1, due = ?2, since = ?2, last_error = ?3 \
                        WHERE id = ?4
                        """,
                        try lane(lease.kind, lease.requirements, isSuspect: true),
                        now.column,
                        LostLease.error,
                        lease.id
                    )
                    if let group = lease.group { groups.insert(group) }
                }
            }
            for group in groups {
                try passTurn(in: group)
            }
            try db.run("DELETE FROM nettask_owner WHERE id = ?", owner)
            return ended.map { DurableTaskID(rawValue: $0.id) } + (try settle(ended))
        }
    }

    /// A running task whose owner is no more.
    private struct LostLease {
        static let error = "Its process ended in the middle of the run."

        var id: Int64
        var lostCount: Int64
        var runCount: Int64
        var maxRunCount: Int64
        var runNumber: Int64
        var kind: String
        var requirements: Int
        var group: String?

        init(_ row: Row) throws {
            id = try row.decode(atIndex: 0)
            lostCount = try row.decode(atIndex: 1)
            runCount = try row.decode(atIndex: 2)
            maxRunCount = try row.decode(atIndex: 3)
            runNumber = try row.decode(atIndex: 4)
            kind = try row.decode(atIndex: 5)
            requirements = try row.decode(atIndex: 6)
            group = try row.decode(atIndex: 7)
        }
    }
#endif
