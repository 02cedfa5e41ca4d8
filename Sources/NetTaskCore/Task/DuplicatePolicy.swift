/// What happens to a task if a duplicate of it is in the queue.
///
/// Two tasks are duplicates if they have the same type and one of the following applies: they pack into equal requests; they
/// have equal values of the params that identify tasks of the type (``NetTaskSettings/Identity-swift.enum/params``); or they
/// were added with the same identity (``NetTaskOption/duplicates(_:of:)``).
///
/// Tasks that were added with ``allow`` have no duplicates. Neither do tasks whose requests are not `Hashable` or cannot be
/// packed. The `==` of a request must not use the queue.
public enum DuplicatePolicy: Sendable, Hashable, CaseIterable {
    /// Both tasks run. The default.
    case allow
    /// The new task is cancelled immediately, with the reason ``CancellationReason/duplicate(of:)``.
    case rejectNew
    /// The old task is cancelled, with the reason ``CancellationReason/replaced(by:)``, and the new task is added.
    case cancelOld
    /// The tasks share one run, and each handle gets its result. The run has the options of the task that was added first, and
    /// the highest priority of all of them. It is cancelled when all tasks that share it are cancelled.
    case coalesce
}
