#if SQLite
    public import Foundation
    public import GRDB
    import NetTaskCore
    public import NetTaskDurable

    extension SQLiteTaskStore {
        /// Stores tasks in a transaction of the app, in the database of the store. The tasks are stored if the transaction is
        /// committed, and not stored if it is rolled back. Listeners of ``changes()`` are notified after the commit.
        ///
        /// - Throws: `TaskStoreError.unknownDependency(_:)`, `TaskStoreError.noTransaction` outside a transaction, or an error
        ///   of SQLite. None of the tasks is then stored, and the transaction continues.
        public func insert(_ tasks: [NewTask], now: Date, in db: Database) throws(TaskStoreError) -> [TaskInsertion] {
            _ = try connection()
            // Without a transaction, the queue would not be notified of the task.
            guard db.isInsideTransaction else { throw .noTransaction }
            do {
                var insertions: [TaskInsertion] = []
                try db.inSavepoint {
                    let transaction = TaskTransaction(db: db, lanes: lanes, now: now, remembersLanes: false)
                    insertions = try transaction.insert(tasks)
                    return .commit
                }
                let change = TaskChange(of: insertions, tasks)
                let author = TaskChangeSource.author
                db.afterNextTransaction { [changeSource] _ in changeSource.send(change, by: author) }
                return insertions
            } catch {
                throw TaskStoreError(error)
            }
        }

        public func afterTransaction(
            _ db: Database,
            committed: @escaping @Sendable () -> Void,
            rolledBack: @escaping @Sendable () -> Void
        ) {
            db.afterNextTransaction(onCommit: { _ in committed() }, onRollback: { _ in rolledBack() })
        }
    }
#endif
