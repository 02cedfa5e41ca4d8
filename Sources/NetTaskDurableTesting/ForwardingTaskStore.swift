public import Foundation
public import NetTaskCore
public import NetTaskDurable

/// A store that forwards each call to another store, except the methods that it implements itself. Use it to observe a store,
/// or to let it fail:
///
///     struct FullStore: ForwardingTaskStore {
///         let base: any TaskStore
///
///         func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
///             throw .full("no space left")
///         }
///     }
public protocol ForwardingTaskStore: TaskStore {
    /// The other store.
    var base: any TaskStore { get }
}

extension ForwardingTaskStore {
    public var leaseDuration: Duration? { base.leaseDuration }

    public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        try await base.insert(tasks, now: now)
    }

    public func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        try await base.claim(claim, now: now)
    }

    public func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease] {
        try await base.renew(leases, now: now)
    }

    public func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
        try await base.end(ends, now: now)
    }

    public func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await base.expire(now: now)
    }

    public func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await base.recover(now: now)
    }

    public func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration? {
        try await base.wait(for: claim, now: now)
    }

    public func cancel(
        _ ids: [DurableTaskID],
        reason: String,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try await base.cancel(ids, reason: reason, now: now)
    }

    public func retry(
        _ ids: [DurableTaskID],
        newKeys: [DurableTaskID: String],
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try await base.retry(ids, newKeys: newKeys, now: now)
    }

    public func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await base.drop(ids, now: now)
    }

    public func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try await base.depend(id, on: dependency, now: now)
    }

    public func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
        try await base.setPriority(priority, of: ids)
    }

    public func setPaused(
        _ isPaused: Bool,
        kinds: Set<String>,
        now: Date
    ) async throws(TaskStoreError) -> Set<String> {
        try await base.setPaused(isPaused, kinds: kinds, now: now)
    }

    public func pausedKinds() async throws(TaskStoreError) -> Set<String> { try await base.pausedKinds() }

    public func record(_ entry: AuditEntry) async throws(TaskStoreError) { try await base.record(entry) }

    public func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
        try await base.prune(retention, now: now)
    }

    public func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask] {
        try await base.tasks(ids)
    }

    public func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] { try await base.tasks(query) }

    public func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] { try await base.runs(of: id) }

    public func counts() async throws(TaskStoreError) -> [TaskCount] { try await base.counts() }

    public func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
        try await base.figures(since: date)
    }

    public func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry] { try await base.audit(limit: limit) }

    public func changes() -> TaskChanges { base.changes() }

    public func hasOtherOwners() async -> Bool { await base.hasOtherOwners() }

    public func suspend(now: Date) async {
        await base.suspend(now: now)
    }

    public func resume() async throws(TaskStoreError) {
        try await base.resume()
    }

    public func close() async { await base.close() }
}
