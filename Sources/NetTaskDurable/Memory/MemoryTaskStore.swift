public import Foundation
public import NetTaskCore

/// Stores durable tasks in memory, for tests and for queues whose tasks may end with the process.
///
///     let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPNetTaskQueueHandler())
public final class MemoryTaskStore: TaskStore, Sendable {
    private let memory: Locked<TaskMemory>
    /// Represents the process of a store on disk: the leases of closed and released stores are lost.
    private let owner: Int

    /// Makes an empty store.
    ///
    /// - Parameter id: the ID of the first task. IDs are consecutive. Default: a number made from the current time and a random
    ///   number, so that different stores have different IDs.
    public init(startingAt id: Int64 = MemoryTaskStore.startOfIDs()) {
        memory = Locked(TaskMemory(MemoryTasks(startingAt: id)))
        owner = memory.withLock { $0.addOwner() }
    }

    /// Makes another store with the same tasks, like another process.
    package init(sharing other: MemoryTaskStore) {
        memory = other.memory
        owner = memory.withLock { $0.addOwner() }
    }

    deinit {
        leave()
    }

    /// The milliseconds since 1970, times 1,024, plus a random number below 1,024.
    public static func startOfIDs() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1_000) << 10 + Int64.random(in: 1..<1_024)
    }

    // MARK: TaskStore

    public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        try write(now) { all, _ throws(TaskStoreError) in try all.insert(tasks, now: now) }
    }

    public func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        try write(now) { tasks, _ in tasks.claim(claim, of: owner, now: now) }
    }

    public func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease] {
        try read { $0.renew(leases) }
    }

    public func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
        try write(now) { tasks, _ in ends.map { tasks.end($0, now: now) } }
    }

    public func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now) { tasks, _ in tasks.expire(now: now) }
    }

    public func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now) { tasks, owners in tasks.recover(living: owners, now: now) }
    }

    public func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration? {
        try write(now) { tasks, _ in tasks.wait(for: claim, now: now) }
    }

    public func cancel(
        _ ids: [DurableTaskID],
        reason: String,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now) { tasks, _ in tasks.cancel(ids, reason: reason, now: now) }
    }

    public func retry(
        _ ids: [DurableTaskID],
        newKeys: [DurableTaskID: String],
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now) { tasks, _ in tasks.retry(ids, newKeys: newKeys, now: now) }
    }

    public func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now) { tasks, _ in tasks.drop(ids, now: now) }
    }

    public func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now) { tasks, _ throws(TaskStoreError) in try tasks.depend(id, on: dependency, now: now) }
    }

    public func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
        try write(nil) { tasks, _ in tasks.setPriority(priority, of: ids) }
    }

    public func setPaused(
        _ isPaused: Bool,
        kinds: Set<String>,
        now: Date
    ) async throws(TaskStoreError) -> Set<String> {
        try write(now) { tasks, _ in tasks.setPaused(isPaused, kinds) }
    }

    public func pausedKinds() async throws(TaskStoreError) -> Set<String> {
        try read { $0.paused }
    }

    public func record(_ entry: AuditEntry) async throws(TaskStoreError) {
        try write(nil) { tasks, _ in tasks.record(entry) }
    }

    public func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
        try write(now) { tasks, _ in tasks.prune(retention, now: now) }
    }

    public func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask] {
        try read { tasks in Set(ids).sorted().compactMap { tasks.tasks[$0]?.stored } }
    }

    public func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] {
        try read { $0.list(query) }
    }

    public func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] {
        try read { $0.tasks[id]?.runs ?? [] }
    }

    public func counts() async throws(TaskStoreError) -> [TaskCount] {
        try read { $0.counts() }
    }

    public func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
        try read { $0.figures(since: date) }
    }

    public func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry] {
        try read { $0.audit.suffix(max(0, limit)).reversed() }
    }

    public func changes() -> TaskChanges {
        let source = memory.withLock { $0.owners[owner] } ?? .ended
        return source.changes()
    }

    public func close() async {
        leave()
    }

    // MARK: The lock

    private func leave() {
        memory.withLock { $0.removeOwner(owner) }?.finish()
    }

    private func read<Answer: Sendable>(_ body: (MemoryTasks) -> Answer) throws(TaskStoreError) -> Answer {
        let result = memory.withLock { memory in memory.owners[owner] == nil ? nil : body(memory.tasks) }
        guard let result else { throw .closed }
        return result
    }

    /// Changes the tasks, and notifies the listeners of the changes.
    private func write<Answer: Sendable>(
        _ now: Date?,
        _ body: (inout MemoryTasks, Set<Int>) throws(TaskStoreError) -> Answer
    ) throws(TaskStoreError) -> Answer {
        let (result, change, sources) = memory.withLock { memory in
            let result = Result { () throws(TaskStoreError) in
                guard memory.owners[owner] != nil else { throw .closed }
                if let now { memory.tasks.clockMoved(to: now) }
                return try body(&memory.tasks, Set(memory.owners.keys))
            }
            return (result, memory.tasks.takeChange(), Array(memory.owners.values))
        }
        sources.forEach { $0.send(change) }
        return try result.get()
    }
}
