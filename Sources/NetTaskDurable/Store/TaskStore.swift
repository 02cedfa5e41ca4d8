public import Foundation
public import NetTaskCore

/// Keeps durable tasks until they are done: `SQLiteTaskStore` of `NetTaskSQLite` on one machine, `PostgreSQLTaskStore` of
/// `NetTaskPostgreSQL` for many, ``MemoryTaskStore`` as long as it lives.
///
/// Each method does all that it says or nothing, and has done it for good when it returns. All of them may be called from
/// any thread at once, and by several processes if the store is one that they can share. The module
/// `NetTaskDurableTesting` has a suite of checks that each store has to pass.
///
/// `now` is what time it is for the caller. It may be earlier than before. A store that is shared by machines goes by a
/// clock of its own, and takes no notice of `now`.
public protocol TaskStore: Sendable {
    // MARK: Running tasks

    /// How long a lease lasts unless it is renewed; the queue renews its leases three times as often. nil, the default: as
    /// long as its owner lives, which the store finds out by itself.
    var leaseDuration: Duration? { get }

    /// Stores tasks, in that order.
    ///
    /// A task is ``TaskState/blocked`` if it has dependencies that have not ended, or if there is one of its group before
    /// it that has not ended. If one that it depends on has ended without success and it is not to run then, it is stored
    /// as ``TaskState/cancelled``.
    ///
    /// - Returns: what became of each.
    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion]

    /// Hands out tasks that are due: by priority, then by the date that they are due at, then by id, as far as others do
    /// not claim at the same time. Each becomes ``TaskState/running``, its run is counted and stands in its history, before
    /// this returns. No expired ones, and none of a paused kind.
    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask]

    /// Holds leases for another ``leaseDuration``.
    ///
    /// - Returns: those that are not held any more, in the order given: their tasks were ended, dropped or taken over.
    func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease]

    /// Says how runs ended, and does what follows from each: unblocks or cancels those that depend on the task, and
    /// unblocks the next of its group.
    ///
    /// - Returns: for each, the tasks that ended with it as dependents, or nil if the lease is not held any more; then
    ///   nothing has changed.
    func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?]

    /// Sends the tasks to the dead letters whose time is over and that are not running.
    ///
    /// - Returns: these, and those that ended with them as dependents.
    func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Takes back the leases that were not renewed in time, or whose owners are no more. Their tasks are due at once, or,
    /// after the third lost lease, in the dead letters as ``TaskDeathReason/crashed``. A run that was lost counts; with the
    /// last one that is allowed the task is in the dead letters as ``TaskDeathReason/exhausted``.
    ///
    /// - Returns: the tasks that ended by it, dependents included.
    func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// How long until there is something to do, if nobody does anything until then: a task of the claim is due, or any task
    /// expires. nil: for ever. Zero or less: there is something now.
    func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration?

    // MARK: What people do

    /// Ends tasks as cancelled, those under way too: whoever runs them cannot say anything any more. Those that have ended
    /// stay as they are.
    ///
    /// - Returns: those that are cancelled now, dependents included.
    func cancel(_ ids: [DurableTaskID], reason: String, now: Date) async throws(TaskStoreError) -> [DurableTaskID]

    /// Takes tasks out of the dead letters: they are due at once, with none of their runs and lost leases counted, their
    /// own priority, and no longer than before until they expire.
    ///
    /// - Parameters:
    ///   - ids: the tasks; those that are not dead stay as they are.
    ///   - newKeys: the new idempotency keys of tasks. A task without one here keeps its own.
    ///   - now: when that is.
    /// - Returns: those that were there.
    func retry(
        _ ids: [DurableTaskID],
        newKeys: [DurableTaskID: String],
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID]

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

    /// Has tasks of these kinds run no more until they are resumed. Those under way go on; tasks may be stored, cancelled
    /// and expire as before.
    ///
    /// - Returns: the kinds for which this is a change.
    func setPaused(_ isPaused: Bool, kinds: Set<String>, now: Date) async throws(TaskStoreError) -> Set<String>

    /// The kinds that are paused.
    func pausedKinds() async throws(TaskStoreError) -> Set<String>

    /// Writes down what somebody did. The last 10,000 entries are kept.
    func record(_ entry: AuditEntry) async throws(TaskStoreError)

    /// Removes tasks that ended long enough ago, and their history.
    ///
    /// - Returns: how many.
    func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int

    // MARK: Looking

    /// The tasks of these ids that are there, each once, by id.
    func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask]

    /// The tasks that the query is about, by id.
    func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask]

    /// The history of a task, its first run first.
    func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun]

    /// How many tasks there are, by kind and state; none that are 0.
    func counts() async throws(TaskStoreError) -> [TaskCount]

    /// What happened in each minute from that date on, by minute and kind; none that are 0. Kept for 7 days.
    func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure]

    /// What people did, the latest first.
    ///
    /// - Parameter limit: the maximum number of entries.
    func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry]

    /// Notifies of changes: a new subscription at each use. It ends when the store is closed.
    ///
    /// A queue is notified of the changes of others: other processes, other queues, and callers of the store's methods. It takes
    /// its own changes from the results of these methods. ``TaskChangeSource`` tells the two apart. If a store notifies a queue of
    /// its own changes, that costs time and has no other effect.
    func changes() -> TaskChanges

    /// Whether others, such as other processes, may hold leases in this store now. As long as they may, ``recover(now:)`` is
    /// called every 5 seconds. Must be cheap. Defaults to `false`.
    func hasOtherOwners() async -> Bool

    /// Gives everything back that it holds of the system. Leases that are held then count as lost. Later calls throw
    /// ``TaskStoreError/closed``. Called twice, it does nothing the second time.
    func close() async
}

extension TaskStore {
    public var leaseDuration: Duration? { nil }

    public func hasOtherOwners() async -> Bool { false }

    /// Takes tasks out of the dead letters with the idempotency keys that they have.
    public func retry(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        try await retry(ids, newKeys: [:], now: now)
    }

    /// The task of that id; nil if there is none, or no longer.
    public func task(_ id: DurableTaskID) async throws(TaskStoreError) -> StoredTask? {
        try await tasks([id]).first
    }
}

/// A store that can take part in a transaction of the app's own.
public protocol TransactionalTaskStore<Transaction>: TaskStore {
    /// What the app has of its transaction, such as GRDB's `Database`.
    associatedtype Transaction

    /// Stores tasks in the transaction: they are there if it is committed, and not if it is rolled back. Who listens to
    /// ``TaskStore/changes()`` is told after the commit.
    ///
    /// - Throws: ``TaskStoreError/noTransaction`` outside of one, or whatever else went wrong. None of the tasks is stored
    ///   then, and the transaction goes on.
    func insert(
        _ tasks: [NewTask],
        now: Date,
        in transaction: Transaction
    ) throws(TaskStoreError) -> [TaskInsertion]

    /// Calls one of the closures, once, when the transaction has ended.
    func afterTransaction(
        _ transaction: Transaction,
        committed: @escaping @Sendable () -> Void,
        rolledBack: @escaping @Sendable () -> Void
    )
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
    /// The file was removed, moved or replaced while the store was open. What was written may be lost with the process.
    case missing(String)
    /// The file, or the schema, was written by a later version of NetTask.
    case tooNew(String)
    /// Somebody else kept the file to himself for too long.
    case busy(String)
    /// The server cannot be reached, or was lost in the middle. What it was asked last may have been done, or not.
    case unavailable(String)
    /// A task is larger than the store takes.
    case tooLarge(String)
    /// There is no transaction to take part in.
    case noTransaction
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
        case .full(let text), .readOnly(let text), .damaged(let text), .missing(let text), .tooNew(let text),
            .busy(let text), .unavailable(let text), .tooLarge(let text), .other(let text):
            text
        case .noTransaction:
            "No transaction is open; enqueue the task inside `database.write { db in … }` or `db.inTransaction { … }`"
        case .unknownDependency(let id): "Task \(id) does not exist, so that no task can depend on it"
        case .circularDependency(let id): "Task \(id) waits for the task that is to depend on it"
        case .begun(let id): "Task \(id) is running or has ended, so that it cannot wait for another one"
        case .closed: "The store is closed"
        }
    }
}
