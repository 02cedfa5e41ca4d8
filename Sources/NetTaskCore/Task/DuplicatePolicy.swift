/// What becomes of a task when one like it is in the queue already.
///
/// Two tasks are alike if they are of the same type and pack into equal requests, have the same values of the params that
/// their type is compared by (``NetTaskSettings/Identity-swift.enum/params``), or were added with the same identity
/// (``NetTaskOption/duplicates(_:of:)``). Tasks added with ``allow`` are not looked at, on either side, nor are
/// tasks whose requests are not `Hashable` or cannot be packed. The `==` of a request must not use the queue.
public enum DuplicatePolicy: Sendable, Hashable, CaseIterable {
    /// Both run. The default.
    case allow
    /// The new one is refused: it ends at once, as cancelled for ``CancellationReason/duplicate(of:)``.
    case rejectNew
    /// The old one is cancelled for ``CancellationReason/replaced(by:)``, and the new one takes its turn.
    case cancelOld
    /// They share one run, and each handle gets its end. The run is cancelled when all who share it are. It has the
    /// options that the first was added with, and the highest priority that any was.
    case coalesce
}
