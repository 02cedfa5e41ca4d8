import Figures
import Foundation
import NetTaskDurable
import NetTaskRuntime

/// Measures the cost of durable tasks, compared with GRDB alone.
///
///     durable-cost [WAITING]        1,000,000 tasks wait in the deep store
///     durable-cost open STORE       opens a store and prints when its first task started; started by the first form
@main
struct DurableCost {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "open" {
            return try await FirstTask.start(store: arguments[2])
        }
        let depth = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "durable-cost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var recorder = Recorder("durable")
        for figure in try await Enqueueing(folder: folder).measureOneByOne() { try recorder.add(figure) }
        try recorder.add(try await Enqueueing(folder: folder).measureTogether())
        let deep = folder.appending(path: "deep.sqlite").path
        try await Depth.fill(deep, count: depth)
        let waiting = depth == 1_000_000 ? "a million" : "\(depth)"
        for figure in try FirstTask.measure(store: deep, of: waiting) { try recorder.add(figure) }
        try recorder.add(
            try await Depth.measure(
                deep: deep,
                of: waiting,
                shallow: folder.appending(path: "shallow.sqlite").path
            )
        )
    }
}

func decimal(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .seconds(1)
}

/// The CPU time of all threads of the process so far, in seconds.
func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func median(_ numbers: [Double]) -> Double {
    numbers.sorted()[numbers.count / 2]
}
