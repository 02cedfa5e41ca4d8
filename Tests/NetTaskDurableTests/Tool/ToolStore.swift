#if SQLite
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite

    /// A store on disk with a few tasks, for the tool to display.
    struct ToolStore {
        let path: String
        let store: SQLiteTaskStore
        private let folder: String
        /// Long ago, so that the output does not depend on when the test runs.
        let now = Date(timeIntervalSince1970: 1_000_000_000)

        /// The folder exists while `body` runs.
        static func open(_ body: (ToolStore) async throws -> Void) async throws {
            let folder = NSTemporaryDirectory() + UUID().uuidString
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/tasks.db"
            let opened = ToolStore(path: path, store: try SQLiteTaskStore(path: path), folder: folder)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            do {
                try await body(opened)
            } catch {
                await opened.store.close()
                throw error
            }
            await opened.store.close()
        }

        func add(_ kind: String, _ payload: String, _ change: (inout NewTask) -> Void = { _ in }) async throws
            -> DurableTaskID
        {
            var task = NewTask(kind: kind, payload: Data(payload.utf8), idempotencyKey: "key-\(kind)")
            change(&task)
            let insertions = try await store.insert([task], now: now)
            guard case .inserted(let id) = insertions.first else { throw CocoaError(.featureUnsupported) }
            return id
        }

        /// Runs the task, the only waiting one of its kind, until it is a dead letter.
        func kill(_ kind: String) async throws {
            let claimed = try await store.claim(TaskClaim(limit: 1, kinds: [kind: 1]), now: now)
            for task in claimed {
                _ = try await store.end(
                    [TaskEnd(task.lease, .died(error: "404\nnot found", reason: .abandoned))],
                    now: now + 1.5
                )
            }
        }

        func callAsFunction(_ command: String, _ arguments: String...) throws -> QueueTool.Result {
            try QueueTool.run([command, path] + arguments)
        }

        /// The names, sizes and dates of all files, in subfolders too. Who reads stands in `-shm`, so its date may change.
        func files() throws -> [String: String] {
            var files: [String: String] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                let date = name.hasSuffix("-shm") ? nil : attributes[.modificationDate]
                files[name] = "\(attributes[.size] ?? "") \(date ?? "")"
            }
            return files
        }
    }
#endif
