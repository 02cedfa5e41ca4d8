#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// A set of tasks that the same claims can take: the same kind, payload version and requirements, and suspect or not.
    /// Waiting tasks are indexed by lane, so that a claim reads none that it cannot take.
    struct TaskLane: Sendable, Hashable {
        var kind: String
        var payloadVersion: Int
        var requirements: TaskRequirements
        /// Whether its tasks are suspect because of lost leases.
        var isSuspect: Bool

        func isTaken(by claim: TaskClaim) -> Bool {
            claim.takes(kind, payloadVersion, requirements) && (!isSuspect || claim.suspectLimit > 0)
        }
    }

    /// The lanes of a store. They are few and never removed, so they are read once and kept in memory.
    final class LaneTable: Sendable {
        private struct Known {
            var ids: [TaskLane: Int64] = [:]
            /// All lanes up to this id are known.
            var last: Int64 = 0
            /// The number of times that the table was cleared.
            var generation = 0
        }

        private let known = Locked(Known())

        /// Clears the table. Must be called after an undone transaction that may have added lanes.
        func forget() {
            known.withLock { $0 = Known(generation: $0.generation + 1) }
        }

        /// Returns the id of a lane, which is made if there is none.
        ///
        /// - Parameter remembers: false in a transaction of the app, which may be undone without notice.
        func id(of lane: TaskLane, in db: Database, remembers: Bool = true) throws -> Int64 {
            if remembers, let id = known.withLock({ $0.ids[lane] }) { return id }
            try db.run(
                """
                INSERT INTO nettask_lane (kind, payload_version, requirements, is_suspect) VALUES (?, ?, ?, ?) \
                ON CONFLICT DO NOTHING
                """,
                lane.kind,
                lane.payloadVersion,
                lane.requirements.rawValue,
                lane.isSuspect
            )
            let id = try db.number(
                """
                SELECT id FROM nettask_lane \
                WHERE kind = ? AND payload_version = ? AND requirements = ? AND is_suspect = ?
                """,
                lane.kind,
                lane.payloadVersion,
                lane.requirements.rawValue,
                lane.isSuspect
            )
            guard let id else { throw TaskStoreError.damaged("A lane that was just added is missing.") }
            if remembers {
                known.withLock { $0.ids[lane] = id }
            }
            return id
        }

        /// Returns the lanes that a claim can take tasks of, without those of paused kinds.
        func lanes(for claim: TaskClaim, in db: Database) throws -> [(id: Int64, lane: TaskLane)] {
            while let newest = try db.number("SELECT max(id) FROM nettask_lane") {
                let (last, generation) = known.withLock { ($0.last, $0.generation) }
                if newest <= last { break }
                let added = try db.rows(
                    "SELECT id, kind, payload_version, requirements, is_suspect FROM nettask_lane WHERE id > ?",
                    last
                ) {
                    let lane = TaskLane(
                        kind: try $0.decode(atIndex: 1),
                        payloadVersion: try $0.decode(atIndex: 2),
                        requirements: TaskRequirements(rawValue: try $0.decode(atIndex: 3)),
                        isSuspect: try $0.decode(atIndex: 4)
                    )
                    return (lane, try $0.decode(Int64.self, atIndex: 0))
                }
                known.withLock { known in
                    // The earlier lanes may have been cleared in the meantime.
                    guard known.generation == generation else { return }
                    known.ids.merge(added) { $1 }
                    known.last = max(known.last, newest)
                }
            }
            let lanes = known.withLock { known in
                known.ids.compactMap { $0.key.isTaken(by: claim) ? (id: $0.value, lane: $0.key) : nil }
            }
            let paused = try Set(lanes.map(\.lane.kind)).filter { kind in
                try db.number("SELECT 1 FROM nettask_paused WHERE kind = ?", kind) != nil
            }
            return lanes.filter { !paused.contains($0.lane.kind) }
        }
    }
#endif
