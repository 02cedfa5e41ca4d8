import Benchmark
import Foundation
import Subjects

extension BenchmarkMetric {
    /// Nanoseconds of CPU time of one operation. Unlike those of a clock on the wall, they are the same while others build.
    static var cpuTime: BenchmarkMetric { .custom("cpuTime") }
}

/// Two ways to the same end.
struct Comparison<Ours, Peer> {
    var subject: Subject
    /// So many operations are timed together, since the time of one could not be read precisely enough.
    var scale = BenchmarkScalingFactor.one
    /// How many times an operation does what is measured.
    var count = 1
    var ours: () throws -> Ours
    var peer: () throws -> Peer
    /// Whether both got there.
    var areEqual: (Ours, Peer) throws -> Bool

    /// Adds a benchmark for each way. Both ways are checked before either is timed.
    func add() {
        add("ours", ours)
        add("peer", peer)
    }

    private func add<Result>(_ side: String, _ operation: @escaping () throws -> Result) {
        let configuration = Benchmark.Configuration(
            metrics: [.throughput, .cpuTime],  // the export wants the throughput
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

/// Nanoseconds that this process has had of the CPU.
private func cpuTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
