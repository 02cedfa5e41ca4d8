import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("A store in memory, by itself", .timeLimit(.minutes(5)))
struct MemoryTaskStoreTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("assigns ids from the given first id")
    func ids() async throws {
        // given
        let store = MemoryTaskStore(startingAt: 17)

        // when
        let task = NewTask(kind: "a", payload: Data(), idempotencyKey: "")
        let insertions = try await store.insert([task, task], now: now)

        // then
        #expect(insertions == [17, 18].map { .inserted(DurableTaskID(rawValue: $0)) })
    }

    @Test("begins its ids with the time, within the range of JSON")
    func startOfIDs() {
        let first = MemoryTaskStore.startOfIDs()
        #expect(first > Int64(Date().timeIntervalSince1970) * 1_000_000)
        #expect(first < 1 << 53)
    }

    @Test("cancels a chain of 10,000 tasks, one after the other")
    func chain() async throws {
        // given
        let store = MemoryTaskStore(startingAt: 1)
        for number in 1...10_000 {
            var task = NewTask(kind: "a", payload: Data(), idempotencyKey: "")
            task.dependencies = number == 1 ? [] : [TaskDependency(DurableTaskID(rawValue: Int64(number) - 1))]
            _ = try await store.insert([task], now: now)
        }

        // when
        let cancelled = try await store.cancel([DurableTaskID(rawValue: 1)], reason: "r", now: now)

        // then
        #expect(cancelled.map(\.rawValue) == Array(1...10_000))
    }

    @Test("keeps the last 100 runs of a task, with their numbers")
    func runs() async throws {
        // given
        let store = MemoryTaskStore(startingAt: 1)
        _ = try await store.insert([NewTask(kind: "a", payload: Data(), idempotencyKey: "")], now: now)

        // when
        for _ in 0..<150 {
            for task in try await store.claim(TaskClaim(limit: 1, kinds: ["a": 1]), now: now) {
                _ = try await store.end([TaskEnd(task.lease, .returned)], now: now)
            }
        }

        // then
        let runs = try await store.runs(of: DurableTaskID(rawValue: 1))
        #expect(runs.map(\.number) == Array(51...150))
    }

    @Test("loses its leases when it is released, as if it had been closed")
    func gone() async throws {
        // given
        let store = MemoryTaskStore(startingAt: 1)
        _ = try await store.insert([NewTask(kind: "a", payload: Data(), idempotencyKey: "")], now: now)
        var other: MemoryTaskStore? = MemoryTaskStore(sharing: store)
        _ = try await other?.claim(TaskClaim(limit: 1, kinds: ["a": 1]), now: now)

        // when
        other = nil
        _ = try await store.recover(now: now)

        // then
        #expect(try await store.task(DurableTaskID(rawValue: 1))?.lostLeaseCount == 1)
    }
}
