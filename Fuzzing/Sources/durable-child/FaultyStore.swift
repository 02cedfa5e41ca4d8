import DurableCheck
import Foundation
import NetTaskDurable
import NetTaskRuntime

/// A store that breaks a promise.
struct FaultyStore: TaskStore {
    let store: any TaskStore
    let fault: PlantedFault

    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        guard fault == .skippedCommit else { return try await store.insert(tasks, now: now) }
        Task {
            try await Task.sleep(for: .milliseconds(30))
            _ = try await store.insert(tasks, now: now)
        }
        return tasks.map { _ in .inserted(DurableTaskID(rawValue: 1)) }
    }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        var claimed = try await store.claim(claim, now: now)
        if fault == .newKeys {
            for index in claimed.indices {
                claimed[index].task.task.idempotencyKey = UUID().uuidString
            }
        }
        return claimed
    }

    func end(_ lease: TaskLease, _ end: TaskRunEnd, now: Date) async throws(TaskStoreError) -> [DurableTaskID]? {
        try await store.end(lease, end, now: now)
    }

    func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] { try await store.expire(now: now) }

    func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] { try await store.recover(now: now) }

    func nextDate(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Date? {
        try await store.nextDate(for: claim, now: now)
    }

    func cancel(_ ids: [DurableTaskID], reason: String, now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await store.cancel(ids, reason: reason, now: now)
    }

    func retry(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await store.retry(ids, now: now)
    }

    func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await store.drop(ids, now: now)
    }

    func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try await store.depend(id, on: dependency, now: now)
    }

    func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
        try await store.setPriority(priority, of: ids)
    }

    func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
        try await store.prune(retention, now: now)
    }

    func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask? { try await store.task(id) }

    func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] { try await store.tasks(query) }

    func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] { try await store.runs(of: id) }

    func counts() async throws(TaskStoreError) -> [TaskCount] { try await store.counts() }

    func changes() -> AsyncStream<Void> { store.changes() }

    func close() async { await store.close() }
}
