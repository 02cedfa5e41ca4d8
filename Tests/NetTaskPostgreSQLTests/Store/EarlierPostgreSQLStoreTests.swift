#if PostgreSQL
    import EarlierStores
    import Foundation
    import NetTaskDurable
    @testable import NetTaskPostgreSQL
    import Testing

    @Suite(
        "A PostgreSQL schema of an earlier version",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct EarlierPostgreSQLStoreTests {
        private static let names = (try? EarlierStore.scripts(for: "postgresql").keys.sorted()) ?? []

        @Test("B36: is updated, and all of its tasks end", arguments: names)
        func run(name: String) async throws {
            // given
            let schema = StoreServer.newSchema()
            let script = try #require(try EarlierStore.scripts(for: "postgresql")[name])
            let pool = try StoreServer.pool()
            try await pool.execute(script.replacing("nettask", with: schema))
            await pool.close()
            // when
            let store = try await StoreServer.store(schema, clock: .caller)
            let faults = try await EarlierStore.run(store)
            await store.close()
            // then
            #expect(faults == [])
        }

        @Test("is kept for each version, this one included")
        func versions() {
            #expect(Self.names == (1...PostgreSQLSchema.version).map { "postgresql-\($0).sql" })
        }

        private static let isRecorded = ProcessInfo.processInfo.environment["NETTASK_RECORD_STORES"] != nil

        @Test("is written", .enabled(if: isRecorded, "Tests/EarlierStores/record writes it"))
        func record() async throws {
            try await EarlierStore.write { try await StoreServer.store("nettask", clock: .caller) }
        }
    }
#endif
