#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("Tasks enqueued in a transaction of the app", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteTransactionTests {
        private struct Regret: Error {}

        private let database: DatabaseQueue
        private let store: SQLiteTaskStore

        init() throws {
            database = try DatabaseQueue()
            store = try SQLiteTaskStore(database: database)
        }

        @Test("exist after its commit, and are reported then")
        func commit() async throws {
            var changes = store.changes().makeAsyncIterator()
            try await database.write { [store] db in
                try db.execute(sql: "CREATE TABLE mine (x)")
                _ = try store.insert([StoreFile.task()], now: StoreFile.start, in: db)
            }
            #expect(await changes.next() != nil)
            #expect(try await store.claimAll().count == 1)
        }

        @Test("notify all queues except the one that has enqueued them")
        func ownChange() async throws {
            var changes = TaskChangeSource.$author.withValue(17) { store.changes() }.makeAsyncIterator()
            let other = try await database.write { [store] db in
                _ = try TaskChangeSource.$author.withValue(17) {
                    try store.insert([StoreFile.task("a")], now: StoreFile.start, in: db)
                }
                return try store.insert([StoreFile.task("b")], now: StoreFile.start, in: db)
            }
            #expect(await changes.next() == TaskChange(of: other, [StoreFile.task()]))
        }

        @Test("do not exist after its rollback, and neither does their lane")
        func rollback() async throws {
            await #expect(throws: Regret.self) {
                try await database.write { [store] db in
                    _ = try store.insert([StoreFile.task()], now: StoreFile.start, in: db)
                    throw Regret()
                }
            }
            #expect(try await store.counts() == [])
            _ = try await store.insertOne(StoreFile.task())
            let other = try SQLiteTaskStore(database: database)
            #expect(try await other.claimAll().count == 1)
        }

        @Test("are stored together or not at all, and its other changes are kept")
        func failure() async throws {
            try await database.write { [store] db in
                try db.execute(sql: "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
                // It is detected only after the first task has been stored.
                let tasks = [StoreFile.task(), StoreFile.task("a\u{0}")]
                #expect(throws: TaskStoreError.self) {
                    try store.insert(tasks, now: StoreFile.start, in: db)
                }
            }
            #expect(try await store.counts() == [])
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mine") } == 1)
        }

        @Test("are rejected outside of a transaction, because they would not be reported")
        func noTransaction() async throws {
            await #expect(throws: TaskStoreError.self) {
                try await database.writeWithoutTransaction { [store] db in
                    _ = try store.insert([StoreFile.task()], now: StoreFile.start, in: db)
                }
            }
            #expect(try await store.counts() == [])
        }

        @Test("leave the database open when the store is closed")
        func close() async throws {
            await store.close()
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT 1") } == 1)
        }
    }
#endif
