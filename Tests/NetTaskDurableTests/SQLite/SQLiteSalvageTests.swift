#if SQLite
    import Foundation
    import GRDB
    import NetTaskRuntime
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("Setting a damaged file aside", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteSalvageTests {
        private let file: StoreFile

        init() throws {
            file = try StoreFile()
        }

        private func mark() throws {
            try "a reason".write(toFile: file.path + "-damaged", atomically: true, encoding: .utf8)
        }

        @Test("is not done if the file only cannot be opened at the moment")
        func locked() async throws {
            // given
            _ = try await file.fill(50)
            try mark()
            let other = try DatabaseQueue(path: file.path)
            try await other.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; UPDATE nettask_meta SET value = value")
            }

            // when
            #expect {
                try SQLiteTaskStore(path: file.path, setsAsideDamaged: true)
            } throws: { error in
                if case TaskStoreError.busy = error { true } else { false }
            }

            // then
            #expect(!file.names.contains { $0.contains(".damaged-") || $0.contains(".recover") })
            try other.close()
            #expect(try SQLiteTaskStore(path: file.path, setsAsideDamaged: true).damage?.recoveredCount == 50)
        }

        @Test("is not done while another process opens the file")
        func alone() throws {
            do {
                let first = try SalvageLock(path: file.path, isAlone: false)
                let second = try SalvageLock(path: file.path, isAlone: false)
                #expect(throws: TaskStoreError.self) {
                    _ = try SalvageLock(path: file.path, isAlone: true, patience: 0)
                }
                withExtendedLifetime(first) {}
                withExtendedLifetime(second) {}
            }
            _ = try SalvageLock(path: file.path, isAlone: true, patience: 0)
        }

        @Test("is done once, by one of the stores that open it at the same time", arguments: 0..<10)
        func together(round: Int) async throws {
            // given
            _ = try await file.fill(5)
            try mark()

            // when
            let counts = await withTaskGroup(of: Int?.self) { [file] group in
                for _ in 0..<4 {
                    group.addTask {
                        let store = try? SQLiteTaskStore(path: file.path, setsAsideDamaged: true)
                        return try? await store?.tasks(TaskQuery()).count
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            // then
            #expect(counts == [5, 5, 5, 5])
            #expect(
                file.names.count { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == 1
            )
        }

        @Test("treats an id that leaves no space for others as a lost row")
        func greatID() async throws {
            // given
            let ids = try await file.fill(3)
            try file.execute("UPDATE nettask_task SET id = \(Int64.max - 1) WHERE id = \(ids[2])")
            try file.execute("UPDATE nettask_task SET id = -5 WHERE id = \(ids[1])")
            try mark()

            // when
            let store = try SQLiteTaskStore(path: file.path, setsAsideDamaged: true)

            // then
            #expect(try await store.tasks(TaskQuery()).map(\.id) == [ids[0]])
            #expect(store.damage?.lost?.map(\.rawValue) == [-5, .max - 1])
            #expect(try await store.insertOne(StoreFile.task()).rawValue < 1 << 53)
        }
    }
#endif
