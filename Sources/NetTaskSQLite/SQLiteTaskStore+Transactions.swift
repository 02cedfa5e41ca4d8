#if SQLite
    public import Foundation
    public import GRDB
    import NetTaskCore
    public import NetTaskDurable

    extension SQLiteTaskStore {
        /// Stores tasks in a transaction of the app's, on the database that the store was made with: they are there if it
        /// is committed, and not if it is rolled back. Who listens to ``changes()`` is told after the commit.
        ///
        /// - Throws: `TaskStoreError.unknownDependency(_:)`, `TaskStoreError.noTransaction` outside of a transaction, or
        ///   what SQLite had to say. None of the tasks is stored then, and the transaction goes on.
        public func insert(_ tasks: [NewTask], now: Date, in db: Database) throws(TaskStoreError) -> [TaskInsertion] {
            if isClosed.withLock({ $0 }) { throw .closed }
            // Without one, nothing would tell the queue of the task.
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
