#if SQLite
    import Foundation
    import GRDB
    import HTTPTypes
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import NetTaskTesting
    import Testing

    @Suite("A task that is enqueued in a transaction of the app", .serialized, .timeLimit(.minutes(5)))
    struct TransactionTests {
        let ground = Ground()
        let folder: URL
        let database: DatabasePool
        let store: SQLiteTaskStore

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("nettask-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            database = try DatabasePool(path: folder.appendingPathComponent("app.sqlite").path)
            store = try SQLiteTaskStore(database: database)
        }

        private func close() async throws {
            await store.close()
            try database.close()
            try FileManager.default.removeItem(at: folder)
        }

        @Test("is run after the transaction is committed")
        func committed() async throws {
            ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
            let queue = ground.queue(store: store, startsSuspended: false)
            let handle = try await database.write { db in
                try db.execute(sql: "CREATE TABLE note (text TEXT)")
                return try queue.enqueue(PlaceOrder(article: 17), in: db, .tag("note"))
            }

            #expect(try await handle.value == 5)
            await queue.shutdown()
            try await close()
        }

        @Test("does not exist after the transaction is rolled back")
        func rolledBack() async throws {
            let queue = ground.queue(store: store)
            let handle = Book<DurableNetTaskHandle<PlaceOrder>>()
            try? await database.write { db in
                handle.write(try queue.enqueue(PlaceOrder(article: 17), in: db))
                throw TestError()
            }

            #expect(try await queue.tasks() == [])
            guard case .failure(.unknown)? = await handle.entries.first?.result else {
                Issue.record("there is no task")
                return
            }
            await queue.shutdown()
            try await close()
        }

        @Test("is rejected without an open transaction, because it would not be reported")
        func noTransaction() async throws {
            let queue = ground.queue(store: store)
            try await database.writeWithoutTransaction { db in
                _ = #expect {
                    try queue.enqueue(PlaceOrder(article: 17), in: db)
                } throws: { error in
                    if case EnqueueError.store(.noTransaction) = error { true } else { false }
                }
            }

            #expect(try await queue.tasks() == [])
            await queue.shutdown()
            try await close()
        }

        @Test("differs from the task of a rolled back savepoint with the same id")
        func savepoint() async throws {
            ground.mock.on(PlaceOrder.self) { _, _ in .json("5") }
            let queue = ground.queue(store: store, startsSuspended: false)
            let (old, new) = try await database.write { db in
                var old: DurableNetTaskHandle<PlaceOrder>?
                try db.inSavepoint {
                    old = try queue.enqueue(PlaceOrder(article: 1), in: db)
                    return .rollback
                }
                return (try #require(old), try queue.enqueue(PlaceOrder(article: 2), in: db))
            }

            #expect(old.id == new.id)
            guard case .failure(.unknown) = await old.result else {
                Issue.record("there is no such task")
                return
            }
            #expect(try await new.value == 5)
            await queue.shutdown()
            try await close()
        }

        @Test("is listed without its payload unless that is requested")
        func listed() async throws {
            let queue = ground.queue(store: store)
            let handle = try await queue.enqueue(PlaceOrder(article: 17), .group("g"))
            let second = try await queue.enqueue(PlaceOrder(article: 18), .group("g"))

            var task = try await handle.status()
            task.task.payload = Data()
            #expect(try await store.tasks(TaskQuery(limit: 1, includesPayloads: false)) == [task])
            #expect(try await queue.explain(second.id)?.reasons.first == .behindInGroup(handle.id))
            await queue.shutdown()
            try await close()
        }

        @Test("is rejected by a queue with another store, and the transaction continues")
        func otherStore() async throws {
            let queue = ground.queue()
            let tables = try await database.write { db in
                #expect(throws: EnqueueError.self) { try queue.enqueue(PlaceOrder(article: 17), in: db) }
                try db.execute(sql: "CREATE TABLE note (text TEXT)")
                return try db.tableExists("note")
            }

            #expect(tables)
            try await close()
        }
    }
#endif
