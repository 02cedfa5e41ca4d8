#if SQLite
    public import Foundation
    public import GRDB
    public import NetTaskDurable
    public import NetTaskRuntime

    extension DurableNetTaskQueue {
        /// Stores a task in a transaction of the app's own: it is enqueued if that is committed, and not if it is rolled
        /// back. The queue's store has to be a ``SQLiteTaskStore`` that was made with this database.
        ///
        ///     try await database.write { db in
        ///         try order.insert(db)
        ///         try queue.enqueue(PlaceOrder(order), in: db)
        ///     }
        ///
        /// - Returns: its handle. After a rollback it is of a task that is unknown.
        /// - Throws: `EnqueueError`. Nothing of the task is stored then, and the transaction goes on.
        @discardableResult
        public func enqueue<T: DurableNetTask>(
            _ task: T,
            in db: Database,
            _ options: DurableNetTaskOption...
        ) throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
            try enqueue(task, in: db, options: options)
        }

        /// The same with options that were put together before.
        @discardableResult
        public func enqueue<T: DurableNetTask>(
            _ task: T,
            in db: Database,
            options: [DurableNetTaskOption]
        ) throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
            guard let store = store as? SQLiteTaskStore else {
                throw .store(.other("Only a queue on a SQLiteTaskStore can enqueue inside a transaction"))
            }
            // Without one, nothing would tell the queue of the task.
            guard db.isInsideTransaction else { throw .noTransaction }
            return try enqueue(
                task,
                options: options,
                insert: { new, now throws(TaskStoreError) in try store.insert(new, now: now, in: db) },
                atEnd: { commit, rollback in
                    db.afterNextTransaction(onCommit: { _ in commit() }, onRollback: { _ in rollback() })
                }
            )
        }
    }

    extension SQLiteTaskStore {
        /// Stores tasks in a transaction of the app's, on the database that the store was made with: they are there if it
        /// is committed, and not if it is rolled back. Who listens to ``changes()`` is told after the commit.
        ///
        /// - Throws: `TaskStoreError.unknownDependency(_:)`, `TaskStoreError.other(_:)` outside of a transaction, or what
        ///   SQLite had to say. None of the tasks is stored then, and the transaction goes on.
        public func insert(_ tasks: [NewTask], now: Date, in db: Database) throws(TaskStoreError) -> [TaskInsertion] {
            if isClosed.withLock({ $0 }) { throw .closed }
            guard db.isInsideTransaction else {
                throw .other(
                    "Tasks were to be stored in a transaction, and there is none. Begin one, such as with write(_:)."
                )
            }
            do {
                var insertions: [TaskInsertion] = []
                try db.inSavepoint {
                    let transaction = TaskTransaction(db: db, lanes: lanes, now: now, remembersLanes: false)
                    insertions = try transaction.insert(tasks)
                    return .commit
                }
                db.afterNextTransaction { [signal] _ in signal.send() }
                return insertions
            } catch {
                throw TaskStoreError(error)
            }
        }
    }
#endif
