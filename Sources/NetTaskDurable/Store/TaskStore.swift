public import Foundation
public import NetTaskCore

/// A store of durable tasks.
///
///     let store = try SQLiteTaskStore(path: path)
///     let queue = DurableHTTPNetTaskQueue(store: store, handler: HTTPNetTaskQueueHandler())
///
/// `SQLiteTaskStore` of `NetTaskSQLite` is for one machine, and `PostgreSQLTaskStore` of `NetTaskPostgreSQL` for many.
/// ``MemoryTaskStore`` keeps tasks only while it exists.
///
/// Each method does all its work or nothing. When it returns, its changes are durable. All methods may be called from any
/// thread at the same time, and by several processes if the store can be shared. The module `NetTaskDurableTesting` has a suite
/// of checks that each store must pass.
///
/// `now` is the caller's time. It may be earlier than in a previous call. A store that machines share uses its own clock and
/// ignores `now`.
public protocol TaskStore: Sendable {
    // MARK: Running tasks

    /// How long a lease is valid without renewal. The queue renews its leases three times as often. nil means as long as the
    /// owner lives, which the store detects itself. Default: nil.
    var leaseDuration: Duration? { get }

    /// Stores tasks in the given order.
    ///
    /// A task is ``TaskState/blocked`` if a dependency has not ended, or if an earlier task of its group has not ended. If a
    /// dependency has ended without success and the task is not to run then, it is stored as ``TaskState/cancelled``.
    ///
    /// - Returns: the result for each task.
    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion]

    /// Claims due tasks in the order of their priorities, due dates and ids, except those that others claim at the same time.
    /// Before this returns, each task becomes ``TaskState/running``, and its run is counted and added to its history. Expired
    /// tasks and tasks of paused kinds are not claimed.
    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask]

    /// Renews leases for another ``leaseDuration``.
    ///
    /// - Returns: the leases that are no longer valid, in the given order. Their tasks were ended, dropped or claimed again.
    func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease]

    /// Stores the ends of runs, and applies their effects: it unblocks or cancels the tasks that depend on an ended task, and
    /// unblocks the next task of its group.
    ///
    /// - Returns: for each end, the dependents that ended with the task, or nil if the lease is no longer valid. In that case
    ///   nothing has changed.
    func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?]

    /// Moves tasks that have expired and are not running to the dead letters.
    ///
    /// - Returns: these tasks, and the dependents that ended with them.
    func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Takes back leases that were not renewed in time, or whose owners have ended.
    ///
    /// Their tasks are due immediately. After the third lost lease, a task is moved to the dead letters as
    /// ``TaskDeathReason/crashed``. A lost run counts: after the last allowed run, the task is moved there as
    /// ``TaskDeathReason/exhausted``.
    ///
    /// - Returns: the tasks that ended, including dependents.
    func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Returns the time until the next event if nothing else happens: a task of the claim is due, or any task expires. nil
    /// means that there is none; zero or less, that there is one now.
    func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration?

    // MARK: Actions of users

    /// Ends tasks as cancelled, even if they are running: their leases are then no longer valid. Tasks that have ended are not
    /// changed.
    ///
    /// - Returns: the tasks that were cancelled, including dependents.
    func cancel(_ ids: [DurableTaskID], reason: String, now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Moves tasks from the dead letters back to the waiting tasks. They are due immediately, with their own priority and
    /// without counted runs or lost leases. Their expiry stays the same.
    ///
    /// - Parameters:
    ///   - ids: the tasks. Tasks that are not dead are not changed.
    ///   - newKeys: the new idempotency keys of tasks. A task without an entry keeps its key.
    ///   - now: the current time.
    /// - Returns: the tasks that were moved.
    func retry(
        _ ids: [DurableTaskID],
        newKeys: [DurableTaskID: String],
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID]

    /// Removes tasks in any state, with their history. Tasks that depend on a removed task that has not ended end as if it had
    /// been cancelled.
    ///
    /// - Returns: the tasks that were removed, and those that ended with them.
    func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Makes a task wait for another task, too. The task becomes ``TaskState/blocked``, unless the other task has ended.
    ///
    /// - Returns: the tasks that ended because the other task has ended without success: the task itself and its dependents.
    /// - Throws: ``TaskStoreError/begun(_:)``, ``TaskStoreError/unknownDependency(_:)``, or
    ///   ``TaskStoreError/circularDependency(_:)`` if the tasks would wait for each other, even through other tasks or the
    ///   order of a group. Nothing is then changed.
    func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID]

    /// Changes the priority of tasks that have not ended.
    func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError)

    /// Stops new runs of tasks of these kinds until the kinds are resumed. Current runs continue. Tasks may still be stored,
    /// cancelled and expire.
    ///
    /// - Returns: the kinds that were changed.
    func setPaused(_ isPaused: Bool, kinds: Set<String>, now: Date) async throws(TaskStoreError) -> Set<String>

    /// The kinds that are paused.
    func pausedKinds() async throws(TaskStoreError) -> Set<String>

    /// Stores an entry in the audit log. The last 10,000 entries are kept.
    func record(_ entry: AuditEntry) async throws(TaskStoreError)

    /// Removes tasks that ended long enough ago, with their history.
    ///
    /// - Returns: the number of removed tasks.
    func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int

    // MARK: Reading

    /// Returns the existing tasks of these ids, each once, in the order of their ids.
    func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask]

    /// Returns the tasks that match a query, in the order of their ids.
    func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask]

    /// Returns the history of a task, from its first run on.
    func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun]

    /// Returns the numbers of tasks by kind and state, without zeros.
    func counts() async throws(TaskStoreError) -> [TaskCount]

    /// Returns what happened in each minute from a date on, by minute and kind, without zeros. Figures are kept for 7 days.
    func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure]

    /// Returns the audit log, from the latest entry on.
    ///
    /// - Parameter limit: the largest number of entries.
    func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry]

    /// Returns a new subscription to changes. It ends when the store is closed.
    ///
    /// A queue is notified of changes by others: other processes, other queues, and callers of the store's methods. It takes
    /// its own changes from the results of these methods. ``TaskChangeSource`` tells the two apart. If a store notifies a queue
    /// of its own changes, that costs time and has no other effect.
    func changes() -> TaskChanges

    /// Whether others, such as other processes, may now hold leases in this store. If so, ``recover(now:)`` is called every 5
    /// seconds. This must be cheap. Default: `false`.
    func hasOtherOwners() async -> Bool

    /// Suspends the store: returns its leases, and releases the files that it has locked or opened, so that others can run its
    /// tasks. Until ``resume()``, all methods throw ``TaskStoreError/suspended`` and change nothing.
    ///
    /// Called by ``DurableNetTaskQueue/suspendStore(isolation:)``. A store without files has nothing to release, and continues
    /// to work: the default has no effect. Suspending a suspended or closed store has no effect, either.
    func suspend(now: Date) async

    /// Resumes a suspended store, and reports a change to the listeners of ``changes()``. Has no effect if the store is not
    /// suspended.
    ///
    /// - Throws: an error if the store cannot be opened again, and then stays suspended; ``TaskStoreError/closed`` if it was
    ///   closed.
    func resume() async throws(TaskStoreError)

    /// Closes the store and releases its system resources. Current leases then count as lost. Later calls throw
    /// ``TaskStoreError/closed``. A second call has no effect.
    func close() async
}

extension TaskStore {
    public var leaseDuration: Duration? { nil }

    public func hasOtherOwners() async -> Bool { false }

    public func suspend(now: Date) async {}

    public func resume() async throws(TaskStoreError) {}

    /// Moves tasks from the dead letters back to the waiting tasks, with their idempotency keys.
    public func retry(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await retry(ids, newKeys: [:], now: now)
    }

    /// Returns the task of an id; nil if the store does not have it.
    public func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask? {
        try await tasks([id]).first
    }
}

/// A store that can take part in a transaction of the app.
public protocol TransactionalTaskStore<Transaction>: TaskStore {
    /// The app's access to its transaction, such as GRDB's `Database`.
    associatedtype Transaction

    /// Stores tasks in the transaction. They exist if it is committed, and not if it is rolled back. Listeners of
    /// ``TaskStore/changes()`` are notified after the commit.
    ///
    /// - Throws: ``TaskStoreError/noTransaction`` outside a transaction, or another error. None of the tasks is then stored,
    ///   and the transaction continues.
    func insert(
        _ tasks: [NewTask],
        now: Date,
        in transaction: Transaction
    ) throws(TaskStoreError) -> [TaskInsertion]

    /// Calls one of the closures once, after the transaction has ended.
    func afterTransaction(
        _ transaction: Transaction,
        committed: @escaping @Sendable () -> Void,
        rolledBack: @escaping @Sendable () -> Void
    )
}

/// How long tasks are kept after their end. Dead letters with the reason ``TaskDeathReason/undecodable`` are always kept.
public struct TaskRetention: Sendable, Hashable {
    /// For tasks that succeeded or were cancelled. Default: 24 hours.
    public var ended: Duration
    /// For dead letters. Default: 14 days.
    public var dead: Duration
    /// The largest number of tasks of each sort; the newest are kept. Default: 10,000.
    public var maxCount: Int

    /// Makes the times. The defaults are those of the properties.
    public init(ended: Duration = .seconds(24 * 3600), dead: Duration = .seconds(14 * 86_400), maxCount: Int = 10_000) {
        self.ended = ended
        self.dead = dead
        self.maxCount = maxCount
    }
}

/// Why a call of a store failed.
///
/// A `do` statement that can throw this error needs a final `catch` without a pattern, such as `catch { throw error }`. Without
/// it, Swift 6.3.1 crashes in many functions that throw.
public enum TaskStoreError: Error, Sendable, Hashable {
    /// The disk is full. Nothing was changed.
    case full(String)
    /// The file or its folder cannot be written.
    case readOnly(String)
    /// The file is damaged, or is not a store. Nothing was changed.
    case damaged(String)
    /// The file was removed, moved or replaced while the store was open. Changes may be lost when the process ends.
    case missing(String)
    /// The file or the schema was written by a later version of NetTask.
    case tooNew(String)
    /// The database stayed locked by another connection past the busy timeout.
    case busy(String)
    /// The server cannot be reached, or the connection was lost. The last call may or may not have taken effect.
    case unavailable(String)
    /// A task is larger than the store allows.
    case tooLarge(String)
    /// No transaction is open.
    case noTransaction
    /// A task was to depend on a task that the store does not know.
    case unknownDependency(DurableTaskID)
    /// A task was to depend on this task, which waits for it.
    case circularDependency(DurableTaskID)
    /// This task was to depend on another task, but is running, has ended, or is unknown.
    case begun(DurableTaskID)
    /// The store is suspended. Nothing was changed.
    case suspended
    /// The store was closed.
    case closed
    /// Another error.
    case other(String)
}

extension TaskStoreError: DescribedError {
    public var description: String {
        switch self {
        case .full(let text), .readOnly(let text), .damaged(let text), .missing(let text), .tooNew(let text),
            .busy(let text), .unavailable(let text), .tooLarge(let text), .other(let text):
            text
        case .noTransaction:
            "No transaction is open; enqueue the task inside `database.write { db in … }` or `db.inTransaction { … }`"
        case .unknownDependency(let id): "Task \(id) does not exist, so no task can depend on it"
        case .circularDependency(let id): "Task \(id) waits for the task that is to depend on it"
        case .begun(let id): "Task \(id) is running or has ended, so it cannot wait for another task"
        case .suspended:
            "The store is suspended; call `resumeStore()` of its queue, or `resume()` of the store, and try again"
        case .closed: "The store is closed"
        }
    }
}
