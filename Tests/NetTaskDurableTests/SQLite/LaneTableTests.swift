#if SQLite
    import GRDB
    import NetTaskRuntime
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("The lanes that are kept in memory", .timeLimit(.minutes(5)))
    struct LaneTableTests {
        @Test("are complete, even if they are discarded while new ones are read")
        func forgotten() throws {
            let table = LaneTable()
            let lanes = ["a", "b", "c"].map {
                TaskLane(kind: $0, payloadVersion: 1, requirements: [], isSuspect: false)
            }
            let claim = TaskClaim(limit: 1, kinds: ["a": 1, "b": 1, "c": 1])
            try DatabaseQueue().write { db in
                // given
                try StoreSchema.prepare(db, firstID: 1)
                for lane in lanes.prefix(2) { _ = try table.id(of: lane, in: db, remembers: false) }
                #expect(try table.lanes(for: claim, in: db).count == 2)
                _ = try table.id(of: lanes[2], in: db, remembers: false)
                let isTime = Locked(true)
                db.trace { event in
                    guard event.description.contains("WHERE id >") else { return }
                    let isNow = isTime.withLock { isTime in
                        defer { isTime = false }
                        return isTime
                    }
                    if isNow { table.forget() }
                }

                // when, then
                #expect(try table.lanes(for: claim, in: db).count == 3)
                #expect(!isTime.withLock { $0 })
                db.trace(options: [])
            }
        }
    }
#endif
