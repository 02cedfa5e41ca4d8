#if Durable
    import Foundation
    import GRDB
    import HTTPTypes
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @Suite("A task that is enqueued in a transaction of the app's", .timeLimit(.minutes(1)))
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

        @Test("is run once the transaction is committed")
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

        @Test("is not there once the transaction is rolled back")
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

        @Test("is refused by a queue on another store, and the transaction goes on")
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
