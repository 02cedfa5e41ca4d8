import Figures
import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite

/// Opens a store in a process of its own, and starts a task.
enum FirstTask {
    /// Prints the time in milliseconds until the first task starts, and the memory of the process in megabytes.
    static func start(store path: String) async throws {
        let start = ContinuousClock.now
        let (starts, started) = AsyncStream.makeStream(of: Duration.self)
        let store = try SQLiteTaskStore(path: path)
        let executors = DurableExecutors()
        executors.on(Order.self) { _, _ in
            started.yield(start.duration(to: .now))
            started.finish()
            return .success
        }
        let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 1)
        queue.register(Order.self)
        queue.start()
        for await time in starts {
            print(time / .milliseconds(1), try peakMegabytes())
            exit(0)
        }
        await queue.shutdown()
    }

    private static func peakMegabytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return Double(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024 / 1e6
    }

    private struct NotOpened: Error {}

    static func measure(store path: String, of waiting: String) throws -> [Figure] {
        var figures: [[Double]] = []
        for _ in 0..<5 {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = ["open", path]
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            figures.append(text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) })
        }
        guard figures.allSatisfy({ $0.count == 2 }) else { throw NotOpened() }
        let (time, memory) = (median(figures.map { $0[0] }), median(figures.map { $0[1] }))
        return [
            Figure(
                .durable,
                "open \(waiting) tasks, and start the first",
                .seconds,
                ours: time / 1e3,
                target: .figure(atMost: 0.1)
            ),
            Figure(
                .durable,
                "… memory of the process",
                .bytes,
                ours: memory * 1e6,
                target: .figure(atMost: 50e6)
            ),
        ]
    }
}
