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
        conditions: any ConditionProvider = AlwaysOn(),
        hooks: DurableHooks? = nil,
        retention: TaskRetention = TaskRetention(),
        startsSuspended: Bool = true
    ) -> DurableHTTPNetTaskQueue {
        DurableHTTPNetTaskQueue(
            store: store ?? self.store,
            handler: handler ?? mock,
            limit: limit,
            codecs: codecs,
            conditions: conditions,
            hooks: hooks ?? DurableHooks(log: log.write),
            retention: retention,
            startsSuspended: startsSuspended,
            clock: clock,
            wallClock: { [clock] in clock.date },
            random: SeededRandom(seed: 7)
        )
    }

    /// A queue for tasks that closures do.
    func executing(
        _ executors: DurableExecutors,
        store: (any TaskStore)? = nil,
        limit: Int = 8,
        hooks: DurableHooks? = nil,
        startsSuspended: Bool = true
    ) -> ExecutedTaskQueue {
        ExecutedTaskQueue(
            store: store ?? self.store,
            handler: executors,
            limit: limit,
            hooks: hooks ?? DurableHooks(log: log.write),
            startsSuspended: startsSuspended,
            clock: clock,
            wallClock: { [clock] in clock.date },
            random: SeededRandom(seed: 7)
        )
    }

    /// The store as another process sees it, or the same one after a relaunch.
    func otherStore() -> MemoryTaskStore {
        MemoryTaskStore(sharing: store)
    }
}
