#if SQLite
    import Foundation
    import NetTaskRuntime
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("A row of a store in a file", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteRowTests {
        @Test("B36: holds each part of a task, to the last bit of its dates")
        func fields() async throws {
            let file = try StoreFile()
            let first = try SQLiteTaskStore(path: file.path)
            let other = try await first.insertOne(StoreFile.task())
            var task = NewTask(
                kind: "Shop.PlaceOrder",
                specVersion: "1.4",
                specHash: "0123",
                codec: "Vault",
                payload: Data([0, 255, 1]),
                idempotencyKey: "Schlüssel"
            )
            task.priority = .veryHigh
            task.notBefore = Date(timeIntervalSinceReferenceDate: 789_012_345.123_456_78)
            task.expires = Date(timeIntervalSinceReferenceDate: 799_012_345.987_654_32)
            task.durability = NetTaskDurability(
                maxRunCount: .max,
                interval: .nanoseconds(1_000_000_001),
                maxInterval: .seconds(86_400),
                codec: "Vault",
                requirements: .power
            )
            task.requirements = [.network, .power]
            task.tags = ["b", "a\u{0}", ""]
            task.group = "group"
            task.uniqueness = TaskUniqueness(key: "", policy: .rejectNew)
            task.dependencies = [TaskDependency(other, onFailure: .run), TaskDependency(other, onFailure: .run)]
            task.traceContext = ["traceparent": "00-\"x\"-01"]
            let now = Date(timeIntervalSinceReferenceDate: 788_000_000.000_000_3)
            let id = try await first.insertOne(task, now: now)
            await first.close()

            let stored = try await SQLiteTaskStore(path: file.path).task(id)

            var expected = StoredTask(id: id, task: task, enqueuedAt: now)
            expected.state = .blocked
            #expect(stored == expected)
        }

        @Test("rejects a text with a NUL, which would truncate it")
        func zeros() async throws {
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            let changes: [(inout NewTask) -> Void] = [
                { $0.kind = "a\0b" }, { $0.idempotencyKey = "a\0b" }, { $0.specVersion = "a\0b" },
                { $0.specHash = "a\0b" }, { $0.codec = "a\0b" }, { $0.group = "a\0b" },
                { $0.uniqueness = TaskUniqueness(key: "a\0b", policy: .coalesce) },
                { $0.durability.codec = "a\0b" },
            ]
            for change in changes {
                var task = StoreFile.task()
                change(&task)
                await #expect(throws: TaskStoreError.self) {
                    try await store.insert([StoreFile.task(), task], now: StoreFile.start)
                }
            }
            #expect(try await store.counts() == [])
        }

        @Test("has an id that no earlier store had")
        func ids() async throws {
            let file = try StoreFile()
            let id = try await SQLiteTaskStore(path: file.path).insertOne(StoreFile.task())
            #expect(id.rawValue >= StoreSchema.firstID(now: Date() - 60))
            #expect(StoreSchema.firstID(now: StoreFile.start) < StoreSchema.firstID(now: StoreFile.start + 0.001))
            #expect(StoreSchema.firstID(now: .distantFuture) < 1 << 53, "a number that JSON can hold")
        }

        @Test("keeps the last 100 runs of its task")
        func runs() async throws {
            let file = try StoreFile()
            let store = try SQLiteTaskStore(path: file.path)
            let id = try await store.insertOne(StoreFile.task())
            for _ in 0..<103 {
                let claimed = try #require(try await store.claimAll().first)
                _ = try await store.end([TaskEnd(claimed.lease, .returned)], now: StoreFile.start)
            }
            #expect(try await store.runs(of: id).map(\.number) == Array(4...103))
        }
    }
#endif
