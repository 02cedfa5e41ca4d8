#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("Errors of a store in a file", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteRefusalTests {
        private let file: StoreFile

        init() throws {
            file = try StoreFile()
        }

        @Test(
            "B40: a task whose row was damaged is not run, but kept with the reason",
            arguments: [
                "payload = x'08080808080808080808'", "idempotency_key = 'kez'", "tags = '[1'",
                "unique_key = '', unique_policy = '?'",
            ]
        )
        func checksum(change: String) async throws {
            let ids = try await file.fill(2, size: 10)
            try file.execute("UPDATE nettask_task SET \(change) WHERE id = ?", [ids[0].rawValue])
            let store = try SQLiteTaskStore(path: file.path)

            #expect(try await store.claimAll().map(\.task.id) == [ids[1]])

            let task = try #require(try await store.task(ids[0]))
            #expect(task.state == .dead)
            #expect(task.deathReason == .undecodable)
            #expect(task.lastError?.contains("damaged") == true)
            #expect(task.runCount == 0)
            #expect(task.task.payload.count == 10)
            #expect(try await store.runs(of: ids[0]) == [])
        }

        @Test("a file of a later version is not changed")
        func tooNew() async throws {
            _ = try await file.fill(1)
            try file.execute("UPDATE nettask_meta SET value = 2")
            for open in [
                { try SQLiteTaskStore(path: $0, setsAsideDamaged: true) }, { try SQLiteTaskStore(readingFrom: $0) },
            ] {
                #expect {
                    try open(file.path)
                } throws: { error in
                    if case TaskStoreError.tooNew = error { true } else { false }
                }
            }
        }

        @Test("an unknown version is not a store", arguments: [-5, -1, 0, Int64.min])
        func impossibleVersion(version: Int64) async throws {
            _ = try await file.fill(1)
            try file.execute("UPDATE nettask_meta SET value = ?", [version])
            for open in [{ try SQLiteTaskStore(path: $0) }, { try SQLiteTaskStore(database: DatabaseQueue(path: $0)) }]
            {
                #expect {
                    try open(file.path)
                } throws: { error in
                    if case TaskStoreError.damaged(let text) = error {
                        text.contains("version \(version)")
                    } else {
                        false
                    }
                }
            }
        }

        @Test(
            "a path that is not a file is an error without a wait",
            arguments: ["pipe", "folder", "link", "/dev/null"]
        )
        func noFile(what: String) throws {
            let path = what.hasPrefix("/") ? what : file.path + "-" + what
            switch what {
            case "pipe": try #require(mkfifo(path, 0o600) == 0)
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            case "link":
                try #require(mkfifo(file.path + "-target", 0o600) == 0)
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: file.path + "-target")
            default: break
            }
            for open in [{ try SQLiteTaskStore(path: $0) }, { try SQLiteTaskStore(readingFrom: $0) }] {
                #expect {
                    try open(path)
                } throws: { error in
                    if case TaskStoreError.other(let text) = error { text.contains("path of a file") } else { false }
                }
            }
            #expect(!FileManager.default.fileExists(atPath: path + "-owners"))
        }

        @Test("a full disk is an error that loses no tasks, and the store continues when there is space")
        func full() async throws {
            let database = try DatabaseQueue(path: file.path)
            let store = try SQLiteTaskStore(database: database)
            let id = try await store.insertOne(StoreFile.task())
            try await database.writeWithoutTransaction { db in
                let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(count + 2)")
            }
            let results = await withTaskGroup(of: TaskStoreError?.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        do {
                            _ = try await store.insert(
                                [StoreFile.task("\(number)", size: number == 0 ? 10 : 50_000)],
                                now: StoreFile.start
                            )
                            return nil
                        } catch {
                            return error as? TaskStoreError
                        }
                    }
                }
                return await group.reduce(into: [TaskStoreError?]()) { $0.append($1) }
            }
            #expect(results.filter { $0 == nil }.count == 1, "the small one found room")
            for error in results.compactMap({ $0 }) {
                guard case .full = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
            #expect(try await store.task(id) != nil)
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
            _ = try await store.insertOne(StoreFile.task("after", size: 50_000))
            #expect(try await store.claimAll().count == 3)
        }

        @Test("a read-only database is an error for writes, and can be read")
        func readOnly() async throws {
            let database = try DatabaseQueue(path: file.path)
            let store = try SQLiteTaskStore(database: database)
            let id = try await store.insertOne(StoreFile.task())
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
            await #expect {
                try await store.insert([StoreFile.task("b")], now: StoreFile.start)
            } throws: { error in
                if case TaskStoreError.readOnly = error { true } else { false }
            }
            #expect(try await store.task(id) != nil)
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
        }

        @Test("a missing folder is an error")
        func noFolder() throws {
            #expect {
                try SQLiteTaskStore(path: file.path + "/nowhere/tasks.sqlite")
            } throws: { error in
                if case TaskStoreError.readOnly = error { true } else { false }
            }
        }

        @Test("a file that another process keeps locked is an error after a while")
        func busy() async throws {
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            let store = try SQLiteTaskStore(database: DatabasePool(path: file.path, configuration: configuration))
            let other = try DatabaseQueue(path: file.path)
            try await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA locking_mode = NORMAL") }
            let (isLocked, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            other.asyncWriteWithoutTransaction { db in
                try? db.inTransaction(.immediate) {
                    isLocked.signal()
                    release.wait()
                    return .rollback
                }
            }
            isLocked.wait()
            defer { release.signal() }
            await #expect {
                try await store.insert([StoreFile.task()], now: StoreFile.start)
            } throws: { error in
                if case TaskStoreError.busy = error { true } else { false }
            }
        }

        @Test("a store for reading sees the tasks of an open store, and writes nothing")
        func reading() async throws {
            let store = try SQLiteTaskStore(path: file.path)
            let id = try await store.insertOne(StoreFile.task())
            let reader = try SQLiteTaskStore(readingFrom: file.path)
            #expect(try await reader.task(id)?.state == .waiting)
            #expect(try await reader.counts().map(\.count) == [1])
            await #expect {
                try await reader.claimAll()
            } throws: { error in
                if case TaskStoreError.readOnly = error { true } else { false }
            }
            await reader.close()
            await #expect(throws: TaskStoreError.closed) { try await reader.task(id) }
            await store.close()
        }
    }
#endif
