/// The priority of a task among the ready tasks of its queue. Within a priority, the ``NetTaskOrder`` of the queue decides.
///
/// The priorities are those of Foundation's `OperationQueue`. They do not affect the priority of threads.
public enum NetTaskPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A priority; tasks of a higher one start first. Default: `normal`.
    case veryLow, low, normal, high, veryHigh

    public static func < (left: NetTaskPriority, right: NetTaskPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
