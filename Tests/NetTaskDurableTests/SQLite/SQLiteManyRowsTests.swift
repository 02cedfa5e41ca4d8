#if SQLite
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("A change of very many rows", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteManyRowsTests {
        @Test("is made in parts when the clock is set back, and strands nothing")
        func clock() async throws {
            // given
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            let tasks = (0..<12_000).map { StoreFile.task("\($0)", size: 1) }
            _ = try await store.insert(tasks, now: StoreFile.start + 3_600)
            let claim = TaskClaim(limit: 1, kinds: ["a": 1])

            // when
            let claimed = try await store.claim(claim, now: StoreFile.start)
            let dates = try await store.tasks(TaskQuery(states: [.waiting], limit: 20_000)).map(\.dueAt)

            // then
            #expect(claimed.count == 1)
            #expect(dates.count { $0 == StoreFile.start } == 4_999)
            #expect(try await store.wait(for: claim, now: StoreFile.start) == .zero)
            #expect(try await store.claimAll(20_000).count == 11_999)
        }

        @Test("ends all expired tasks, regardless of their number")
        func expired() async throws {
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            var task = StoreFile.task(size: 1)
            task.expires = StoreFile.start + 1
            _ = try await store.insert(Array(repeating: task, count: 5_001), now: StoreFile.start)
            #expect(try await store.expire(now: StoreFile.start + 1).count == 5_001)
            #expect(try await store.counts().map(\.state) == [.dead])
        }
    }
#endif
