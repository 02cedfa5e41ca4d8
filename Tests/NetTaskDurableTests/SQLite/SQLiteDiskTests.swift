#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A store and the room on its disk", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteDiskTests {
        private let file: StoreFile

        init() throws {
            file = try StoreFile()
        }

        private func size(_ part: String) throws -> Int64 {
            try #require(
                try FileManager.default.attributesOfItem(atPath: file.path + part)[.size] as? NSNumber
            ).int64Value
        }

        @Test("after each commit, the file has space for the content of the log")
        func room() async throws {
            // given
            let store = try SQLiteTaskStore(path: file.path)
            for number in 0..<40 {
                // when
                _ = try await store.insertOne(StoreFile.task("\(number)", size: 5_000))
                // then
                let count = try #require(
                    try await store.connection().database.read { try Int64.fetchOne($0, sql: "PRAGMA page_count") }
                )
                var status = stat()
                #expect(stat(file.path, &status) == 0)
                #expect(Int64(status.st_size) >= count * 4_096)
                #expect(Int64(status.st_blocks) * 512 >= count * 4_096, "the room is taken, not only promised")
            }
            #expect(try size("-wal") > 200_000, "the tasks are in the log")
            await store.close()
        }

        @Test("an insert that does not fit leaves space in the file for the log")
        func undone() async throws {
            // given
            let store = try SQLiteTaskStore(path: file.path)
            _ = try await store.insertOne(StoreFile.task())
            let unknown = DurableTaskID(rawValue: 5)
            var dependent = StoreFile.task("b")
            dependent.dependencies = [TaskDependency(unknown)]
            let tasks = [StoreFile.task("a", size: 50_000), dependent]
            // when
            await #expect(throws: TaskStoreError.unknownDependency(unknown)) {
                try await store.insert(tasks, now: StoreFile.start)
            }
            _ = try await store.insertOne(StoreFile.task("c", size: 50_000))
            // then
            let pages = try await store.connection().database.read { try Int64.fetchOne($0, sql: "PRAGMA page_count") }
            #expect(try size("") >= (pages ?? .max) * 4_096)
            await store.close()
        }

        @Test("the log of a process that has ended is emptied when the store is opened")
        func emptiedWhenOpened() async throws {
            // given
            let other = try StoreFile()
            let store = try SQLiteTaskStore(path: other.path)
            for number in 0..<20 { _ = try await store.insertOne(StoreFile.task("\(number)", size: 50_000)) }
            for part in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: other.path + part, toPath: file.path + part)
            }
            await store.close()
            #expect(try size("-wal") > 1_000_000)
            // when
            let opened = try SQLiteTaskStore(path: file.path)
            // then
            let copy = try StoreFile()
            try FileManager.default.copyItem(atPath: file.path, toPath: copy.path)
            let count = try await DatabaseQueue(path: copy.path).read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM nettask_task")
            }
            #expect(count == 20, "all that was in the log is in the file")
            await opened.close()
        }

        @Test("the log is at most 4 MB, except after one large transaction")
        func limit() async throws {
            // given
            let store = try SQLiteTaskStore(path: file.path)
            let tasks = (0..<10).map { StoreFile.task("\($0)", size: 1_000_000) }
            _ = try await store.insert(tasks, now: StoreFile.start)
            #expect(try size("-wal") > 9_000_000)
            // when
            _ = try await store.insertOne(StoreFile.task("next"))
            // then
            #expect(try size("-wal") <= 4_096_000)
            await store.close()
        }

        @Test(
            "the log is smaller if less space is free",
            arguments: [
                (0, 65_536), (1 << 20, 131_072), (3 << 20, 393_216), (1 << 30, 4_096_000), (.max, 4_096_000),
            ] as [(Int64, Int64)]
        )
        func logLimit(free: Int64, limit: Int64) {
            #expect(StoreDisk.logLimit(free: free) == limit)
        }
    }
#endif
