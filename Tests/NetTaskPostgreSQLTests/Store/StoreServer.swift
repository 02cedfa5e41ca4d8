#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    /// The server that `Scripts/with-postgresql` has started.
    enum StoreServer {
        static let url = ProcessInfo.processInfo.environment["NETTASK_POSTGRESQL"] ?? ""

        static let isThere = Comment("there is no server: run the tests by Scripts/with-postgresql")

        /// The name of a schema that no other test uses.
        static func newSchema() -> String {
            "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        }

        /// Connections of a store of its own, few, since many tests run at once.
        static func pool(_ change: (inout PostgreSQLConfiguration) -> Void = { _ in }) throws -> PostgreSQLPool {
            var configuration = try PostgreSQLConfiguration(url)
            configuration.maxConnectionCount = 2
            configuration.waitTimeout = .seconds(60)
            change(&configuration)
            return PostgreSQLPool(configuration)
        }

        static func store(
            _ schema: String,
            clock: PostgreSQLTaskStore.ClockSource = .server,
            leaseDuration: Duration = .seconds(30)
        ) async throws -> PostgreSQLTaskStore {
            try await PostgreSQLTaskStore(session: pool(), schema: schema, clock: clock, leaseDuration: leaseDuration)
        }
    }

    extension NewTask {
        /// A task of the kind `a`.
        static func new(_ change: (inout NewTask) -> Void = { _ in }) -> NewTask {
            var task = NewTask(kind: "a", payload: Data("payload".utf8), idempotencyKey: UUID().uuidString)
            change(&task)
            return task
        }
    }

    extension PostgreSQLTaskStore {
        func add(_ task: NewTask = .new()) async throws -> DurableTaskID {
            guard case .inserted(let id) = try await insert([task], now: .distantPast)[0] else {
                throw TaskStoreError.other("It was not inserted.")
            }
            return id
        }

        func claim(_ limit: Int = 10) async throws -> [ClaimedTask] {
            try await claim(TaskClaim(limit: limit, kinds: ["a": 1]), now: .distantPast)
        }
    }
#endif
