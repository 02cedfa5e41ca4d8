public import Foundation
public import NetTaskCore

/// What a ``DurableNetTaskQueue`` can be told beside its store, its handler and its limit.
public struct DurableConfiguration: Sendable {
    /// How many runs of tasks of one key may be under way at once. Default: 0, any number.
    public var limitPerKey = 0
    /// The longest time for which a server's limit holds a task, such as by `Retry-After`: in the queue, or put off in the store.
    /// Default: one hour.
    public var maxHold = Duration.seconds(3600)
    /// The key that tasks share a limit by if they name none themselves. Called on a thread of the concurrency pool. Default,
    /// and where it returns `nil`: the handler's `limitKey(of:handlerOptions:)`; HTTP tasks share by their
    /// host.
    public var key: (@Sendable (any NetTask) -> String?)?
    /// What seals tasks whose type names a codec, by that name. Default: none.
    public var codecs: [String: any DurableCodec] = [:]
    /// What is there of what tasks require. Default: everything.
    public var conditions: any ConditionProvider = UnconstrainedConditions()
    /// What is called for all tasks. Default: nothing.
    public var hooks = DurableHooks()
    /// How long tasks are kept after their end.
    public var retention = TaskRetention()
    /// Are told all that happens in runs, in this order. Default: nobody.
    public var observers: [any NetTaskObserver] = []
    /// Is asked when a task is enqueued, on the thread that does so; what it gives is stored with it. Default: `nil`.
    public var traceContext: (@Sendable () -> [String: String])?
    /// Options for a run, such as to go on with its trace. Called before each run, on the concurrency pool. Default: `nil`.
    public var runOptions: (@Sendable (StoredTask) -> [NetTaskOption])?
    /// What waits and time-outs are measured by. Default: `ContinuousClock`.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// What dates are compared with. Default: the system's clock.
    public var wallClock: @Sendable () -> Date = { Date() }
    /// Where jitter and idempotency keys come from. Default: the system's.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// Is told of the points at which tests end the process.
    package var faults = FaultPoints()

    /// Makes a configuration with the defaults of the properties.
    public init() {}

    /// What was sealed by a codec of that name, as it was before.
    func open(_ bytes: Data, _ codec: String?) throws -> Data {
        try self.codec(codec)?.open(bytes) ?? bytes
    }

    /// What seals a task; nil for one that is not sealed.
    func codec(_ name: String?) throws(EnqueueError) -> (any DurableCodec)? {
        guard let name else { return nil }
        guard let codec = codecs[name] else { throw .unknownCodec(name) }
        return codec
    }
}
