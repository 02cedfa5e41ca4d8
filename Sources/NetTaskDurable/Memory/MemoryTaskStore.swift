public import Foundation
public import NetTaskRuntime

/// Keeps durable tasks as long as it lives: for tests, and for queues that need not outlive their process.
public final class MemoryTaskStore: TaskStore, Sendable {
    private let memory: Locked<TaskMemory>
    /// Stands for the process in a store on disk: leases of those that are closed, or gone, are lost.
    private let owner: Int

    /// Makes an empty store.
    ///
    /// - Parameter id: the id of its first task; each further one has the next. By default made of the time and a random
    ///   number, so that ids of one store are not met again in the next.
    public init(startingAt id: Int64 = MemoryTaskStore.startOfIDs()) {
        memory = Locked(TaskMemory(MemoryTasks(startingAt: id)))
        owner = memory.withLock { $0.addOwner() }
    }

    /// Makes another owner of the same tasks, as another process would be.
    package init(sharing other: MemoryTaskStore) {
        memory = other.memory
        owner = memory.withLock { $0.addOwner() }
    }

    deinit {
        leave()
    }

    /// Milliseconds since 1970, times 1,024, plus a random number below that.
    public static func startOfIDs() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1_000) << 10 + Int64.random(in: 1..<1_024)
    }

    // MARK: TaskStore

    public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        try write(now, { $0.contains { insertion in insertion.isStored } }) { all, _ throws(TaskStoreError) in
            try all.insert(tasks, now: now)
        }
    }

    public func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        try write(now, { !$0.isEmpty }) { tasks, _ in tasks.claim(claim, of: owner, now: now) }
    }

    public func end(_ lease: TaskLease, _ end: TaskRunEnd, now: Date) async throws(TaskStoreError) -> [DurableTaskID]? {
        try write(now, { $0 != nil }) { tasks, _ in tasks.end(lease, end, now: now) }
    }

    public func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now, { !$0.isEmpty }) { tasks, _ in tasks.expire(now: now) }
    }

    public func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now, { $0.hasChanged }) { tasks, owners in tasks.recover(living: owners, now: now) }.ended
    }

    public func nextDate(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Date? {
        try write(now, { _ in false }) { tasks, _ in tasks.nextDate(for: claim) }
    }

    public func cancel(
        _ ids: [DurableTaskID],
        reason: String,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now, { !$0.isEmpty }) { tasks, _ in tasks.cancel(ids, reason: reason, now: now) }
    }

    public func retry(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now, { !$0.isEmpty }) { tasks, _ in tasks.retry(ids, now: now) }
    }

    public func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now, { !$0.isEmpty }) { tasks, _ in tasks.drop(ids, now: now) }
    }

    public func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        try write(now, { _ in true }) { tasks, _ throws(TaskStoreError) in
            try tasks.depend(id, on: dependency, now: now)
        }
    }

    public func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
        _ = try write(nil, { $0 }) { tasks, _ in tasks.setPriority(priority, of: ids) }
    }

    public func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
        try write(now, { $0 > 0 }) { tasks, _ in tasks.prune(retention, now: now) }
    }

    public func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask? {
        try read { $0.tasks[id]?.stored }
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

    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = memory.withLock { memory in
            memory.owners.contains(owner) ? memory.addListener(continuation, of: owner) : nil
        }
        if let number {
            continuation.onTermination = { [memory] _ in memory.withLock { $0.removeListener(number) } }
        } else {
            continuation.finish()
        }
        return stream
    }

    public func close() async {
        leave()
    }

    // MARK: The lock

    private func leave() {
        let streams = memory.withLock { $0.removeOwner(owner) }
        streams.forEach { $0.finish() }
    }

    private func read<Answer: Sendable>(_ body: (MemoryTasks) -> Answer) throws(TaskStoreError) -> Answer {
        let result = memory.withLock { memory in memory.owners.contains(owner) ? body(memory.tasks) : nil }
        guard let result else { throw .closed }
        return result
    }

    /// Changes the tasks, and tells who listens if the result says that something has changed.
    private func write<Answer: Sendable>(
        _ now: Date?,
        _ isChange: (Answer) -> Bool,
        _ body: (inout MemoryTasks, Set<Int>) throws(TaskStoreError) -> Answer
    ) throws(TaskStoreError) -> Answer {
        let (result, streams) = memory.withLock { memory in
            let result = Result { () throws(TaskStoreError) in
                guard memory.owners.contains(owner) else { throw .closed }
                if let now { memory.tasks.clockMoved(to: now) }
                return try body(&memory.tasks, memory.owners)
            }
            let hasChanged = (try? result.get()).map(isChange) ?? false
            return (result, hasChanged ? memory.streams : [])
        }
        streams.forEach { $0.yield() }
        return try result.get()
    }
}
