import Foundation
import NetTaskDurable
import NetTaskRuntime

/// Prints what durable tasks cost, beside GRDB alone.
///
///     durable-cost [WAITING]        1,000,000 tasks wait in the deep store
///     durable-cost open STORE       opens a store and says when its first task started; started by the first form
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

        try await Enqueueing(folder: folder).measureOneByOne()
        try await Enqueueing(folder: folder).measureTogether()
        let deep = folder.appending(path: "deep.sqlite").path
        try await Depth.fill(deep, count: depth)
        try FirstTask.measure(store: deep)
        try await Depth.measure(deep: deep, shallow: folder.appending(path: "shallow.sqlite").path)
    }
}

/// Prints a row of the table.
func row(_ what: String, _ figure: String, target: String, isMet: Bool) {
    print("\(what): \(figure); target: \(target), \(isMet ? "met" : "not met")")
}

func decimal(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .seconds(1)
}

func median(_ numbers: [Double]) -> Double {
    numbers.sorted()[numbers.count / 2]
}
