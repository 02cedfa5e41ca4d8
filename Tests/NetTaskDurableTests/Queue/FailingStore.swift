import Foundation
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime

/// A store whose operations fail while a test requires it.
final class FailingStore: ForwardingTaskStore {
    enum Operation: Hashable {
        case insert, claim, end, recover, expire, prune, tasks, counts
    }

    let base: any TaskStore
    private let failing = Locked<Set<Operation>>([])
    let failures = Book<Operation>()
    let leases = Book<TaskLease>()
    /// Whether it reports that other owners may hold leases.
    let hasCompany = Locked(false)
    let queries = Book<TaskQuery>()

    init(_ base: any TaskStore) {
        self.base = base
    }

    func fail(_ operations: Operation...) {
        failing.withLock { $0 = Set(operations) }
    }

    private func check(_ operation: Operation) throws(TaskStoreError) {
        guard failing.withLock({ $0.contains(operation) }) else { return }
        failures.write(operation)
        throw .full("no space left")
    }

    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        try check(.insert)
        return try await base.insert(tasks, now: now)
    }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        try check(.claim)
        let claimed = try await base.claim(claim, now: now)
        claimed.forEach { leases.write($0.lease) }
        return claimed
    }

    func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
        try check(.end)
        return try await base.end(ends, now: now)
    }

    func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try check(.recover)
        return try await base.recover(now: now)
    }

    func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try check(.expire)
        return try await base.expire(now: now)
    }

    func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
        try check(.prune)
        return try await base.prune(retention, now: now)
    }

    func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] {
        queries.write(query)
        try check(.tasks)
        return try await base.tasks(query)
    }

    func counts() async throws(TaskStoreError) -> [TaskCount] {
        try check(.counts)
        return try await base.counts()
    }

    func hasOtherOwners() async -> Bool {
        if hasCompany.withLock({ $0 }) { return true }
        return await base.hasOtherOwners()
    }
}
