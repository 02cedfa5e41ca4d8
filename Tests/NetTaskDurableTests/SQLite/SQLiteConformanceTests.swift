#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskDurableTesting
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A store in a file", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteConformanceTests {
        static let process = conformance { path throws in try SQLiteTaskStore(path: path) }
        static let powerLoss = conformance { path throws in try SQLiteTaskStore(path: path, durability: .powerLoss) }
        static let database = conformance { path throws in
            var configuration = Configuration()
            configuration.busyMode = .timeout(20)
            configuration.journalMode = .wal
            return try SQLiteTaskStore(database: DatabaseQueue(path: path, configuration: configuration))
        }

        /// Each store has its own folder, which identifies it when it is reopened.
        private static func conformance(
            open: @escaping @Sendable (String) throws -> SQLiteTaskStore
        ) -> TaskStoreConformance {
            let folders = Locked<[ObjectIdentifier: TemporaryFolder]>([:])
            @Sendable func store(in folder: TemporaryFolder) throws -> SQLiteTaskStore {
                let store = try open(folder.path + "/tasks.sqlite")
                folders.withLock { $0[ObjectIdentifier(store)] = folder }
                return store
            }
            return TaskStoreConformance(
                makeStore: { try store(in: TemporaryFolder()) },
                reopen: { other in
                    let other = try #require(other as? SQLiteTaskStore)
                    return try store(in: #require(folders.withLock { $0[ObjectIdentifier(other)] }))
                }
            )
        }

        @Test("passes the checks of a store", arguments: process.checks)
        func conforms(_ check: TaskStoreConformance.Check) async throws {
            try await check.run()
        }

        // Thousands of commits on a slow disk would exceed the time limit of a check.
        @Test("passes them with full durability", arguments: powerLoss.checks.filter { !$0.name.contains("3,000") })
        func conformsAtPowerLoss(_ check: TaskStoreConformance.Check) async throws {
            try await check.run()
        }

        @Test("passes them in a database of the app", arguments: database.checks)
        func conformsInDatabase(_ check: TaskStoreConformance.Check) async throws {
            try await check.run()
        }
    }
#endif
