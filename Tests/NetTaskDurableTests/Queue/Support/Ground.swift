import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting

/// A store in memory, a clock that the test advances, and queues that use both.
struct Ground: Sendable {
    let clock = TestClock()
    let store: MemoryTaskStore
    let mock = HTTPMockHandler()
    let log = Book<DurableLogEntry>()

    init(store: MemoryTaskStore = MemoryTaskStore(startingAt: 1)) {
        self.store = store
    }

    var now: Date { clock.date }

    /// A queue for HTTP tasks. By default, it runs tasks only in `drain`.
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

    /// Makes a queue use the clock of the test.
    func configure(_ configuration: inout DurableConfiguration) {
        configuration.clock = clock
        configuration.wallClock = { [clock] in clock.date }
        configuration.random = SeededRandom(seed: 7)
    }

    /// A queue for tasks that are executed by closures.
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

    /// Simulates this number of processes, each of which claims all due tasks and then ends.
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

    /// The store as seen by another process, or by the same one after a relaunch.
    func otherStore() -> MemoryTaskStore {
        MemoryTaskStore(sharing: store)
    }
}
