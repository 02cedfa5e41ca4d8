#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    @testable import NetTaskSQLite

    /// A file for a store, in a folder that is removed with this object.
    final class StoreFile: Sendable {
        let folder: TemporaryFolder
        var path: String { folder.path + "/tasks.sqlite" }

        init() throws {
            folder = try TemporaryFolder()
        }

        static let start = Date(timeIntervalSince1970: 1_800_000_000)

        static func task(_ key: String = "key", size: Int = 10) -> NewTask {
            NewTask(kind: "a", payload: Data(repeating: 7, count: size), idempotencyKey: key)
        }

        /// Fills a store and closes it, so that the file contains everything.
        func fill(_ count: Int, size: Int = 300) async throws -> [DurableTaskID] {
            let store = try SQLiteTaskStore(path: path)
            let tasks = (0..<count).map { Self.task("key \($0)", size: size) }
            let ids = try await store.insert(tasks, now: Self.start).compactMap { insertion in
                if case .inserted(let id) = insertion { id } else { nil }
            }
            await store.close()
            return ids
        }

        /// Changes the file while a store has it open.
        func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
            let database = try DatabaseQueue(path: path)
            try database.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
            try database.close()
        }

        func change(_ body: (inout Data) -> Void) throws {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            body(&bytes)
            try bytes.write(to: URL(fileURLWithPath: path))
        }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
    }

    extension SQLiteTaskStore {
        func insertOne(_ task: NewTask, now: Date = StoreFile.start) async throws -> DurableTaskID {
            guard case .inserted(let id) = try await insert([task], now: now).first else {
                throw TaskStoreError.other("")
            }
            return id
        }

        func claimAll(_ limit: Int = 1_000, now: Date = StoreFile.start) async throws -> [ClaimedTask] {
            try await claim(TaskClaim(limit: limit, kinds: ["a": 1], suspectLimit: 1_000), now: now)
        }
    }
#endif
