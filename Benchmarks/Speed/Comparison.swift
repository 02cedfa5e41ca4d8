import Benchmark
import Foundation
import Subjects

extension BenchmarkMetric {
    /// Nanoseconds of CPU time of one operation. Unlike elapsed time, they do not change while other processes run.
    static var cpuTime: BenchmarkMetric { .custom("cpuTime") }
}

/// Two implementations of the same operation.
struct Comparison<Ours, Peer> {
    var subject: Subject
    /// The number of operations that are timed together, because the time of one is too short to measure.
    var scale = BenchmarkScalingFactor.one
    /// The number of measured steps in an operation.
    var count = 1
    var ours: () throws -> Ours
    var peer: () throws -> Peer
    /// Whether both results are correct.
    var areEqual: (Ours, Peer) throws -> Bool

    /// Adds a benchmark for each implementation. Both are checked before they are timed.
    func add() {
        add("ours", ours)
        add("peer", peer)
    }

    private func add<Result>(_ side: String, _ operation: @escaping () throws -> Result) {
        let configuration = Benchmark.Configuration(
            metrics: [.throughput, .cpuTime],  // the export needs the throughput
            warmupIterations: 3,
            scalingFactor: scale,
            maxDuration: .milliseconds(1_500)
        )
        Benchmark("\(subject.rawValue).\(side)", configuration: configuration) { benchmark in
            let start = cpuTime()
            for _ in benchmark.scaledIterations {
                blackHole(try operation())
            }
            benchmark.measurement(.cpuTime, (cpuTime() - start) / scale.rawValue / count)
        } setup: {
            guard try areEqual(ours(), peer()) else {
                fatalError("\(subject.rawValue): NetTask and \(subject.peer) do not come to the same")
            }
        }
    }
}

/// The CPU time of this process, in nanoseconds.
private func cpuTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
