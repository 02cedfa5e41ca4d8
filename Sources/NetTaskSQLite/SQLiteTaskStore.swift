#if SQLite
    public import Foundation
    public import GRDB
    public import NetTaskCore
    public import NetTaskDurable

    /// A store of durable tasks in an SQLite file.
    ///
    ///     let store = try SQLiteTaskStore(path: "/var/lib/shop/tasks.sqlite")
    ///
    /// Several processes of one machine may use the file at the same time. SQLite adds the files `-wal` and `-shm`. The folder
    /// `-owners` has one locked file for each open store, which shows whether the process of that store is still running. All
    /// these files belong together. If one of them is removed, moved or replaced while the store is open, methods that write
    /// throw `TaskStoreError.missing(_:)`.
    ///
    /// Apple's systems terminate an app that is suspended while it has locked a file in the container of an app group. Suspend
    /// the store before, with ``suspend(now:)`` or with the durable queue's `suspendStore()`.
    public final class SQLiteTaskStore: TransactionalTaskStore, Sendable {
        /// The failures that stored tasks survive.
        public enum Durability: String, Sendable, Hashable, CaseIterable {
            /// Any end of the process. The last tasks may be lost after a power failure.
            case process
            /// A power failure, too. Each commit waits for the disk; concurrent commits wait together.
            case powerLoss
        }

        enum State {
            case open(StoreConnection)
            case suspended, closed
        }

        let state: Locked<State>
        /// Opens the database again after a suspension.
        let reopen: @Sendable () throws -> StoreConnection
        let suspensions = CallOrder()
        let lanes: LaneTable
        let changeSource: TaskChangeSource
        /// nil for a database of the app, and for a file that is only read.
        let salvage: StoreSalvage?

        /// The damage that was found when the file was opened, and the result of the salvage; nil if the file was intact.
        public let damage: DamageReport?

        /// Opens a file, or creates it.
        ///
        /// - Parameters:
        ///   - path: the path of the file in an existing folder.
        ///   - durability: the failures that stored tasks survive. Default: the end of the process.
        ///   - setsAsideDamaged: whether a damaged file is renamed to `<path>.damaged-<date>`, and its readable tasks are
        ///     copied into a new file. This also applies to a file in which an earlier store detected damage. For the result,
        ///     see ``damage``. Default: false, which does not change the file.
        /// - Throws: `TaskStoreError.damaged(_:)`, `TaskStoreError.tooNew(_:)`, `TaskStoreError.readOnly(_:)`,
        ///   `TaskStoreError.busy(_:)` or `TaskStoreError.full(_:)`. In these cases, no task is changed. Throws
        ///   `TaskStoreError.other(_:)` for a path that is not a file, such as `:memory:`. To keep tasks in memory, use
        ///   `MemoryTaskStore`.
        public convenience init(
            path: String,
            durability: Durability = .process,
            setsAsideDamaged: Bool = false
        ) throws(TaskStoreError) {
            try self.init(path: path, durability: durability, setsAsideDamaged: setsAsideDamaged, faults: FaultPoints())
        }

        convenience init(
            path: String,
            durability: Durability = .process,
            setsAsideDamaged: Bool = false,
            faults: FaultPoints
        ) throws(TaskStoreError) {
            try StoreOpening.checkKind(of: path)
            let opening = StoreOpening(path: path, durability: durability)
            let (lanes, changes) = (LaneTable(), TaskChangeSource())
            let open: @Sendable (Bool) throws -> (StoreConnection, DamageReport?) = { setsAsideDamaged in
                let lock = try opening.lock(setsAsideDamaged: setsAsideDamaged)
                defer { withExtendedLifetime(lock) {} }
                let (database, damage) = try opening.open(setsAsideDamaged: setsAsideDamaged)
                return (
                    try StoreConnection(database, isOwn: true, lanes: lanes, changes: changes, faults: faults), damage
                )
            }
            do {
                let (connection, damage) = try open(setsAsideDamaged)
                self.init(connection, lanes, changes, StoreSalvage(path: path), damage) { try open(false).0 }
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Opens a file for reading only. Methods that write throw `TaskStoreError.readOnly(_:)`, and ``changes()`` reports no
        /// changes. For a damaged file, ``tasks(_:)-(TaskQuery)`` returns the tasks that can be read.
        ///
        /// If SQLite needs to write and the folder is read-only, the file is first copied to a temporary folder.
        public convenience init(readingFrom path: String) throws(TaskStoreError) {
            try StoreOpening.checkKind(of: path)
            guard FileManager.default.fileExists(atPath: path) else {
                throw .other("There is no file at \(path).")
            }
            let lanes = LaneTable()
            let open: @Sendable () throws -> StoreConnection = { try StoreConnection(reading: path, lanes: lanes) }
            do {
                self.init(try open(), lanes, TaskChangeSource(), nil, nil, open)
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Keeps the tasks in a database of the app, in tables whose names begin with `nettask_`, so that tasks can be enqueued
        /// in its transactions. The settings of the database determine whether tasks survive a power failure.
        public convenience init(database: any DatabaseWriter) throws(TaskStoreError) {
            let (lanes, changes) = (LaneTable(), TaskChangeSource())
            let open: @Sendable () throws -> StoreConnection = {
                try database.write { try StoreSchema.prepare($0, firstID: StoreSchema.firstID()) }
                return try StoreConnection(
                    database,
                    isOwn: false,
                    lanes: lanes,
                    changes: changes,
                    faults: FaultPoints()
                )
            }
            do {
                self.init(try open(), lanes, changes, nil, nil, open)
            } catch {
                throw TaskStoreError(error)
            }
        }

        private init(
            _ connection: StoreConnection,
            _ lanes: LaneTable,
            _ changes: TaskChangeSource,
            _ salvage: StoreSalvage?,
            _ damage: DamageReport?,
            _ reopen: @escaping @Sendable () throws -> StoreConnection
        ) {
            state = Locked(.open(connection))
            self.lanes = lanes
            changeSource = changes
            self.salvage = salvage
            self.damage = damage
            self.reopen = reopen
        }

        /// The owner id in claims of this object, for tests.
        var owner: Int64? { (try? connection())?.writing?.owners.id }

        // MARK: Writing

        public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
            try await write(now, (.insertBeforeCommit, .insertAfterCommit), { TaskChange(of: $0, tasks) }) {
                try $0.insert(tasks)
            }
        }

        public func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
            let connection = try connection()
            guard let owner = connection.writing?.owners.id else { throw Self.onlyRead }
            let points = (before: FaultPoint.claimBeforeCommit, after: FaultPoint.claimAfterCommit)
            let claimed = try await write(
                to: connection,
                now,
                points,
                { claimed in
                    claimed.deadLetters.isEmpty ? TaskChange(ids: Set(claimed.tasks.map(\.lease.id))) : .any
                }
            ) {
                try $0.claim(claim, owner: owner)
            }
            if let damage = claimed.damage { recordDamage(damage) }
            return claimed.tasks
        }

        public func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease] {
            try await read { try TaskReading(db: $0).lost(leases) }
        }

        public func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
            let points = (before: FaultPoint.endBeforeCommit, after: FaultPoint.endAfterCommit)
            return try await write(now, points, { $0.contains { $0 != nil } ? .any : TaskChange() }) { transaction in
                try ends.map(transaction.end)
            }
        }

        /// Expired tasks are ended in groups of several thousand, so that other writers can write in between. This throws only
        /// if the first group fails. If a later one fails, its tasks are left to the next call.
        public func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            var ended: [DurableTaskID] = []
            do {
                var isAnyLeft = try await read { db in
                    let reading = TaskReading(db: db)
                    return try reading.isClockSetBack(now) || reading.expires(by: now)
                }
                while isAnyLeft {
                    let batch = try await write(now) { try $0.expire() }
                    ended += batch
                    // A task that is in an index but cannot be ended must not be tried without end.
                    if batch.isEmpty { break }
                    isAnyLeft = try await read { try TaskReading(db: $0).expires(by: now) }
                }
            } catch {
                if ended.isEmpty { throw error }
            }
            return ended
        }

        public func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            let connection = try connection()
            guard let writing = connection.writing else { throw Self.onlyRead }
            let owners = writing.owners
            let (others, isEntered) = try await read(from: connection) {
                (try owners.others(in: $0), try owners.isEntered(in: $0))
            }
            if !isEntered {
                _ = try await write(to: connection, now, nil, { _ in TaskChange() }) { try owners.reregister($0.db) }
                writing.watch.renew()
            }
            let dead = others.compactMap(owners.dead)
            guard !dead.isEmpty else { return [] }
            let points = (before: FaultPoint.recoverBeforeCommit, after: FaultPoint.recoverAfterCommit)
            let ended = try await write(to: connection, now, points, { $0.isEmpty ? TaskChange() : .any }) {
                transaction in
                try dead.flatMap { try transaction.recover($0.owner.id) }
            }
            for owner in dead {
                owner.lock?.remove()
            }
            changeSource.send(.any)
            return ended
        }

        public func hasOtherOwners() async -> Bool {
            // If the store cannot be read, the calls that depend on it throw.
            guard let connection = try? connection(), let owners = connection.writing?.owners else { return false }
            return (try? await read(from: connection) { try !owners.others(in: $0).isEmpty }) ?? false
        }

        public func cancel(
            _ ids: [DurableTaskID],
            reason: String,
            now: Date
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            try await write(now) { try $0.cancel(ids.map(\.rawValue), reason: reason) }
        }

        public func retry(
            _ ids: [DurableTaskID],
            newKeys: [DurableTaskID: String],
            now: Date
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            try await write(now) { try $0.retry(ids, newKeys: newKeys) }
        }

        public func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            try await write(now) { try $0.drop(ids) }
        }

        public func depend(
            _ id: DurableTaskID,
            on dependency: TaskDependency,
            now: Date
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            try await write(now, nil, { _ in .any }) { try $0.depend(id.rawValue, on: dependency) }
        }

        public func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
            _ = try await write(.distantPast, nil, { $0 ? .any : TaskChange() }) { transaction in
                try transaction.setPriority(priority, of: ids)
            }
        }

        public func setPaused(
            _ isPaused: Bool,
            kinds: Set<String>,
            now: Date
        ) async throws(TaskStoreError) -> Set<String> {
            try await write(now, nil, { TaskChange(kinds: $0) }) { try $0.setPaused(isPaused, kinds: kinds) }
        }

        public func pausedKinds() async throws(TaskStoreError) -> Set<String> {
            try await read { db in
                Set(try db.rows("SELECT kind FROM nettask_paused") { try $0.decode(String.self, atIndex: 0) })
            }
        }

        public func record(_ entry: AuditEntry) async throws(TaskStoreError) {
            try await write(entry.date, nil, { _ in TaskChange() }) { try $0.figures.record(entry) }
        }

        /// Tasks are removed in groups of several hundred, so that other writers can write in between. If this throws, some
        /// tasks may already have been removed.
        public func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
            let limit = 500
            var count = 0
            while true {
                let removed = try await write(now, nil, { $0 > 0 ? .any : TaskChange() }) { transaction in
                    try transaction.figures.prune(now: now)
                    return try transaction.prune(retention, limit: limit)
                }
                count += removed
                if removed < limit { return count }
            }
        }

        // MARK: Reading

        public func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration? {
            let connection = try connection()
            if connection.writing != nil,
                try await read(from: connection, { try TaskReading(db: $0).isClockSetBack(now) })
            {
                let isMoreLeft = try await write(now, nil, { _ in .any }) { transaction in
                    try transaction.correctWaits()
                    return try TaskReading(db: transaction.db).isClockSetBack(now)
                }
                if isMoreLeft { return .zero }
            }
            return try await read { [lanes] in try TaskReading(db: $0).wait(for: claim, now: now, lanes: lanes) }
        }

        public func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask] {
            try await read { try TaskReading(db: $0).tasks(ids) }
        }

        public func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] {
            let connection = try connection()
            let isOnlyRead = connection.writing == nil
            return try await read(from: connection) { try TaskReading(db: $0).tasks(query, skipsDamage: isOnlyRead) }
        }

        public func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] {
            try await read { try TaskReading(db: $0).runs(of: id) }
        }

        public func counts() async throws(TaskStoreError) -> [TaskCount] {
            try await read { try TaskReading(db: $0).counts() }
        }

        public func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
            try await read { try StoreFigures(db: $0).figures(since: date) }
        }

        public func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry] {
            try await read { try StoreFigures(db: $0).audit(limit: limit) }
        }

        public func changes() -> TaskChanges {
            changeSource.changes()
        }
    }
#endif
