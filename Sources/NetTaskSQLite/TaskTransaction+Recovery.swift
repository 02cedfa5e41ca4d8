#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    extension TaskTransaction {
        /// Takes back the leases of an owner that has ended, and removes the owner.
        func recover(_ owner: Int64?) throws -> [DurableTaskID] {
            var ended: [Ended] = []
            var groups: Set<String> = []
            let lost = try db.rows(
                """
                SELECT id, lost_count, run_count, max_run_count, run_number, kind, requirements, group_name, \
                payload_version FROM nettask_task WHERE state = 2 AND owner IS ?
                """,
                owner,
                read: LostLease.init
            )
            for lease in lost {
                let transition = TaskRules.transition(
                    afterLostLease: lease.lostCount,
                    runCount: lease.runCount,
                    maxRunCount: lease.maxRunCount
                )
                try endRun(lease.runNumber, of: lease.id, transition.outcome, transition.error)
                let last = try apply(transition, lease.id, kind: lease.kind)
                ended += last
                if !last.isEmpty { continue }
                let isSuspect = TaskRules.isSuspect(lostLeaseCount: lease.lostCount + 1)
                let lane = try lane(lease.kind, lease.payloadVersion, lease.requirements, isSuspect: isSuspect)
                try db.run("UPDATE nettask_task SET lane = ? WHERE id = ?", lane, lease.id)
                if let group = lease.group { groups.insert(group) }
            }
            for group in groups {
                try updateTurn(in: group)
            }
            try db.run("DELETE FROM nettask_owner WHERE id = ?", owner)
            return ended.map { DurableTaskID(rawValue: $0.id) } + (try processEnds(ended))
        }
    }

    /// A running task whose owner has ended.
    private struct LostLease {
        var id: Int64
        var lostCount: Int
        var runCount: Int
        var maxRunCount: Int
        var runNumber: Int64
        var kind: String
        var payloadVersion: Int
        var requirements: TaskRequirements
        var group: String?

        init(_ row: Row) throws {
            id = try row.decode(atIndex: 0)
            lostCount = try row.decode(atIndex: 1)
            runCount = try row.decode(atIndex: 2)
            maxRunCount = try row.decode(atIndex: 3)
            runNumber = try row.decode(atIndex: 4)
            kind = try row.decode(atIndex: 5)
            requirements = TaskRequirements(rawValue: try row.decode(atIndex: 6))
            group = try row.decode(atIndex: 7)
            payloadVersion = try row.decode(atIndex: 8)
        }
    }
#endif
