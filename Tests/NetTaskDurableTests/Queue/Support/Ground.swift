import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting

/// A store in memory, a clock that stands still, and queues on both.
struct Ground: Sendable {
    let clock = TestClock()
    let store: MemoryTaskStore
    let mock = HTTPMockHandler()
    let log = Book<DurableLogEntry>()

    init(store: MemoryTaskStore = MemoryTaskStore(startingAt: 1)) {
        self.store = store
    }

    var now: Date { clock.date }

    /// A queue for HTTP tasks, which runs nothing but in `drain` unless it is said otherwise.
    func queue(
        store: (any TaskStore)? = nil,
        handler: (any NetTaskQueueHandler<HTTPMessage, HTTPReply>)? = nil,
        limit: Int = 8,
        codecs: [String: any DurableCodec] = [:],
        conditions: any ConditionProvider = UnconstrainedConditions(),
        hooks: DurableHooks? = nil,
        retention: TaskRetention = TaskRetention(),
        startsSuspended: Bool = true
    ) -> DurableHTTPNetTaskQueue {
        let queue = DurableHTTPNetTaskQueue(store: store ?? self.store, handler: handler ?? mock, limit: limit) {
            $0.codecs = codecs
            $0.conditions = conditions
            $0.hooks = hooks ?? DurableHooks(log: log.write)
            $0.retention = retention
            configure(&$0)
        }
        if startsSuspended { queue.suspend() }
        queue.start()
        return queue
    }

    /// Has a queue live by the time of the test.
    func configure(_ configuration: inout DurableConfiguration) {
        configuration.clock = clock
        configuration.wallClock = { [clock] in clock.date }
        configuration.random = SeededRandom(seed: 7)
    }

    /// A queue for tasks that closures do.
    func executing(
        _ executors: DurableExecutors,
        store: (any TaskStore)? = nil,
        limit: Int = 8,
        hooks: DurableHooks? = nil,
        startsSuspended: Bool = true
    ) -> ExecutedTaskQueue {
        let queue = ExecutedTaskQueue(store: store ?? self.store, handler: executors, limit: limit) {
            $0.hooks = hooks ?? DurableHooks(log: log.write)
            configure(&$0)
        }
        if startsSuspended { queue.suspend() }
        queue.start()
        return queue
    }

    /// Has processes claim all that is due, and end, so many after each other.
    ///
    /// - Returns: the store of the next process.
    func loseLeases(_ count: Int) async throws -> MemoryTaskStore {
        var next = store
        for _ in 0..<count {
            let claim = TaskClaim(limit: .max, kinds: ["Shop.PlaceOrder": 1], suspectLimit: .max)
            guard try await !next.claim(claim, now: now).isEmpty else { throw TestError("nothing is due") }
            let other = MemoryTaskStore(sharing: next)
            await next.close()
            _ = try await other.recover(now: now)
            next = other
        }
        return next
    }

    /// The store as another process sees it, or the same one after a relaunch.
    func otherStore() -> MemoryTaskStore {
        MemoryTaskStore(sharing: store)
    }
}
