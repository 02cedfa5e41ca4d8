public import Foundation
public import NetTaskCore

/// The settings of a ``DurableNetTaskQueue``, besides its store, its handler and its limit.
public struct DurableConfiguration: Sendable {
    /// The number of tasks with the same key that may run at the same time. Default: 0, no limit.
    public var limitPerKey = 0
    /// The longest time for which a server's limit, such as `Retry-After`, holds a task in the queue or postpones it in the
    /// store. Default: one hour.
    public var maxHold = Duration.seconds(3600)
    /// Returns the limit key of a task without its own key. Called on a thread of the concurrency pool. Default, and if it
    /// returns `nil`: the handler's `limitKey(of:handlerOptions:)`, which is the host for HTTP tasks.
    public var key: (@Sendable (any NetTask) -> String?)?
    /// The codecs that seal tasks, by the name in the durability of their types. Default: none.
    public var codecs: [String: any DurableCodec] = [:]
    /// Provides the conditions that tasks may require. Default: all are fulfilled.
    public var conditions: any ConditionProvider = UnconstrainedConditions()
    /// The closures that are called for all tasks. Default: none.
    public var hooks = DurableHooks()
    /// How long tasks are kept after their end.
    public var retention = TaskRetention()
    /// Observers of the runs, notified in this order. Default: none.
    public var observers: [any NetTaskObserver] = []
    /// Returns the trace context that is stored with a task. Called when a task is enqueued, on the thread that enqueues it.
    /// Default: `nil`.
    public var traceContext: (@Sendable () -> [String: String])?
    /// Returns options for a run, such as to continue its trace. Called before each run, on the concurrency pool. Default:
    /// `nil`.
    public var runOptions: (@Sendable (StoredTask) -> [NetTaskOption])?
    /// Measures waits and timeouts. Default: `ContinuousClock`.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Returns the current date, which is compared with dates. Default: the system's date.
    public var wallClock: @Sendable () -> Date = { Date() }
    /// Generates jitter and idempotency keys. Default: the system's generator.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// The points at which tests end the process.
    package var faults = FaultPoints()

    /// Makes a configuration. Each property has its default.
    public init() {}

    /// Opens bytes that a codec has sealed.
    func open(_ bytes: Data, _ codec: String?) throws -> Data {
        try self.codec(codec)?.open(bytes) ?? bytes
    }

    /// Returns the codec of a task, or `nil` if the task is not sealed.
    func codec(_ name: String?) throws(EnqueueError) -> (any DurableCodec)? {
        guard let name else { return nil }
        guard let codec = codecs[name] else { throw .unknownCodec(name) }
        return codec
    }
}
