#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A damaged file", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteDamageTests {
        private let file: StoreFile

        init() throws {
            file = try StoreFile()
        }

        private func expect(_ error: any Error, _ what: Comment) {
            #expect(error is TaskStoreError, what)
        }

        /// Performs the usual operations on a file, and returns those that succeeded.
        private func use(_ path: String, setsAsideDamaged: Bool = false) async throws -> [DurableTaskID] {
            let store = try SQLiteTaskStore(path: path, setsAsideDamaged: setsAsideDamaged)
            do {
                _ = try await store.recover(now: StoreFile.start)
                let ids = try await store.tasks(TaskQuery(limit: 10_000)).map(\.id)
                _ = try await store.counts()
                _ = try await store.insertOne(StoreFile.task("new"))
                for claimed in try await store.claimAll(10_000) {
                    #expect(claimed.task.task.payload == Data(repeating: 7, count: claimed.task.task.payload.count))
                    _ = try await store.end([TaskEnd(claimed.lease, .returned)], now: StoreFile.start)
                }
                await store.close()
                return ids
            } catch {
                await store.close()
                throw error
            }
        }

        @Test("that is not a database is an error, and is not changed")
        func garbage() async throws {
            let bytes = Data("This is no database, but a text that somebody wrote. ".utf8) + Data(count: 4_096)
            try bytes.write(to: URL(fileURLWithPath: file.path))
            #expect {
                try SQLiteTaskStore(path: file.path)
            } throws: { error in
                if case TaskStoreError.damaged = error { true } else { false }
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes)
        }

        @Test("that is not a database is set aside, not removed, and replaced by a new one")
        func garbageSetAside() async throws {
            let bytes = Data("no database".utf8) + Data(count: 4_096)
            try bytes.write(to: URL(fileURLWithPath: file.path))
            let store = try SQLiteTaskStore(path: file.path, setsAsideDamaged: true)
            let damage = try #require(store.damage)
            #expect(damage.recoveredCount == 0)
            #expect(damage.lost == nil, "nobody knows what it was")
            #expect(damage.setAside.hasPrefix(file.path + ".damaged-"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: damage.setAside)) == bytes)
            _ = try await store.insertOne(StoreFile.task())
            await store.close()
            #expect(try SQLiteTaskStore(path: file.path, setsAsideDamaged: true).damage == nil)
        }

        @Test("without its end is an error or works, and never crashes", arguments: 0..<24)
        func truncated(part: Int) async throws {
            _ = try await file.fill(300)
            try file.change { $0 = $0.prefix($0.count * part / 24) }
            do { _ = try await use(file.path) } catch { expect(error, "part \(part)") }
            _ = try await use(file.path, setsAsideDamaged: true)
        }

        @Test("with wrong bits is an error or works, and never crashes", arguments: 0..<60)
        func flipped(seed: Int) async throws {
            _ = try await file.fill(300)
            var random = SeededNumbers(seed: UInt64(seed))
            try file.change { bytes in
                for _ in 0..<(1 << (seed % 6)) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
                }
            }
            do { _ = try await use(file.path) } catch { expect(error, "seed \(seed)") }
            do { _ = try await use(file.path, setsAsideDamaged: true) } catch { expect(error, "seed \(seed)") }
        }

        @Test("passes all tasks outside of its damaged pages to the new file", arguments: [30, 50, 70])
        func pages(page: Int) async throws {
            let ids = try await file.fill(300, size: 1_000)
            try file.change {
                $0.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(repeating: 0xa5, count: 4_096))
            }
            await #expect(throws: TaskStoreError.self) { try await use(file.path) }

            let store = try SQLiteTaskStore(path: file.path, setsAsideDamaged: true)

            let damage = try #require(store.damage)
            let left = try await store.tasks(TaskQuery(limit: 1_000))
            #expect(left.count == damage.recoveredCount)
            #expect(left.count >= 290)
            let lost = try #require(damage.lost)
            #expect(Set(lost).isDisjoint(with: left.map(\.id)))
            #expect(lost.count + left.count == ids.count, "those that are lost are known by the indexes")
            #expect(left.allSatisfy { $0.task.payload.count == 1_000 })
            #expect(try await store.insertOne(StoreFile.task()) > ids[299])
            await store.close()
        }

        @Test("lists all readable tasks when it is opened for reading")
        func reading() async throws {
            _ = try await file.fill(300, size: 1_000)
            try file.change { $0.replaceSubrange(30 * 4_096..<31 * 4_096, with: Data(repeating: 0xa5, count: 4_096)) }
            let store = try SQLiteTaskStore(readingFrom: file.path)
            #expect(try await store.tasks(TaskQuery(limit: 1_000)).count >= 290)
            #expect(try await store.tasks(TaskQuery(limit: 5)).count == 5)
        }

        @Test("returns the requested tasks when it is opened for reading")
        func readingSome() async throws {
            // given
            let ids = try await file.fill(300, size: 1_000)
            try file.execute(
                """
                UPDATE nettask_task SET state = 4, ended = 0, death_reason = 'abandoned', tags = '["x"]', \
                group_name = 'g', unique_key = 'k', unique_policy = 'coalesce'
                """
            )
            let changes = [
                "state = 0, death_reason = NULL", "kind = 'b'", "death_reason = 'exhausted'", "tags = NULL",
                "group_name = NULL", "unique_key = NULL",
            ]
            for (id, change) in zip(ids, changes) {
                try file.execute("UPDATE nettask_task SET \(change) WHERE id = \(id)")
            }
            try file.change { $0.replaceSubrange(30 * 4_096..<31 * 4_096, with: Data(repeating: 0xa5, count: 4_096)) }

            // when
            let store = try SQLiteTaskStore(readingFrom: file.path)
            let all = try await store.tasks(TaskQuery(limit: 1_000)).map(\.id)

            // then
            #expect(all.count < 300 && Array(all.prefix(6)) == Array(ids.prefix(6)))
            let queries: [(TaskQuery, Set<Int>)] = [
                (TaskQuery(states: [.dead], limit: 1_000), [0]),
                (TaskQuery(kinds: ["a"], limit: 1_000), [1]),
                (TaskQuery(deathReasons: [.abandoned], limit: 1_000), [0, 2]),
                (TaskQuery(tag: "x", limit: 1_000), [3]),
                (TaskQuery(group: "g", limit: 1_000), [4]),
                (TaskQuery(uniqueKey: "k", limit: 1_000), [5]),
                (TaskQuery(after: ids[1], limit: 1_000), [0, 1]),
            ]
            for (query, left) in queries {
                let expected = all.filter { id in !left.contains { ids[$0] == id } }
                #expect(try await store.tasks(query).map(\.id) == expected, "\(query)")
            }
            let lost = try #require(ids.firstIndex { !all.contains($0) })
            let page = try await store.tasks(TaskQuery(after: ids[lost - 1], limit: 5)).map(\.id)
            #expect(page == Array(all[lost..<lost + 5]))
        }

        @Test("is not set aside while another process has it open")
        func busy() async throws {
            _ = try await file.fill(10)
            let other = try SQLiteTaskStore(path: file.path)
            try "a reason".write(toFile: file.path + "-damaged", atomically: true, encoding: .utf8)
            #expect {
                try SQLiteTaskStore(path: file.path, setsAsideDamaged: true)
            } throws: { error in
                if case TaskStoreError.busy = error { true } else { false }
            }
            await other.close()
            #expect(try SQLiteTaskStore(path: file.path, setsAsideDamaged: true).damage?.recoveredCount == 10)
        }

        @Test("that was found while it was open is checked completely when it is opened again")
        func marked() async throws {
            _ = try await file.fill(300, size: 1_000)
            try file.change { $0.replaceSubrange(30 * 4_096..<31 * 4_096, with: Data(repeating: 0xa5, count: 4_096)) }
            let store = try SQLiteTaskStore(path: file.path)
            await #expect(throws: TaskStoreError.self) { try await store.tasks(TaskQuery(limit: 1_000)) }
            await store.close()
            #expect(file.names.contains("tasks.sqlite-damaged"))
            #expect(try SQLiteTaskStore(path: file.path, setsAsideDamaged: true).damage != nil)
            #expect(!file.names.contains("tasks.sqlite-damaged"))
        }

        @Test("is repaired again if the process ended during the repair")
        func finished() async throws {
            let ids = try await file.fill(5)
            let other = try StoreFile()
            _ = try await other.fill(3)
            try FileManager.default.copyItem(atPath: file.path, toPath: other.path + ".recovered")
            try Data("log".utf8).write(to: URL(fileURLWithPath: other.path + "-wal"))
            let store = try SQLiteTaskStore(path: other.path)
            #expect(try await store.tasks(TaskQuery()).map(\.id) == ids)
            #expect(other.names.filter { $0.contains(".damaged-") }.count == 2)
        }

        @Test("keeps the dependencies, groups and history of the recovered tasks")
        func connected() async throws {
            let store = try SQLiteTaskStore(path: file.path)
            let first = try await store.insertOne(StoreFile.task("first"))
            var task = StoreFile.task("second")
            task.dependencies = [TaskDependency(first)]
            let second = try await store.insertOne(task)
            task = StoreFile.task("third")
            task.group = "g"
            let third = try await store.insertOne(task)
            let fourth = try await store.insertOne(task)
            #expect(try await store.claimAll().map(\.task.id) == [first, third])
            await store.close()
            try "a reason".write(toFile: file.path + "-damaged", atomically: true, encoding: .utf8)

            let again = try SQLiteTaskStore(path: file.path, setsAsideDamaged: true)
            _ = try await again.recover(now: StoreFile.start)

            #expect(try await again.task(first)?.lostLeaseCount == 1)
            #expect(try await again.runs(of: first).map(\.outcome) == [.lost])
            let claimed = try await again.claimAll()
            #expect(claimed.map(\.task.id) == [first, third])
            for claimed in claimed {
                _ = try await again.end([TaskEnd(claimed.lease, .succeeded(reply: nil))], now: StoreFile.start)
            }
            #expect(try await again.claimAll().map(\.task.id) == [second, fourth])
        }
    }

    /// Returns the same numbers for the same seed.
    private struct SeededNumbers: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed
        }

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
#endif
