#if Durable
    public import GRDB
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
        /// - Throws: ``EnqueueError``. Nothing of the task is stored then, and the transaction goes on.
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
            guard let store = core.store as? SQLiteTaskStore else {
                throw .store(.other("Only a queue on a SQLiteTaskStore can enqueue inside a transaction"))
            }
            // Without one, nothing would tell the queue of the task.
            guard db.isInsideTransaction else { throw .noTransaction }
            register(T.self)
            let new = try newTasks([task], DurableNetTaskOptions(options))
            let insertion: TaskInsertion
            do {
                insertion = try store.insert(new, now: core.wallClock(), in: db)[0]
            } catch {
                throw .store(error)
            }
            switch insertion {
            case .inserted(let id), .replaced(_, by: let id): core.watch.vanish(id)
            case .kept, .rejected: break
            }
            let handle = try handle(of: insertion, T.self).get()
            follow(insertion, handle.record, in: db)
            return handle
        }

        /// Does after the transaction what follows from its end.
        private func follow<T: DurableNetTask>(_ insertion: TaskInsertion, _ record: DurableRecord<T>, in db: Database)
        {
            db.afterNextTransaction(
                onCommit: { [core] _ in
                    // It may be gone with a savepoint.
                    Task { try? await core.refresh(record) }
                    guard case .replaced(let old, _) = insertion else { return }
                    Task { await core.tellEnds(old) }
                },
                onRollback: { [core] _ in
                    if case .kept = insertion { return }
                    // The number may be given to another task now.
                    record.vanish()
                    core.watch.forget([record.id])
                }
            )
        }
    }
#endif
