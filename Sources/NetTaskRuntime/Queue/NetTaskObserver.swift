/// Is told all that happens in a queue, such as to log, measure or trace it. Given to the queue when that is made.
///
///     struct Printer: NetTaskObserver {
///         func observe(_ event: NetTaskQueueEvent) { print(event.name, event.kind) }
///     }
///
/// For one task there is ``NetTaskHandle/subscribe(_:_:)``, and for the ends of some tasks a ``NetTaskDelegate``.
public protocol NetTaskObserver: Sendable {
    /// Something happened. All events of a queue are told once, one after the other, in the order in which they
    /// happened; of several observers the one that was given first is told first.
    ///
    /// Called by whichever thread caused an event or happened to be telling others then, such as one that adds a task; so
    /// it has to be quick. It may use the queue: what that causes is told after this. A queue holds its observers, so
    /// they should hold the queue weakly, if at all.
    func observe(_ event: NetTaskQueueEvent)
}
