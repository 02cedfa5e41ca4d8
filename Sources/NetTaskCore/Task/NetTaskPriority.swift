/// How soon a task is started, among those that are ready. Within a priority the queue's ``NetTaskOrder`` counts.
///
/// The five are those of Foundation's `OperationQueue`. They say nothing of the threads that attempts run on.
public enum NetTaskPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    case veryLow, low, normal, high, veryHigh

    public static func < (left: NetTaskPriority, right: NetTaskPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
