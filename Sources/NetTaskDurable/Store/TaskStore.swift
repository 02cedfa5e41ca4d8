public import Foundation
public import NetTaskRuntime

/// Keeps durable tasks until they are done. `SQLiteTaskStore` of `NetTaskSQLite` does so on disk, ``MemoryTaskStore`` as long as it lives.
///
/// Each method does all that it says or nothing, and has done it for good when it returns. All of them may be called from
/// any thread at once, and by several processes if the store is one that they can share. A store has no clock: it is told
/// what time it is, and must bear it if that is earlier than before. The module `NetTaskDurableTesting` has a suite of
/// checks that each store has to pass.
public protocol TaskStore: Sendable {
    /// Stores tasks, in that order.
    ///
    /// A task is ``TaskState/blocked`` if it has dependencies that have not ended, or if there is one of its group before
    /// it that has not ended. If one that it depends on has ended without success and it is not to run then, it is stored
    /// as ``TaskState/cancelled``.
    ///
    /// - Returns: what became of each.
    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion]

    /// Hands out tasks that are due: by priority, then by the date that they are due at, then by id. Each becomes
    /// ``TaskState/running``, its run is counted and stands in its history, before this returns. No expired ones.
    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask]

    /// Says how a run ended, and does what follows from it: unblocks or cancels those that depend on the task, and
    /// unblocks the next of its group.
    ///
    /// - Returns: the tasks that ended with it as dependents, or nil if the lease is not held any more; then nothing has
    ///   changed.
    func end(_ lease: TaskLease, _ end: TaskRunEnd, now: Date) async throws(TaskStoreError) -> [DurableTaskID]?

    /// Sends the tasks to the dead letters whose time is over and that are not running.
    ///
    /// - Returns: these, and those that ended with them as dependents.
    func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Takes back the leases of owners that are no more. Their tasks are due at once, or, after the third lost lease, in
    /// the dead letters as ``TaskDeathReason/crashed``. A run that was lost counts; with the last one that is allowed the
    /// task is in the dead letters as ``TaskDeathReason/exhausted``.
    ///
    /// - Returns: the tasks that ended by it, dependents included.
    func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// When there will be something to do, if nobody does anything until then: a task of the claim is due, or any task
    /// expires. nil: never. A date in the past means now.
    func nextDate(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Date?

    /// Ends tasks as cancelled, those under way too: whoever runs them cannot say anything any more. Those that have ended
    /// stay as they are.
    ///
    /// - Returns: those that are cancelled now, dependents included.
    func cancel(_ ids: [DurableTaskID], reason: String, now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Takes tasks out of the dead letters: they are due at once, with none of their runs and lost leases counted, their
    /// own priority, and no longer than before until they expire.
    ///
    /// - Returns: those that were there.
    func retry(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Removes tasks and their history, whatever their state; those that depend on one which has not ended end as if it
    /// had been cancelled.
    ///
    /// - Returns: those that were there, and those that ended with them.
    func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Has a task wait for another one, too. It is ``TaskState/blocked`` then, unless that one has ended.
    ///
    /// - Returns: the tasks that ended by it, because the other one has ended without success: the task itself and those
    ///   that depend on it.
    /// - Throws: ``TaskStoreError/begun(_:)``, ``TaskStoreError/unknownDependency(_:)``, or
    ///   ``TaskStoreError/circularDependency(_:)`` if the two would wait for each other, be it by way of others or of the
    ///   order of a group. Nothing has changed then.
    func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID]

    /// Changes the priority of tasks that have not ended.
    func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError)

    /// Removes tasks that ended long enough ago, and their history.
    ///
    /// - Returns: how many.
    func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int

    /// The task of that id; nil if there is none, or no longer.
    func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask?

    /// The tasks that the query is about, by id.
    func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask]

    /// The history of a task, its first run first.
    func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun]

    /// How many tasks there are, by kind and state; none that are 0.
    func counts() async throws(TaskStoreError) -> [TaskCount]

    /// Tells of each change, by whomever: a new subscription at each use. Who is slow is told once of several. It ends when
    /// the store is closed.
    func changes() -> AsyncStream<Void>

    /// Whether others, such as other processes, may hold leases in this store now. As long as they may, ``recover(now:)`` is
    /// called every 5 seconds. Must be cheap. Defaults to `false`.
    func hasOtherOwners() async -> Bool

    /// Gives everything back that it holds of the system. Leases that are held then count as lost. Later calls throw
    /// ``TaskStoreError/closed``. Called twice, it does nothing the second time.
    func close() async
}

extension TaskStore {
    public func hasOtherOwners() async -> Bool { false }
}

/// How long tasks are kept after their end. Those in the dead letters as ``TaskDeathReason/undecodable`` stay.
public struct TaskRetention: Sendable, Hashable {
    /// Of those that succeeded or were cancelled. Defaults to 24 hours.
    public var ended: Duration
    /// Of dead letters. Defaults to 14 days.
    public var dead: Duration
    /// The maximum number of each, the newest. Defaults to 10,000.
    public var maxCount: Int

    public init(ended: Duration = .seconds(24 * 3600), dead: Duration = .seconds(14 * 86_400), maxCount: Int = 10_000) {
        self.ended = ended
        self.dead = dead
        self.maxCount = maxCount
    }
}

/// Why a store could not do what it was asked to.
///
/// A `do` that can throw it has to end with a `catch` without a pattern, such as `catch { throw error }`. Without one,
/// Swift 6.3.1 crashes in many functions that throw.
public enum TaskStoreError: Error, Sendable, Hashable {
    /// The disk is full. Nothing was changed; what is stored is as it was.
    case full(String)
    /// The file, or its folder, cannot be written.
    case readOnly(String)
    /// The file is damaged, or is no store. Nothing was changed.
    case damaged(String)
    /// The file was written by a later version of NetTask.
    case tooNew(String)
    /// Somebody else kept the file to himself for too long.
    case busy(String)
    /// A task is to depend on one that the store does not know, or no longer.
    case unknownDependency(DurableTaskID)
    /// A task is to depend on this one, which waits for it.
    case circularDependency(DurableTaskID)
    /// This one is to depend on another, and is running, has ended, or is not known.
    case begun(DurableTaskID)
    /// The store was closed.
    case closed
    /// Anything else.
    case other(String)
}

extension TaskStoreError: DescribedError {
    public var description: String {
        switch self {
        case .full(let text), .readOnly(let text), .damaged(let text), .tooNew(let text), .busy(let text),
            .other(let text):
            text
        case .unknownDependency(let id): "There is no task \(id) to depend on, or no longer"
        case .circularDependency(let id): "Task \(id) waits for the task that is to depend on it"
        case .begun(let id): "Task \(id) is running or has ended, so that it cannot wait for another one"
        case .closed: "The store is closed"
        }
    }
}
