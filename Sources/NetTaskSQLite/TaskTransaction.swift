#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// The changes of tasks in one transaction.
    struct TaskTransaction {
        let db: Database
        let lanes: LaneTable
        let now: Date
        /// False in a transaction of the app, which may be undone without notice.
        var remembersLanes = true

        func lane(_ kind: String, _ version: Int, _ requirements: TaskRequirements, isSuspect: Bool) throws -> Int64 {
            let lane = TaskLane(kind: kind, payloadVersion: version, requirements: requirements, isSuspect: isSuspect)
            return try lanes.id(of: lane, in: db, remembers: remembersLanes)
        }

        /// The number of rows that one transaction changes, so that other writers get their turns.
        static let batchSize = 5_000

        /// Restarts waits that began later than now, because the clock was set back, so that no wait becomes longer than
        /// requested. If there are none, this costs one search of an index. If there are very many, the next call continues.
        func correctWaits() throws {
            guard try TaskReading(db: db).isClockSetBack(now) else { return }
            try db.run(
                """
                UPDATE nettask_task SET due = ?1 + (due - since), since = ?1 WHERE id IN \
                (SELECT id FROM nettask_task WHERE state = 0 AND since > ?1 LIMIT ?2)
                """,
                now.column,
                Self.batchSize
            )
        }
    }

    extension TaskDue {
        /// The date, and when the wait for it began; nil if the date was chosen.
        func columns(now: Date) -> (due: Double, since: Double?) {
            switch self {
            case .at(let date): (date.column, nil)
            case .after(let wait): (now.column + max(0, wait.seconds), now.column)
            }
        }
    }
#endif
