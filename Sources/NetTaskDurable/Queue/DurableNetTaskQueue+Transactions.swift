import Foundation
public import NetTaskCore

extension DurableNetTaskQueue {
    /// Enqueues a task in a transaction of the app. The task is enqueued if the transaction is committed, and not enqueued if
    /// it is rolled back.
    ///
    ///     try await database.write { db in
    ///         try order.insert(db)
    ///         try queue.enqueue(PlaceOrder(order), in: db)
    ///     }
    ///
    /// The queue's store must be a ``TransactionalTaskStore`` for these transactions, such as a `SQLiteTaskStore` that was made
    /// with this database.
    ///
    /// - Returns: the handle of the task. After a rollback, the task is unknown.
    /// - Throws: ``EnqueueError``. The task is then not stored, and the transaction continues.
    @discardableResult
    public func enqueue<T: DurableNetTask, Transaction>(
        _ task: T,
        in transaction: Transaction,
        _ options: DurableNetTaskOption...
    ) throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        try enqueue(task, in: transaction, options: options)
    }

    /// Enqueues a task in a transaction, with an array of options.
    @discardableResult
    public func enqueue<T: DurableNetTask, Transaction>(
        _ task: T,
        in transaction: Transaction,
        options: [DurableNetTaskOption]
    ) throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        guard let store = core.store as? any TransactionalTaskStore<Transaction> else {
            throw .store(.other("The store of the queue takes part in no transactions of \(Transaction.self)"))
        }
        register(T.self)
        let new = try newTasks([task], DurableNetTaskOptions(options))
        let insertion: TaskInsertion
        do {
            insertion = try core.change { () throws(TaskStoreError) in
                try store.insert(new, now: core.wallClock(), in: transaction)
            }[0]
        } catch {
            throw .store(error)
        }
        switch insertion {
        case .inserted(let id), .replaced(_, by: let id): core.watch.remove(id)
        case .kept, .rejected: break
        }
        let handle = try handle(of: insertion, T.self).get()
        let record = handle.record
        store.afterTransaction(
            transaction,
            committed: { [core] in
                core.wake(for: new)
                // The task may have been removed with a savepoint.
                Task { try? await core.refresh(record) }
                guard case .replaced(let old, _) = insertion else { return }
                Task { await core.reportEnds(old) }
            },
            rolledBack: { [core] in
                if case .kept = insertion { return }
                // The number may be used for another task.
                record.markRemoved()
                core.watch.forget([record.id])
            }
        )
        return handle
    }
}
