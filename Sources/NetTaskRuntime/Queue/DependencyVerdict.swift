/// What becomes of the wish that a task wait for another.
enum DependencyVerdict: Sendable, Equatable {
    case added
    /// Each would wait for the next; the last is the first again.
    case cycle([NetTaskID])
    /// It has been started before.
    case started
    /// It is not in the queue.
    case unknown
}
