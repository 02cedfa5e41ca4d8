#if PostgreSQL
    import NetTaskDurable
    import NetTaskDurableTesting
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "A store in PostgreSQL",
        .serialized,
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(10))
    )
    struct PostgreSQLConformanceTests {
        static let conformance = TaskStoreConformance(
            makeStore: { try await StoreServer.store(StoreServer.newSchema(), clock: .caller) },
            reopen: { other in
                let other = try #require(other as? PostgreSQLTaskStore)
                return try await StoreServer.store(other.schema.name, clock: .caller)
            }
        )

        @Test("passes the checks of a store", arguments: conformance.checks)
        func conforms(_ check: TaskStoreConformance.Check) async throws {
            try await check.run()
        }
    }
#endif
