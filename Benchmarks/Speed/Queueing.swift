import Foundation
import NetTaskRuntime
import Subjects

/// The number of tasks that one measured operation adds and finishes.
private let count = 100_000
/// The limit of running tasks.
private let limit = 8

func addQueueing() {
    let expected = (0..<count).reduce(0, +)
    Comparison(
        subject: .queueOperations,
        count: count,
        ours: { runTasks() },
        peer: { runOperations() },
        areEqual: { $0 == expected && $1 == expected }
    ).add()
    Comparison(
        subject: .queueTaskGroup,
        count: count,
        ours: { runTasks() },
        peer: { runChildTasks() },
        areEqual: { $0 == expected && $1 == expected }
    ).add()
    let million = Lazy { Line(waiting: 1_000_000) }
    let thousand = Lazy { Line(waiting: 1_000) }
    Comparison(
        subject: .queueWaiting,
        count: count,
        ours: { million.value.run() },
        peer: { thousand.value.run() },
        areEqual: { $0 == count && $1 == count }
    ).add()
}

/// Adds numbers from several threads.
private final class Sum: @unchecked Sendable {
    // Unchecked, because `value` is touched under `lock` alone.
    private let lock = NSLock()
    private var value = 0

    func add(_ number: Int) { lock.withLock { value += number } }
    var total: Int { lock.withLock { value } }
}

/// Blocks this thread until the work is done. The thread is not part of the concurrency pool.
private func wait(for work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        await work()
        isDone.signal()
    }
    isDone.wait()
}

private struct SummingHandler: NetTaskQueueHandler {
    let sum: Sum

    func send(_ request: Int, context: NetTaskContext) async throws -> Int {
        sum.add(request)
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}

private func runTasks() -> Int {
    let sum = Sum()
    wait {
        let queue = NetTaskQueue<Int, Int>(limit: limit, handler: SummingHandler(sum: sum))
        for number in 0..<count { queue.add(Work(number: number)) }
        await queue.drain()
    }
    return sum.total
}

private func runOperations() -> Int {
    let sum = Sum()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = limit
    for number in 0..<count {
        queue.addOperation { sum.add(number) }
    }
    queue.waitUntilAllOperationsAreFinished()
    return sum.total
}

private func runChildTasks() -> Int {
    let sum = Sum()
    wait {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { sum.add(number) }
            }
        }
    }
    return sum.total
}

/// A queue with a constant number of waiting tasks: each sent task adds another at the end.
private final class Line: NetTaskQueueHandler, @unchecked Sendable {
    // Unchecked, because `queue` is set once, before there is a task, and the counts are touched under `lock` alone.
    private var queue: NetTaskQueue<Int, Int>!
    private let lock = NSLock()
    private var left = 0
    private var sent = 0
    private var isDone = DispatchSemaphore(value: 0)

    init(waiting: Int) {
        queue = NetTaskQueue(limit: limit, handler: self)
        queue.suspend()
        for number in 0..<waiting { queue.add(Work(number: number)) }
    }

    /// Runs this number of tasks, and returns the number of those that ran.
    func run() -> Int {
        lock.withLock { (left, sent) = (count, 0) }
        queue.resume()
        isDone.wait()
        return lock.withLock { sent }
    }

    func send(_ request: Int, context: NetTaskContext) async throws -> Int {
        let left = lock.withLock {
            self.left -= 1
            if self.left >= 0 { sent += 1 }
            return self.left
        }
        // Tasks that were running when the last one was sent add their replacements, too.
        queue.add(Work(number: request))
        if left == 0 {
            queue.suspend()
            isDone.signal()
        }
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}
