import Foundation
public import NetTaskCore

extension DurableNetTaskQueue {
    /// Stores a task in a transaction of the app's own: it is enqueued if that is committed, and not if it is rolled back.
    /// The queue's store has to be a ``TransactionalTaskStore`` of such transactions, such as a `SQLiteTaskStore` that was
    /// made with this database.
    ///
    ///     try await database.write { db in
    ///         try order.insert(db)
    ///         try queue.enqueue(PlaceOrder(order), in: db)
    ///     }
    ///
    /// - Returns: its handle. After a rollback it is of a task that is unknown.
    /// - Throws: ``EnqueueError``. Nothing of the task is stored then, and the transaction goes on.
    @discardableResult
    public func enqueue<T: DurableNetTask, Transaction>(
        _ task: T,
        in transaction: Transaction,
        _ options: DurableNetTaskOption...
    ) throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        try enqueue(task, in: transaction, options: options)
    }

    /// The same with options that were put together before.
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
        case .inserted(let id), .replaced(_, by: let id): core.watch.vanish(id)
        case .kept, .rejected: break
        }
        let handle = try handle(of: insertion, T.self).get()
        let record = handle.record
        store.afterTransaction(
            transaction,
            committed: { [core] in
                core.wake(for: new)
                // It may be gone with a savepoint.
                Task { try? await core.refresh(record) }
                guard case .replaced(let old, _) = insertion else { return }
                Task { await core.tellEnds(old) }
            },
            rolledBack: { [core] in
                if case .kept = insertion { return }
                // The number may be given to another task now.
                record.vanish()
                core.watch.forget([record.id])
            }
        )
        return handle
    }
}
