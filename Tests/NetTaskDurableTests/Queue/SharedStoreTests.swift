#if SQLite
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("Two queues on one file", .serialized, .timeLimit(.minutes(5)))
    struct SharedStoreTests {
        @Test("run all tasks, each once")
        func onceEach() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nettask-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appendingPathComponent("tasks.sqlite").path
            let stores = [try SQLiteTaskStore(path: path), try SQLiteTaskStore(path: path)]
            let runs = Book<String>()
            let queues = stores.map { store in
                let executors = DurableExecutors()
                executors.on(Resize.self) { task, _ in
                    runs.write(task.path)
                    return .success
                }
                let queue = ExecutedTaskQueue(store: store, handler: executors, limit: 4)
                queue.start()
                return queue
            }
            queues[1].register(Resize.self)
            let tasks = (0..<300).map { Resize(path: "\($0)") }
            let handles = try await queues[0].enqueue(tasks)

            for handle in handles {
                try await handle.get().value
            }

            #expect(runs.entries.sorted() == tasks.map(\.path).sorted())
            for (queue, store) in zip(queues, stores) {
                await queue.shutdown()
                await store.close()
            }
            try FileManager.default.removeItem(at: folder)
        }
    }
#endif
