/// Is told when tasks end, all of a queue or those of a type or a uri, without owning them; see
/// ``NetTaskQueue/addDelegate(_:for:)-(NetTaskDelegate,_)``.
///
/// One whose class belongs to the main actor conforms to ``MainActorNetTaskDelegate`` instead.
public protocol NetTaskDelegate: AnyObject, Sendable {
    /// A task succeeded or failed; how is in its status. Called once for each task, after the closures that subscribe
    /// to it, on a thread of the concurrency pool. Cancelled tasks are not told.
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>)
}

/// A ``NetTaskDelegate`` that is called on the main actor, such as a view controller.
@MainActor
public protocol MainActorNetTaskDelegate: AnyObject, Sendable {
    /// A task succeeded or failed; how is in its status. Called once for each task, after the closures that subscribe
    /// to it, on the main actor. Cancelled tasks are not told.
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>)
}
