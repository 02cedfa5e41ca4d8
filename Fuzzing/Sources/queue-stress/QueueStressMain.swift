import Foundation
import QueueStress

/// Runs queues under stress, and reports the result.
///
///     queue-stress [OPERATIONS [SEED]]
@main
struct QueueStressMain {
    static func main() async {
        let arguments = CommandLine.arguments
        let operations = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 1_000_000
        let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 1
        let run = StressRun(operations: operations, seed: seed)
        watch(run)
        let duration = await ContinuousClock().measure { await run.perform() }
        print("\(operations) operations of seed \(seed), on 8 threads, in \(duration)")
        print(run.report)
        exit(run.faultCount == 0 ? 0 : 1)
    }

    /// Fails when nothing has happened for half a minute: a task is not started, or an object is not freed.
    private static func watch(_ run: StressRun) {
        Thread.detachNewThread {
            var last = run.progress
            while true {
                Thread.sleep(forTimeInterval: 30)
                let progress = run.progress
                if progress == last {
                    print("Nothing happens any more\n\(run.report)")
                    exit(1)
                }
                last = progress
            }
        }
    }
}
