/// A task of a queue, as far as the queue need know it.
protocol QueueJob<Request, Reply>: AnyObject, Sendable {
    associatedtype Request: Sendable
    associatedtype Reply: Sendable

    func start(attempt: Int, in queue: QueueCore<Request, Reply>)
    func retry(after attempt: Int, wait: Duration)
    func timeOut(attempt: Int, in queue: QueueCore<Request, Reply>)
    func end(_ end: QueueStateMachine.End)
}
