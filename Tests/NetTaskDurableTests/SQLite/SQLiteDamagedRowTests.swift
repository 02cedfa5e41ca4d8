#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A damaged row in the way of a claim", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteDamagedRowTests {
        private let file: StoreFile
        private let ids: [DurableTaskID]

        init() async throws {
            file = try StoreFile()
            ids = try await file.fill(20)
        }

        @Test("leaves its place to others, and is told of")
        func replaced() async throws {
            // given
            try file.execute("UPDATE nettask_task SET payload = x'00' WHERE id <= \(ids[7])")
            let store = try SQLiteTaskStore(path: file.path)

            // when
            let claimed = try await store.claimAll(8)

            // then
            #expect(claimed.map(\.task.id) == Array(ids[8..<16]))
            let buried = try await store.tasks(TaskQuery(deathReasons: [.undecodable]))
            #expect(buried.map(\.id) == Array(ids[..<8]))
            #expect(buried.allSatisfy { $0.runCount == 0 })
        }

        @Test("is told of, also if nothing else is claimed")
        func told() async throws {
            try file.execute("UPDATE nettask_task SET payload = x'00'")
            let store = try SQLiteTaskStore(path: file.path)
            var changes = store.changes().makeAsyncIterator()
            #expect(try await store.claimAll(8).isEmpty)
            #expect(await changes.next() != nil)
            await store.close()
        }

        @Test("does not keep its task from being run if only the number of its run is wrong")
        func number() async throws {
            try file.execute(
                "INSERT INTO nettask_run (task, number, started, outcome) VALUES (\(ids[0]), 1, 0, 'running')"
            )
            let store = try SQLiteTaskStore(path: file.path)
            #expect(try await store.claimAll(8).map(\.task.id) == Array(ids[..<8]))
            #expect(try await store.runs(of: ids[0]).count == 1)
        }

        @Test("is passed over if nothing at all can be done with it")
        func stuck() async throws {
            // given
            try file.execute(
                """
                CREATE TRIGGER stuck BEFORE UPDATE ON nettask_task WHEN OLD.id IN (\(ids[0]), \(ids[2])) \
                BEGIN SELECT RAISE(ABORT, 'no'); END
                """
            )
            let store = try SQLiteTaskStore(path: file.path)

            // when
            let claimed = try await store.claimAll(8)

            // then
            #expect(claimed.map(\.task.id) == [ids[1]] + ids[3..<10])
            #expect(try await store.task(ids[0])?.state == .waiting)
            #expect(try await store.claimAll(100).count == 10)
        }
    }
#endif
