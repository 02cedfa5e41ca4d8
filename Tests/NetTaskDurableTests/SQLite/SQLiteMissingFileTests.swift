#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A store whose file is removed while it is open", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteMissingFileTests {
        /// A change by another program to the files of an open store.
        enum Fault: String, CaseIterable {
            case removeAll, removeFile, removeLog, removeIndex, removeFolder, move, moveFolder, replace, replaceByCopy

            func happen(to file: StoreFile) throws {
                let files = FileManager.default
                let (path, folder) = (file.path, file.folder.path)
                switch self {
                case .removeAll: for part in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + part) }
                case .removeFile: try files.removeItem(atPath: path)
                case .removeLog: try files.removeItem(atPath: path + "-wal")
                case .removeIndex: try files.removeItem(atPath: path + "-shm")
                case .removeFolder: try files.removeItem(atPath: folder)
                case .move: try files.moveItem(atPath: path, toPath: path + "-moved")
                case .moveFolder: try files.moveItem(atPath: folder, toPath: folder + "-moved")
                case .replace:
                    try files.removeItem(atPath: path)
                    try Data().write(to: URL(fileURLWithPath: path))
                case .replaceByCopy:
                    try files.copyItem(atPath: path, toPath: path + "-copy")
                    try files.removeItem(atPath: path)
                    try files.moveItem(atPath: path + "-copy", toPath: path)
                }
            }
        }

        private let file: StoreFile

        init() throws {
            file = try StoreFile()
        }

        private func expectMissing(_ body: @escaping @Sendable () async throws -> Void) async {
            await #expect {
                try await body()
            } throws: { error in
                if case TaskStoreError.missing(let text) = error {
                    text.contains(file.path) && text.contains("open it again")
                } else {
                    false
                }
            }
        }

        @Test("rejects the next write", arguments: Fault.allCases)
        func nextWrite(fault: Fault) async throws {
            // given
            defer { try? FileManager.default.removeItem(atPath: file.folder.path + "-moved") }
            let store = try SQLiteTaskStore(path: file.path)
            let id = try await store.insertOne(StoreFile.task())
            // when
            try fault.happen(to: file)
            // then
            await expectMissing { _ = try await store.insert([StoreFile.task("b")], now: StoreFile.start) }
            await expectMissing { _ = try await store.claimAll() }
            await expectMissing { _ = try await store.cancel([id], reason: "", now: StoreFile.start) }
            await store.close()
        }

        @Test(
            "rejects the next write even if the folder was unchanged for a while",
            arguments: Fault.allCases
        )
        func nextWriteAfterQuiet(fault: Fault) async throws {
            // given
            defer { try? FileManager.default.removeItem(atPath: file.folder.path + "-moved") }
            let store = try SQLiteTaskStore(path: file.path)
            let past = Date(timeIntervalSinceNow: -3600)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.folder.path)
            _ = try await store.insertOne(StoreFile.task())
            // when
            try fault.happen(to: file)
            // then
            await expectMissing { _ = try await store.insert([StoreFile.task("b")], now: StoreFile.start) }
            await store.close()
        }

        @Test("does not report a task as stored if its file was removed during the write", arguments: Fault.allCases)
        func duringWrite(fault: Fault) async throws {
            // given
            defer { try? FileManager.default.removeItem(atPath: file.folder.path + "-moved") }
            let faults = FaultPoints { [file] point in
                if point == .insertBeforeCommit { try? fault.happen(to: file) }
            }
            let store = try SQLiteTaskStore(path: file.path, faults: faults)
            // then
            await expectMissing { _ = try await store.insert([StoreFile.task()], now: StoreFile.start) }
            await store.close()
        }

        @Test("continues when the file is restored")
        func back() async throws {
            // given
            let store = try SQLiteTaskStore(path: file.path)
            try FileManager.default.moveItem(atPath: file.path, toPath: file.path + "-moved")
            await expectMissing { _ = try await store.insert([StoreFile.task()], now: StoreFile.start) }
            // when
            try FileManager.default.moveItem(atPath: file.path + "-moved", toPath: file.path)
            // then
            _ = try await store.insertOne(StoreFile.task())
            await store.close()
        }

        @Test("does not change a store that has replaced it")
        func successor() async throws {
            // given
            let store = try SQLiteTaskStore(path: file.path)
            for part in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: file.path + part) }
            let next = try SQLiteTaskStore(path: file.path)
            let id = try await next.insertOne(StoreFile.task())
            // when
            await expectMissing { _ = try await store.insert([StoreFile.task("b")], now: StoreFile.start) }
            await store.close()
            // then
            #expect(try await next.claimAll().map(\.task.id) == [id])
            await next.close()
            #expect(try await SQLiteTaskStore(path: file.path).task(id) != nil)
        }

        @Test("reports this in a database of the app")
        func database() async throws {
            // given
            let store = try SQLiteTaskStore(database: DatabaseQueue(path: file.path))
            // when
            try FileManager.default.removeItem(atPath: file.path)
            // then
            await #expect {
                try await store.insert([StoreFile.task()], now: StoreFile.start)
            } throws: { error in
                if case TaskStoreError.missing = error { true } else { false }
            }
        }

        @Test("reports the remedy to the enqueuing caller")
        func queue() async throws {
            // given
            let store = try SQLiteTaskStore(path: file.path)
            let queue = Ground().queue(store: store)
            try Fault.removeAll.happen(to: file)
            // then
            await #expect {
                try await queue.enqueue(PlaceOrder(article: 1))
            } throws: { error in
                "\(error)".contains("Close the store and open it again, with a new queue")
            }
            await queue.shutdown()
            await store.close()
        }

        @Test("a path of a database in memory is rejected", arguments: [":memory:", "", "file::memory:?cache=shared"])
        func memory(path: String) {
            for open in [{ try SQLiteTaskStore(path: $0) }, { try SQLiteTaskStore(readingFrom: $0) }] {
                #expect {
                    try open(path)
                } throws: { error in
                    "\(error)".contains("MemoryTaskStore")
                }
            }
        }
    }
#endif
