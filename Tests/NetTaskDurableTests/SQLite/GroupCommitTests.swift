#if SQLite
    import Foundation
    import GRDB
    import NetTaskRuntime
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("Concurrent writes", .serialized, .timeLimit(.minutes(5)))
    struct GroupCommitTests {
        @Test("are committed together, but a failing write fails alone")
        func failure() async throws {
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            let results = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        var task = StoreFile.task("\(number)")
                        if number % 3 == 0 { task.dependencies = [TaskDependency(DurableTaskID(rawValue: 5))] }
                        return (try? await store.insert([task], now: StoreFile.start)) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(results == 133)
            #expect(try await store.tasks(TaskQuery(limit: 1_000)).count == 133)
            #expect(try await store.claimAll().count == 133)
        }

        @Test("succeed on a full disk if SQLite's log has space", arguments: [1, 3])
        func makingRoom(count: Int) async throws {
            // given
            let file = try StoreFile()
            let database = try DatabasePool(path: file.path)
            try await database.write { try $0.execute(sql: "CREATE TABLE t (n INTEGER)") }
            let commits = GroupCommit(file, database)
            let size = { @Sendable in
                try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
            }
            #expect(try size() ?? 0 > 0)
            let isFull = Locked(true)
            // when
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask {
                        let error = await withCheckedContinuation { done in
                            commits.submit(
                                GroupCommit.Job { db in
                                    if isFull.withLock({ $0 }), try size() ?? 0 > 0 {
                                        throw DatabaseError(resultCode: .SQLITE_FULL)
                                    }
                                    isFull.withLock { $0 = false }
                                    try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                                } finish: {
                                    done.resume(returning: $0)
                                }
                            )
                        }
                        // then
                        #expect(error == nil)
                    }
                }
            }
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == count)
        }

        @Test("report a full disk if SQLite's log has no space either")
        func noRoom() async throws {
            let file = try StoreFile()
            let commits = GroupCommit(file, try DatabasePool(path: file.path))
            let error = await withCheckedContinuation { done in
                commits.submit(
                    GroupCommit.Job { _ in
                        throw DatabaseError(resultCode: .SQLITE_FULL)
                    } finish: {
                        done.resume(returning: $0)
                    }
                )
            }
            #expect((error as? DatabaseError)?.isFull == true)
        }

        @Test("move SQLite's log into the file first when there may be space again")
        func roomAgain() async throws {
            // given
            let file = try StoreFile()
            let database = try DatabasePool(path: file.path)
            try await database.write { try $0.execute(sql: "CREATE TABLE t (n INTEGER)") }
            let commits = GroupCommit(file, database)
            let sizes = Locked<[Int?]>([])
            let submit = { @Sendable (error: DatabaseError?) async -> (any Error)? in
                await withCheckedContinuation { done in
                    commits.submit(
                        GroupCommit.Job { _ in
                            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")
                            sizes.withLock { $0.append(attributes[.size] as? Int) }
                            if let error { throw error }
                        } finish: {
                            done.resume(returning: $0)
                        }
                    )
                }
            }
            // As on a full disk, the log cannot be copied into the file while a reader uses it.
            let reader = try database.makeSnapshot()
            #expect((await submit(DatabaseError(resultCode: .SQLITE_FULL)) as? DatabaseError)?.isFull == true)
            try reader.close()
            // when
            #expect(await submit(nil) == nil)
            // then
            #expect(sizes.withLock { $0.first != 0 && $0.last == 0 })
        }

        @Test("need far fewer commits than callers")
        func commits() async throws {
            let database = try DatabaseQueue()
            let count = Locked(0)
            let store = try SQLiteTaskStore(database: database)
            try await database.write { $0.add(transactionObserver: CommitCounter(count), extent: .databaseLifetime) }
            // Nothing is written while the queue is busy.
            let (isBusy, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            database.asyncWriteWithoutTransaction { _ in
                isBusy.signal()
                release.wait()
            }
            isBusy.wait()
            count.withLock { $0 = 0 }
            let started = Locked(0)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        started.withLock { $0 += 1 }
                        _ = try? await store.insert([StoreFile.task("\(number)")], now: StoreFile.start)
                    }
                }
                while started.withLock({ $0 }) < 64 { await Task.yield() }
                release.signal()
            }
            #expect(try await store.tasks(TaskQuery(limit: 1_000)).count == 64)
            #expect(count.withLock { $0 } <= 4)
        }

        @Test("wait once for a busy database, not one after the other")
        func busy() async throws {
            // given
            let file = try StoreFile()
            let waits = Locked(0)
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .callback { _ in
                waits.withLock { $0 += 1 }
                return false
            }
            let database = try DatabaseQueue(path: file.path, configuration: configuration)
            let store = try SQLiteTaskStore(database: database)
            let (isBusy, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            database.asyncWriteWithoutTransaction { _ in
                isBusy.signal()
                release.wait()
            }
            isBusy.wait()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: file.path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            waits.withLock { $0 = 0 }

            // when
            let started = Locked(0)
            let failures = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        started.withLock { $0 += 1 }
                        do {
                            _ = try await store.insert([StoreFile.task("\(number)")], now: StoreFile.start)
                            return false
                        } catch {
                            if case TaskStoreError.busy = error { return true } else { return false }
                        }
                    }
                }
                while started.withLock({ $0 }) < 64 { await Task.yield() }
                release.signal()
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }

            // then
            #expect(failures == 64)
            #expect(waits.withLock { $0 } <= 4)
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        }

        @Test("are reported to tests before and after the commit")
        func points() async throws {
            let file = try StoreFile()
            let reached = Locked<[String]>([])
            let faults = FaultPoints { point in
                let count = try? DatabaseQueue(path: file.path).read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM nettask_task")
                }
                reached.withLock { $0.append("\(point) \(count ?? -1)") }
            }
            let store = try SQLiteTaskStore(path: file.path, faults: faults)
            _ = try await store.insertOne(StoreFile.task())
            let claimed = try #require(try await store.claimAll().first)
            _ = try await store.end([TaskEnd(claimed.lease, .returned)], now: StoreFile.start)
            #expect(
                reached.withLock { $0 } == [
                    "insertBeforeCommit 0", "insertAfterCommit 1", "claimBeforeCommit 1", "claimAfterCommit 1",
                    "endBeforeCommit 1", "endAfterCommit 1",
                ]
            )
        }
    }

    extension GroupCommit {
        fileprivate convenience init(_ file: StoreFile, _ database: any DatabaseWriter) {
            let opened = OpenedFile(path: file.path, hasOwnLog: true)
            self.init(database: database, file: opened, faults: FaultPoints()) {}
        }
    }

    private final class CommitCounter: TransactionObserver {
        private let count: Locked<Int>

        init(_ count: Locked<Int>) {
            self.count = count
        }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }
#endif
