/// What is left to do once the lock of a queue is free again, since it may run code of others.
struct QueueEffects {
    var starts: [(start: QueueStart, worker: QueueWorker)] = []
    /// What the worker who asked is to do next.
    var next: QueueStart?
    var timeOuts: [QueueStart] = []
    var cancelled: [Task<Void, Never>] = []
    /// Whether there is something to tell the observers, and nobody who does.
    var tellsObservers = false
    var ended: [QueueJob] = []
    /// Those who have ended and whom perhaps nobody else holds: with them go values of the user's.
    var gone: [QueueJob] = []
    /// Values of the user's that are to go.
    var displaced: [(TaskOutcome?, (any Sendable)?)] = []
    /// With these go requests of the user's.
    var identities: [TaskIdentity] = []
    var drained: [CheckedContinuation<Void, Never>] = []
}
