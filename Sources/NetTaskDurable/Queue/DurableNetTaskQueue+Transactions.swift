package import Foundation
package import NetTaskRuntime

extension DurableNetTaskQueue {
    /// Stores a task in a transaction of the app's own, for the stores that can take part in one.
    ///
    /// - Parameters:
    ///   - insert: writes the task, in the transaction.
    ///   - atEnd: is given what has to be done once the transaction is committed, and once it is rolled back.
    package func enqueue<T: DurableNetTask>(
        _ task: T,
        options: [DurableNetTaskOption],
        insert: ([NewTask], _ now: Date) throws(TaskStoreError) -> [TaskInsertion],
        atEnd: (_ commit: @escaping @Sendable () -> Void, _ rollback: @escaping @Sendable () -> Void) -> Void
    ) throws(EnqueueError) -> DurableNetTaskHandle<T> where T.Request == Request, T.Reply == Reply {
        register(T.self)
        let new = try newTasks([task], DurableNetTaskOptions(options))
        let insertion: TaskInsertion
        do {
            insertion = try insert(new, core.wallClock())[0]
        } catch {
            throw .store(error)
        }
        switch insertion {
        case .inserted(let id), .replaced(_, by: let id): core.watch.vanish(id)
        case .kept, .rejected: break
        }
        let handle = try handle(of: insertion, T.self).get()
        let record = handle.record
        atEnd(
            { [core] in
                // It may be gone with a savepoint.
                Task { try? await core.refresh(record) }
                guard case .replaced(let old, _) = insertion else { return }
                Task { await core.tellEnds(old) }
            },
            { [core] in
                if case .kept = insertion { return }
                // The number may be given to another task now.
                record.vanish()
                core.watch.forget([record.id])
            }
        )
        return handle
    }

    /// The store, for what only its own kind can do.
    package var store: any TaskStore { core.store }
}
