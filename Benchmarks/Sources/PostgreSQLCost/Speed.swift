import Foundation
import NetTaskDurable
import NetTaskPostgreSQL
import NetTaskRuntime

/// The number of tasks that are enqueued and run in a second.
struct Speed {
    let address: String

    /// Seconds for one task: one process claims, runs and ends stored tasks.
    func run(count: Int) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<3 {
            let store = try await PostgreSQLTaskStore(address)
            for first in stride(from: 0, to: count, by: 1000) {
                _ = try await store.insert(.orders(first..<min(first + 1000, count)), now: Date())
            }
            let (ends, ended) = AsyncStream.makeStream(of: Void.self)
            let executors = DurableExecutors()
            executors.on(Order.self) { _, _ in .success }
            let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 400) { configuration in
                configuration.hooks.didEnd = { _ in ended.yield() }
            }
            queue.register(Order.self)
            times.append(
                await seconds {
                    queue.start()
                    var left = count
                    for await _ in ends {
                        left -= 1
                        if left == 0 { break }
                    }
                } / Double(count)
            )
            await queue.shutdown()
            await store.close()
        }
        return median(times)
    }

    /// Seconds for one task, of a thousand that are stored together.
    func enqueueMany(count: Int) async throws -> Double {
        let store = try await PostgreSQLTaskStore(address)
        let tasks = try [NewTask].orders(0..<1000)
        var times: [Double] = []
        for _ in 0..<3 {
            times.append(
                try await seconds {
                    for _ in 0..<count / 1000 { _ = try await store.insert(tasks, now: Date()) }
                } / Double(count)
            )
            try await Depth.drop(store)
        }
        await store.close()
        return median(times)
    }

    /// Seconds for one task. Each of the callers enqueues this number of tasks, one after the other.
    func enqueueAtOnce(callers: Int, count: Int) async throws -> Double {
        let store = try await PostgreSQLTaskStore(address)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        var times: [Double] = []
        for _ in 0..<3 {
            times.append(
                try await seconds {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<callers {
                            group.addTask {
                                for number in 0..<count { _ = try await queue.enqueue(Order(number: number)) }
                            }
                        }
                        try await group.waitForAll()
                    }
                } / Double(callers * count)
            )
            try await Depth.drop(store)
        }
        await queue.shutdown()
        await store.close()
        return median(times)
    }

    /// Seconds from the enqueuing of a task in another store until an idle worker has started it.
    func latency(count: Int) async throws -> (p50: Double, p99: Double) {
        let store = try await PostgreSQLTaskStore(address)
        let other = try await PostgreSQLTaskStore(address)
        let (starts, started) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let executors = DurableExecutors()
        executors.on(Order.self) { _, _ in
            started.yield(.now)
            return .success
        }
        let queue = DurableNetTaskQueue(store: store, handler: executors)
        queue.register(Order.self)
        queue.start()
        let client = DurableNetTaskQueue(store: other, handler: DurableExecutors())
        var times: [Double] = []
        var iterator = starts.makeAsyncIterator()
        for number in 0..<count + 10 {
            try await Task.sleep(for: .milliseconds(5))
            _ = try await client.enqueue(Order(number: number))
            let start = ContinuousClock.now
            guard let end = await iterator.next() else { break }
            // The worker may see the commit before `enqueue` returns.
            times.append(max(start.duration(to: end) / .seconds(1), 0))
        }
        await queue.shutdown()
        await client.shutdown()
        await store.close()
        await other.close()
        // The first ones open the connections.
        times = times.dropFirst(10).sorted()
        return (times[times.count / 2], times[times.count * 99 / 100])
    }
}
