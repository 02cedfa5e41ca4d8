#if SQLite
    import EarlierStores
    import Foundation
    import GRDB
    @testable import NetTaskSQLite
    import Testing

    @Suite("A file of an earlier version", .timeLimit(.minutes(5)))
    struct EarlierSQLiteStoreTests {
        private static let names = (try? EarlierStore.scripts(for: "sqlite").keys.sorted()) ?? []

        @Test("B36: is opened, and all of its tasks end", arguments: names)
        func run(name: String) async throws {
            // given
            let file = try StoreFile()
            try file.execute(#require(try EarlierStore.scripts(for: "sqlite")[name]))
            // when
            let store = try SQLiteTaskStore(path: file.path)
            let faults = try await EarlierStore.run(store)
            await store.close()
            // then
            #expect(faults == [])
        }

        @Test("is kept for each version, this one included")
        func versions() {
            #expect(Self.names == (1...StoreSchema.version).map { "sqlite-\($0).sql" })
        }

        private static let recorded = ProcessInfo.processInfo.environment["NETTASK_RECORD_STORES"]

        @Test("is written", .enabled(if: recorded != nil, "Tests/EarlierStores/record writes it"))
        func record() async throws {
            let path = try #require(Self.recorded) + "/sqlite-\(StoreSchema.version).sqlite"
            try await EarlierStore.write { try SQLiteTaskStore(path: path) }
        }
    }
#endif
