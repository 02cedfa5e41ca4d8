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
    /// On Apple systems, a file in the container of an app group must not be open while the app is suspended, because the
    /// system terminates a suspended app that has locked such a file. Close the store before the app is suspended, and reopen
    /// it afterward.
    public final class SQLiteTaskStore: TransactionalTaskStore, Sendable {
        /// The failures that stored tasks survive.
        public enum Durability: String, Sendable, Hashable, CaseIterable {
            /// Any end of the process. The last tasks may be lost after a power failure.
            case process
            /// A power failure, too. Each commit waits for the disk; concurrent commits wait together.
            case powerLoss
        }

        let database: any DatabaseReader
        let lanes = LaneTable()
        let changeSource = TaskChangeSource()
        /// nil if the file is only read.
        private let writing: Writing?
        let isClosed = Locked(false)
        /// The lock, if the store opened the file itself; nil in a database of the app, and for a file that is only read.
        private let salvage: StoreSalvage?

        private struct Writing: Sendable {
            let database: any DatabaseWriter
            let commits: GroupCommit
            let owners: StoreOwners
            let watch: ChangeWatch
        }

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
            do {
                let opening = StoreOpening(path: path, durability: durability)
                let lock = try opening.lock(setsAsideDamaged: setsAsideDamaged)
                defer { withExtendedLifetime(lock) {} }
                let (database, damage) = try opening.open(setsAsideDamaged: setsAsideDamaged)
                try self.init(writer: database, salvage: StoreSalvage(path: path), damage: damage, faults: faults)
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Opens a file for reading only. Methods that write throw `TaskStoreError.readOnly(_:)`, and ``changes()`` reports no
        /// changes. For a damaged file, ``tasks(_:)-(TaskQuery)`` returns the tasks that can be read.
        ///
        /// If SQLite needs to write and the folder is read-only, the file is first copied to a temporary folder.
        public init(readingFrom path: String) throws(TaskStoreError) {
            try StoreOpening.checkKind(of: path)
            guard FileManager.default.fileExists(atPath: path) else {
                throw .other("There is no file at \(path).")
            }
            do {
                database = try StoreInspection.open(path)
            } catch {
                throw TaskStoreError(error)
            }
            writing = nil
            salvage = nil
            damage = nil
        }

        /// Keeps the tasks in a database of the app, in tables whose names begin with `nettask_`, so that tasks can be enqueued
        /// in its transactions. The settings of the database determine whether tasks survive a power failure.
        public convenience init(database: any DatabaseWriter) throws(TaskStoreError) {
            do {
                try database.write { try StoreSchema.prepare($0, firstID: StoreSchema.firstID()) }
                try self.init(writer: database, salvage: nil, damage: nil, faults: FaultPoints())
            } catch {
                throw TaskStoreError(error)
            }
        }

        private init(
            writer: any DatabaseWriter,
            salvage: StoreSalvage?,
            damage: DamageReport?,
            faults: FaultPoints
        ) throws {
            let owners = try StoreOwners(path: writer.path, database: writer)
            // An app may turn the log of its database off and on.
            let file = OpenedFile(path: writer.path, hasOwnLog: salvage != nil)
            let commits = GroupCommit(database: writer, file: file, faults: faults) { [lanes] in lanes.forget() }
            let watch = ChangeWatch(database: writer, owners: owners) { [changeSource] in changeSource.send(.any) }
            self.database = writer
            self.salvage = salvage
            self.damage = damage
            writing = Writing(database: writer, commits: commits, owners: owners, watch: watch)
            watch.begin()
        }

        /// The owner id in claims of this object, for tests.
        var owner: Int64? { writing?.owners.id }

        // MARK: Writing

        public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
            try await write(now, (.insertBeforeCommit, .insertAfterCommit), { TaskChange(of: $0, tasks) }) {
                try $0.insert(tasks)
            }
        }

        public func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
            guard let owner else { throw Self.onlyRead }
            let points = (before: FaultPoint.claimBeforeCommit, after: FaultPoint.claimAfterCommit)
            let claimed = try await write(
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
            guard let writing else { throw Self.onlyRead }
            let owners = writing.owners
            let (others, isEntered) = try await read { (try owners.others(in: $0), try owners.isEntered(in: $0)) }
            if !isEntered {
                _ = try await write(now, nil, { _ in TaskChange() }) { try owners.reregister($0.db) }
                writing.watch.renew()
            }
            let dead = others.compactMap(owners.dead)
            guard !dead.isEmpty else { return [] }
            let ended = try await write(now, (.recoverBeforeCommit, .recoverAfterCommit)) { transaction in
                try dead.flatMap { try transaction.recover($0.owner.id) }
            }
            for owner in dead {
                owner.lock?.remove()
            }
            changeSource.send(.any)
            return ended
        }

        public func hasOtherOwners() async -> Bool {
            guard let owners = writing?.owners else { return false }
            // If the store cannot be read, the calls that depend on it throw.
            return (try? await read { try !owners.others(in: $0).isEmpty }) ?? false
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
            if writing != nil, try await read({ try TaskReading(db: $0).isClockSetBack(now) }) {
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
            let isOnlyRead = writing == nil
            return try await read { try TaskReading(db: $0).tasks(query, skipsDamage: isOnlyRead) }
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

        public func close() async {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            guard !wasClosed else { return }
            changeSource.finish()
            if let writing {
                writing.commits.close()
                writing.watch.end()
                await leave(writing)
            }
            if salvage != nil || writing == nil {
                let database = database
                await withCheckedContinuation { done in
                    DispatchQueue.global().async {
                        // The writing connection must be the last one, since it updates the file.
                        (database as? DatabasePool)?.invalidateReadOnlyConnections()
                        // Current reads are waited for. A file that cannot be closed is closed with the process.
                        try? database.close()
                        done.resume()
                    }
                }
            }
        }

        /// Removes the owner from the table, unless it has leases. Other owners must be able to detect that these are lost.
        private func leave(_ writing: Writing) async {
            await withCheckedContinuation { done in
                writing.database.asyncWriteWithoutTransaction { db in
                    writing.commits.end()
                    let id = writing.owners.id
                    try? db.run(
                        """
                        DELETE FROM nettask_owner WHERE id = ?1 \
                        AND NOT EXISTS (SELECT 1 FROM nettask_task WHERE state = 2 AND owner = ?1)
                        """,
                        id
                    )
                    writing.owners.leave(isForgotten: db.changesCount > 0)
                    done.resume()
                }
            }
        }

        // MARK: The database

        private static let onlyRead = TaskStoreError.readOnly(
            "The store is open for reading only. Open it with init(path:)."
        )

        private func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws(TaskStoreError) -> Value {
            if isClosed.withLock({ $0 }) { throw .closed }
            let result: Result<Value, TaskStoreError> = await withCheckedContinuation { done in
                database.asyncRead { access in
                    done.resume(returning: Result { try body(access.get()) }.mapError(TaskStoreError.init))
                }
            }
            return try recordingDamage(result)
        }

        /// Returns the value of a result. An error of damage marks the file for the next store that opens it.
        private func recordingDamage<Value>(_ result: Result<Value, TaskStoreError>) throws(TaskStoreError) -> Value {
            if case .failure(let error) = result { recordDamage(error) }
            return try result.get()
        }

        private func recordDamage(_ error: TaskStoreError) {
            if case .damaged(let reason) = error, let salvage {
                try? reason.write(toFile: salvage.marker, atomically: true, encoding: .utf8)
            }
        }

        private func write<Value: Sendable>(
            _ now: Date,
            _ points: (before: FaultPoint, after: FaultPoint)? = nil,
            _ body: @escaping @Sendable (TaskTransaction) throws -> Value
        ) async throws(TaskStoreError) -> Value where Value: Collection {
            try await write(now, points, { $0.isEmpty ? TaskChange() : .any }, body)
        }

        /// - Parameter change: returns the change for the listeners.
        private func write<Value: Sendable>(
            _ now: Date,
            _ points: (before: FaultPoint, after: FaultPoint)?,
            _ change: @escaping @Sendable (Value) -> TaskChange,
            _ body: @escaping @Sendable (TaskTransaction) throws -> Value
        ) async throws(TaskStoreError) -> Value {
            guard let writing else { throw Self.onlyRead }
            let author = TaskChangeSource.author
            let result: Result<Value, TaskStoreError> = await withCheckedContinuation { done in
                let value = Locked<Value?>(nil)
                let job = GroupCommit.Job(points: points) { [lanes] db in
                    let result = try body(TaskTransaction(db: db, lanes: lanes, now: now))
                    value.withLock { $0 = result }
                } finish: { [changeSource] error in
                    guard error == nil, let value = value.withLock({ $0 }) else {
                        done.resume(returning: .failure(TaskStoreError(error ?? TaskStoreError.closed)))
                        return
                    }
                    changeSource.send(change(value), by: author)
                    done.resume(returning: .success(value))
                }
                writing.commits.submit(job)
            }
            return try recordingDamage(result)
        }
    }
#endif
