/// The priority of a task among the ready tasks of its queue. Within a priority, the ``NetTaskOrder`` of the queue decides.
///
/// The priorities are those of Foundation's `OperationQueue`. They do not affect the priority of threads.
public enum NetTaskPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Starts after all others.
    case veryLow
    /// Starts after tasks of the default priority.
    case low
    /// The default.
    case normal
    /// Starts before tasks of the default priority.
    case high
    /// Starts before all others.
    case veryHigh

    public static func < (left: NetTaskPriority, right: NetTaskPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
