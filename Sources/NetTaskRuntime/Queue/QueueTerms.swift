/// What a queue has to know of a task. Moments are durations since the opening of the queue's clock.
struct QueueTerms: Sendable {
    struct Dependency: Sendable {
        var on: QueuePlace
        var onFailure: NetTaskDependency.FailurePolicy
    }

    var priority = NetTaskPriority.normal
    /// Tasks of one key share the limit per key; nil shares none.
    var key: String?
    /// Tasks of one group end when one of them does not succeed; 0 is no group.
    var group = 0
    /// The moment before which it does not start.
    var notBefore: Duration?
    /// The moment after which it does not start.
    var expiry: Duration?
    /// Of one attempt.
    var timeout: Duration?
    /// Of all attempts, from the start of the first.
    var deadline: Duration?
    /// Those that have not ended yet.
    var dependencies: [Dependency] = []
}
