import Foundation
import NetTaskRuntime
import NetTaskTesting

/// A thread that calls operations of queues, in an order that its random numbers determine.
///
/// The threads are the system's, because the concurrency pool may have too few.
struct StressThread {
    let run: RunRecord
    let ground: StressGround
    var random: SeededRandom

    mutating func perform(_ count: Int) {
        for number in 0..<count {
            let operation = Operation.random(&random)
            let queue = ground.queue(&random)
            perform(operation, on: queue)
            if number % 32 == 31 { waitForPool() }
        }
    }

    private mutating func perform(_ operation: Operation, on queue: StressQueue) {
        if operation.endsAttempts, queue.isCalm { return perform(.add, on: queue) }
        run.operations.add(1, to: operation)
        switch operation {
        case .add: add(to: queue)
        case .cancel: handle(of: queue)?.cancel()
        case .setPriority: handle(of: queue)?.setPriority(priority())
        case .suspend: queue.suspend()
        case .resume: queue.queue.resume()
        case .limit: queue.attempts.setLimit(limit(upTo: 6), of: queue.queue)
        case .limitPerKey: queue.attempts.setLimitPerKey(limit(upTo: 3), of: queue.queue)
        case .order: queue.queue.order = random.oneIn(2) ? .fifo : .lifo
        case .read: read(queue)
        case .check: queue.attempts.check(queue.queue)
        case .depend: depend(in: queue)
        case .subscribe: subscribe(in: queue)
        case .readEvents: handle(of: queue)?.readEvents(.max)
        case .dropEvents: handle(of: queue)?.readEvents(random.number(0...2))
        case .readProgress: handle(of: queue)?.readProgress(random.oneIn(2) ? .max : 1)
        case .awaitResult: awaitResult(in: queue)
        case .run: runTask(in: queue)
        case .share: addShared(to: queue)
        case .addGroup: addGroup(to: queue)
        case .awaitAll: awaitSeveral(in: queue)
        case .changeDelegates: changeDelegates(of: queue)
        case .cancelID: handle(of: queue).map { queue.queue.cancel(id: $0.id) }
        case .cancelTag: queue.queue.cancel(tag: tag())
        case .cancelType: cancelType(in: queue)
        case .cancelAll: queue.queue.cancelAll()
        case .releaseQueue: release(queue)
        case .endQueue: endQueue()
        }
    }

    // MARK: Limiting the backlog

    /// Waits until the concurrency pool has started all earlier work, so that the backlog does not
    /// grow.
    private func waitForPool() {
        let semaphore = DispatchSemaphore(value: 0)
        Task.detached { semaphore.signal() }
        semaphore.wait()
    }

    /// Keeps the number of waiting tasks in the queue below a bound.
    mutating func makeRoom(in queue: StressQueue) {
        guard queue.queue.count > 300 else { return }
        if !queue.isCalm, random.oneIn(2) { return queue.queue.cancelAll() }
        // Each waiting thread resumes the queue first, so the queue does not stay suspended.
        queue.queue.resume()
        let semaphore = DispatchSemaphore(value: 0)
        let handle = random.oneIn(4) ? nil : handle(of: queue)
        run.help { [queue = queue.queue] in
            if let handle {
                await handle.awaitResult()
            } else {
                await queue.drain()
            }
            semaphore.signal()
        }
        semaphore.wait()
    }

    // MARK: Choices

    mutating func handle(of queue: StressQueue) -> (any StressHandle)? {
        queue.handle(at: random.number(0...1_000))
    }

    mutating func priority() -> NetTaskPriority {
        NetTaskPriority.allCases[random.number(0...NetTaskPriority.allCases.count - 1)]
    }

    /// Seconds from now, or before.
    mutating func moment() -> Double { Double(random.number(-1...4)) / 1_000 }

    mutating func tag() -> String { "tag \(random.number(0...9))" }

    private mutating func limit(upTo highest: Int) -> Int {
        random.oneIn(8) ? 0 : random.number(1...highest)
    }
}
