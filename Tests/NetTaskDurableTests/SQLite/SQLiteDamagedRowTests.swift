#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A damaged row during a claim", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteDamagedRowTests {
        private let file: StoreFile
        private let ids: [DurableTaskID]

        init() async throws {
            file = try StoreFile()
            ids = try await file.fill(20)
        }

        @Test("is skipped for others, and reported")
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

        @Test("is reported, even if nothing else is claimed")
        func told() async throws {
            try file.execute("UPDATE nettask_task SET payload = x'00'")
            let store = try SQLiteTaskStore(path: file.path)
            var changes = store.changes().makeAsyncIterator()
            #expect(try await store.claimAll(8).isEmpty)
            #expect(await changes.next() != nil)
            await store.close()
        }

        @Test("does not block its task if only the number of its run is wrong")
        func number() async throws {
            try file.execute(
                "INSERT INTO nettask_run (task, number, started, outcome) VALUES (\(ids[0]), 1, 0, 'running')"
            )
            let store = try SQLiteTaskStore(path: file.path)
            #expect(try await store.claimAll(8).map(\.task.id) == Array(ids[..<8]))
            #expect(try await store.runs(of: ids[0]).count == 1)
        }

        @Test("ends the dependents of its task")
        func dependents() async throws {
            // given
            let first = ids[0]
            let before = try SQLiteTaskStore(path: file.path)
            var task = StoreFile.task("dependent")
            task.dependencies = [TaskDependency(first)]
            let dependent = try await before.insertOne(task)
            await before.close()
            try file.execute("UPDATE nettask_task SET payload = x'00' WHERE id = \(first)")
            let store = try SQLiteTaskStore(path: file.path)

            // when
            _ = try await store.claimAll(1)

            // then
            #expect(try await store.task(dependent)?.state == .cancelled)
        }

        @Test("is skipped for at most the requested number of suspects")
        func suspects() async throws {
            // given
            let file = try StoreFile()
            let suspects = try await file.fill(2)
            for _ in 0..<2 {
                let store = try SQLiteTaskStore(path: file.path)
                _ = try await store.recover(now: StoreFile.start)
                #expect(try await store.claimAll().map(\.task.id) == suspects)
                await store.close()
            }
            let others = try await file.fill(2)
            try file.execute("UPDATE nettask_task SET payload = x'00' WHERE id = \(others[0])")
            let store = try SQLiteTaskStore(path: file.path)
            _ = try await store.recover(now: StoreFile.start)

            // when
            let claim = TaskClaim(limit: 2, kinds: ["a": 1], suspectLimit: 1)
            let claimed = try await store.claim(claim, now: StoreFile.start)

            // then
            #expect(claimed.map(\.task.id) == [suspects[0], others[1]])
        }

        @Test("is skipped if it cannot be changed at all")
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
