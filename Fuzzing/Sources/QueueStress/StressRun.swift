import Foundation
import NetTaskRuntime
import NetTaskTesting

/// Many threads that call all operations of some queues, in an order that the seed determines.
package final class StressRun: Sendable {
    private let record = RunRecord()
    private let operations: Int
    private let threads: Int
    private let seed: UInt64

    package init(operations: Int, threads: Int = 8, seed: UInt64) {
        self.operations = operations
        self.threads = threads
        self.seed = seed
    }

    /// Runs all threads, and waits until no object is left.
    package func perform() async {
        await startAndFinish()
        await record.live.allGone()
    }

    // The queues are released at the end of this function.
    private func startAndFinish() async {
        var random = SeededRandom(seed: seed)
        let ground = StressGround([false, false, true].map { StressQueue(isCalm: $0, run: record, random: &random) })
        await perform(on: ground, seeds: (0..<threads).map { _ in random.next() })
        for queue in ground.all {
            queue.retire()
            await queue.queue.drain()
            record.faults.check(queue.queue.tasks.isEmpty, "A queue is not empty")
        }
    }

    private func perform(on ground: StressGround, seeds: [UInt64]) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let running = Box(seeds.count)
            for (index, seed) in seeds.enumerated() {
                // The remainder of the division is given to the first threads.
                let count = (operations + threads - 1 - index) / threads
                let thread = Thread { [record] in
                    var thread = StressThread(run: record, ground: ground, random: SeededRandom(seed: seed))
                    thread.perform(count)
                    ground.all.forEach { $0.queue.resume() }
                    let isLast = running.update { running in
                        running -= 1
                        return running == 0
                    }
                    if isLast { continuation.resume() }
                }
                thread.start()
            }
        }
    }

    // MARK: Results

    /// The number of faults.
    package var faultCount: Int { record.faults.count }

    /// Changes as long as there is progress.
    package var progress: [Int] {
        [RunRecord.Attempt.first, .retry].map { record.attempts[$0] }
            + Operation.allCases.map { record.operations[$0] }
            + LiveObjects.Kind.allCases.map { record.live.counts[$0] }
    }

    package var report: String {
        """
        operations: \(record.operations.text)
        attempts: \(record.attempts.text)
        ends of tasks that were watched: \(record.ends.text)
        left: \(record.live.counts.text)
        faults: \(record.faults.count)
        """ + record.faults.texts.map { "\n    \($0)" }.joined()
    }
}
