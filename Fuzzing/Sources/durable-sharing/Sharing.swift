import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite

/// Two processes with four workers each run the tasks of one store: each once, and those of a group in their order.
///
///     durable-sharing [TASKS]       20,000 tasks
///     durable-sharing work STORE LOG    one of the two, started by the first form
///     durable-sharing fill FOLDER   uses a store on a disk that gets full
///     durable-sharing add STORE     adds tasks until the disk is full, started by the previous form
@main
struct Sharing {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "work": try await work(store: arguments[2], log: arguments[3])
        case "fill": try await FullDisk(folder: URL(filePath: arguments[2])).check()
        case "add": try await FullDisk.add(to: arguments[2])
        default: try await share(Int(arguments.dropFirst().first ?? "") ?? 20_000)
        }
    }

    static func fail(_ reason: String) -> Never {
        print("FAILED: \(reason)")
        exit(1)
    }

    // MARK: Two processes

    private static func work(store path: String, log: String) async throws {
        let store = try SQLiteTaskStore(path: path)
        let file = open(log, O_WRONLY | O_APPEND)
        let executors = DurableExecutors()
        executors.on(Noted.self) { task, _ in
            append("start \(task.number)", file)
            await Task.yield()
            append("end \(task.number)", file)
            return .success
        }
        let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 4)
        queue.register(Noted.self)
        queue.start()
        for await _ in store.changes() where try await store.counts().allSatisfy(\.state.isEnd) {
            break
        }
        await queue.shutdown()
        await store.close()
    }

    /// Appends a line in one write, because two processes share the file.
    private static func append(_ line: String, _ file: Int32) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(file, bytes, bytes.count)
    }

    private static func share(_ count: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "durable-sharing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, log) = (folder.appending(path: "tasks.sqlite").path, folder.appending(path: "log"))
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let store = try SQLiteTaskStore(path: path)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        for first in stride(from: 0, to: count, by: 1000) {
            for number in first..<min(first + 1000, count) {
                // Half of them in groups of a hundred, one of each after the other.
                let group: [DurableNetTaskOption] = number < count / 2 ? [.group("\(number % (count / 200))")] : []
                _ = try await queue.enqueue(Noted(number: number), options: group)
            }
        }
        await queue.shutdown()
        await store.close()

        let start = ContinuousClock.now
        let processes = try (0..<2).map { _ in
            try Process.run(Bundle.main.executableURL!, arguments: ["work", path, log.path])
        }
        processes.forEach { $0.waitUntilExit() }
        guard processes.allSatisfy({ $0.terminationStatus == 0 }) else { fail("a process failed") }
        try check(String(contentsOf: log, encoding: .utf8), count)
        print("\(count) tasks, each once, groups in order, in \(start.duration(to: .now))")
    }

    private static func check(_ log: String, _ count: Int) throws {
        var starts = [Int](repeating: 0, count: count)
        var ended = [Bool](repeating: false, count: count)
        let groups = count / 200
        for line in log.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int(words[1]) else { fail("the log has a line \(line)") }
            if words[0] == "start" {
                starts[number] += 1
                if number < count / 2, number >= groups, !ended[number - groups] {
                    fail(
                        "\(number) was started before the end of \(number - groups), which is before it in their group"
                    )
                }
            } else {
                ended[number] = true
            }
        }
        if let number = starts.firstIndex(where: { $0 != 1 }) {
            fail("\(number) was run \(starts[number]) times")
        }
    }
}

/// A task that a process writes to its log.
struct Noted: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "Check.Noted")

    var number: Int
}
