#if Durable
    import Foundation
    import GRDB
    import NetTaskRuntime

    /// What is done to tasks in one transaction.
    struct TaskTransaction {
        let db: Database
        let lanes: LaneTable
        let now: Date
        /// False in a transaction of somebody else, who may undo it unseen.
        var remembersLanes = true

        func lane(_ kind: String, _ requirements: Int, isSuspect: Bool) throws -> Int64 {
            let lane = TaskLane(kind: kind, requirements: .init(rawValue: requirements), isSuspect: isSuspect)
            return try lanes.id(of: lane, in: db, remembers: remembersLanes)
        }

        /// Has waits begin anew that began later than now, because the clock was set back: none becomes longer than it was
        /// asked to be. Costs one look at the end of an index if there are none.
        func correctWaits() throws {
            let latest = try db.number("SELECT 1 FROM nettask_task WHERE state = 0 AND since > ? LIMIT 1", now.column)
            guard latest != nil else { return }
            try db.run(
                "UPDATE nettask_task SET due = ?1 + (due - since), since = ?1 WHERE state = 0 AND since > ?1",
                now.column
            )
        }
    }

    extension TaskDue {
        /// The date, and when the wait for it began; nil if somebody chose the date.
        func columns(now: Date) -> (due: Double, since: Double?) {
            switch self {
            case .at(let date): (date.column, nil)
            case .after(let wait): (now.column + max(0, wait.timeInterval), now.column)
            }
        }
    }
#endif
