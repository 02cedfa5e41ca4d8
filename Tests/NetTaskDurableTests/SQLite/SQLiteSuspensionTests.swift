#if SQLite
    import Foundation
    import GRDB
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("A suspended store", .timeLimit(.minutes(5)))
    struct SQLiteSuspensionTests {
        private let file: StoreFile
        private let store: SQLiteTaskStore

        init() throws {
            file = try StoreFile()
            store = try SQLiteTaskStore(path: file.path)
        }

        @Test("throws for each call, changes nothing, and continues afterward")
        func calls() async throws {
            // given
            let id = try await store.insertOne(StoreFile.task())
            await store.suspend()
            let calls: [() async throws -> Void] = [
                { _ = try await store.insert([StoreFile.task("b")], now: StoreFile.start) },
                { _ = try await store.claimAll() },
                { _ = try await store.end([], now: StoreFile.start) },
                { _ = try await store.renew([], now: StoreFile.start) },
                { _ = try await store.expire(now: StoreFile.start) },
                { _ = try await store.recover(now: StoreFile.start) },
                { _ = try await store.wait(for: TaskClaim(limit: 1, kinds: [:]), now: StoreFile.start) },
                { _ = try await store.cancel([id], reason: "", now: StoreFile.start) },
                { _ = try await store.drop([id], now: StoreFile.start) },
                { _ = try await store.prune(TaskRetention(), now: .distantFuture) },
                { _ = try await store.tasks(TaskQuery()) },
                { _ = try await store.counts() },
            ]
            // then
            for call in calls {
                await #expect(throws: TaskStoreError.suspended) { try await call() }
            }
            #expect(await store.hasOtherOwners() == false)
            // when
            try await store.resume()
            // then
            #expect(try await store.tasks(TaskQuery()).map(\.id) == [id])
            #expect(try await store.claimAll().map(\.lease.id) == [id])
        }

        @Test("has returned its leases, so that its runs count neither as runs nor as lost")
        func leases() async throws {
            let id = try await store.insertOne(StoreFile.task())
            let lease = try #require(try await store.claimAll().first?.lease)

            await store.suspend(now: StoreFile.start)

            let other = try SQLiteTaskStore(path: file.path)
            let task = try await other.task(id)
            #expect(task?.state == .waiting)
            #expect(task?.runCount == 0)
            #expect(task?.lostLeaseCount == 0)
            #expect(try await other.runs(of: id).map(\.outcome) == [.returned])
            try await store.resume()
            #expect(try await store.end([TaskEnd(lease, .succeeded(reply: nil))], now: StoreFile.start) == [nil])
        }

        @Test("reports a change to its listeners when it is resumed")
        func changes() async throws {
            var changes = store.changes().makeAsyncIterator()
            await store.suspend()
            try await store.resume()
            #expect(await changes.next() != nil)
        }

        @Test("can be suspended, resumed and closed again without an effect")
        func repeated() async throws {
            try await store.resume()
            let id = try await store.insertOne(StoreFile.task())
            await store.suspend()
            await store.suspend()
            try await store.resume()
            try await store.resume()
            #expect(try await store.task(id) != nil)
            await store.suspend()
            await store.close()
            await store.suspend()
            await #expect(throws: TaskStoreError.closed) { try await store.resume() }
            await #expect(throws: TaskStoreError.closed) { try await store.counts() }
        }

        @Test("stays suspended if its file cannot be opened")
        func damaged() async throws {
            _ = try await store.insertOne(StoreFile.task())
            await store.suspend()
            let intact = try Data(contentsOf: URL(fileURLWithPath: file.path))
            try file.change { $0.replaceSubrange(0..<64, with: Data(repeating: 7, count: 64)) }

            await #expect { try await store.resume() } throws: { error in
                if case TaskStoreError.damaged = error { true } else { false }
            }
            await #expect(throws: TaskStoreError.suspended) { try await store.counts() }

            try file.change { $0 = intact }
            try await store.resume()
            #expect(try await store.counts().map(\.count) == [1])
        }

        @Test("loses no task and runs none twice while claims and suspensions alternate")
        func alternating() async throws {
            // given
            let tasks = (0..<200).map { StoreFile.task("\($0)") }
            _ = try await store.insert(tasks, now: StoreFile.start)
            // when
            let ended = try await withThrowingTaskGroup(of: [DurableTaskID].self) { [store] group in
                for _ in 0..<4 {
                    group.addTask {
                        var ended: [DurableTaskID] = []
                        while true {
                            do {
                                let claimed = try await store.claimAll(3)
                                let states: Set<TaskState> = [.waiting, .running]
                                if claimed.isEmpty, try await store.tasks(TaskQuery(states: states)).isEmpty {
                                    return ended
                                }
                                let ends = claimed.map { TaskEnd($0.lease, .succeeded(reply: nil)) }
                                let answers = try await store.end(ends, now: StoreFile.start)
                                ended += zip(claimed, answers).compactMap { $1 == nil ? nil : $0.lease.id }
                            } catch {
                                guard error as? TaskStoreError == .suspended else { throw error }
                                await Task.yield()
                            }
                        }
                    }
                }
                for _ in 0..<10 {
                    await store.suspend(now: StoreFile.start)
                    try await store.resume()
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            // then
            #expect(try await store.tasks(TaskQuery(states: [.succeeded], limit: 1_000)).count == 200)
            #expect(Set(ended).count == ended.count, "no end was accepted twice")
            #expect(try await store.tasks(TaskQuery(limit: 1_000)).allSatisfy { $0.lostLeaseCount == 0 })
        }

        @Test("in a database of the app releases its lock, and leaves the database open")
        func ownDatabase() async throws {
            let path = file.folder.path + "/app.sqlite"
            let database = try DatabasePool(path: path)
            let store = try SQLiteTaskStore(database: database)
            let id = try await store.insertOne(StoreFile.task())
            _ = try await store.claimAll()

            await store.suspend(now: StoreFile.start)

            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "-owners") == [])
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT state FROM nettask_task") } == 0)
            await #expect(throws: TaskStoreError.suspended) {
                try await database.write { db in
                    _ = try store.insert([StoreFile.task("b")], now: StoreFile.start, in: db)
                }
            }
            try await store.resume()
            #expect(try await store.tasks(TaskQuery()).map(\.id) == [id])
            await store.close()
        }

        @Test("that was opened for reading can be resumed")
        func readOnly() async throws {
            let id = try await store.insertOne(StoreFile.task())
            let reader = try SQLiteTaskStore(readingFrom: file.path)
            await reader.suspend()
            await #expect(throws: TaskStoreError.suspended) { try await reader.counts() }
            try await reader.resume()
            #expect(try await reader.task(id) != nil)
        }
    }

    #if os(Linux)
        @Suite("The processes that share a suspended store", .timeLimit(.minutes(5)))
        struct SQLiteSuspendedProcessTests {
            private let file: StoreFile

            init() throws {
                file = try StoreFile()
            }

            private func queue(
                _ handler: any NetTaskQueueHandler<HTTPMessage, HTTPReply>
            ) throws -> DurableHTTPNetTaskQueue {
                DurableHTTPNetTaskQueue(store: try SQLiteTaskStore(path: file.path), handler: handler, limit: 1)
            }

            /// The files of the store, by their numbers.
            private var inodes: Set<UInt64> {
                let paths = FileManager.default.enumerator(atPath: file.folder.path)?.compactMap { $0 as? String } ?? []
                return Set(
                    paths.compactMap { path in
                        let path = file.folder.path + "/" + path
                        var status = stat()
                        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
                    }
                )
            }

            /// The lines of `/proc/locks` for the files of the store, such as `1: FLOCK ADVISORY WRITE 7 08:01:42 0 EOF`.
            private var locks: [Substring] {
                get throws {
                    let inodes = inodes
                    return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").filter {
                        line in
                        let place = line.split(separator: " ").first { $0.split(separator: ":").count == 3 }
                        return place?.split(separator: ":").last.flatMap { UInt64($0) }.map(inodes.contains) ?? false
                    }
                }
            }

            /// The open files of this process in the folder of the store.
            private var openFiles: [String] {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
                return names.compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                }
                .filter { $0.hasPrefix(file.folder.path) }
            }

            @Test("No file is locked or open during a suspension, and another process runs the tasks")
            func otherProcess() async throws {
                // given a task that runs, and one that waits
                let handler = HTTPManualHandler()
                let queue = try queue(handler)
                queue.start()
                let orders = try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)]).map {
                    try $0.get()
                }
                _ = try await handler.next()
                #expect(try !locks.isEmpty)
                // when
                await queue.suspendStore()
                // then
                #expect(try locks == [])
                #expect(openFiles == [])
                await #expect(processExitsWith: .success) { [path = file.path as String] in
                    let mock = HTTPMockHandler()
                    mock.on(PlaceOrder.self) { _, _ in .json("7") }
                    let queue = DurableHTTPNetTaskQueue(store: try SQLiteTaskStore(path: path), handler: mock)
                    queue.register(PlaceOrder.self)
                    let report = try await queue.drain()
                    if (report.ran, report.left) != (2, 0) { throw TestError("\(report)") }
                }
                try await queue.resumeStore()
                for order in orders {
                    #expect(try await order.value == 7)
                }
            }

            @Test("A process that is killed during a suspension loses nothing")
            func killed() async throws {
                // given
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = file.path as String] in
                    let handler = HTTPManualHandler()
                    let queue = DurableHTTPNetTaskQueue(store: try SQLiteTaskStore(path: path), handler: handler)
                    queue.start()
                    try await queue.enqueue((0..<20).map { PlaceOrder(article: $0) })
                    _ = try await handler.next()
                    await queue.suspendStore()
                    kill(getpid(), SIGKILL)
                }
                // when
                let mock = HTTPMockHandler()
                let queue = try queue(mock)
                mock.on(PlaceOrder.self) { _, _ in .json("1") }
                queue.register(PlaceOrder.self)
                // then
                #expect(try await queue.tasks().count { $0.state == .waiting && $0.lostLeaseCount == 0 } == 20)
                #expect(try await queue.drain().ran == 20)
            }
        }
    #endif
#endif
