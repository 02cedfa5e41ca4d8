import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite

/// Two processes with four workers each run the tasks of one store: each once, and those of a group in their order.
///
///     durable-sharing [TASKS]       20,000 tasks
///     durable-sharing work STORE LOG    one of the two, started by the first form
///     durable-sharing fill FOLDER   adds tasks until the disk is full
@main
struct Sharing {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "work": try await work(store: arguments[2], log: arguments[3])
        case "fill":
            try await fillLog(URL(filePath: arguments[2]))
            try await fill(URL(filePath: arguments[2]))
        default: try await share(Int(arguments.dropFirst().first ?? "") ?? 20_000)
        }
    }

    private static func fail(_ reason: String) -> Never {
        print("FAILED: \(reason)")
        exit(1)
    }

    // MARK: Two processes

    private static func work(store path: String, log: String) async throws {
        let store = try SQLiteTaskStore(path: path)
        let file = open(log, O_WRONLY | O_APPEND)
        let executors = DurableExecutors()
        executors.on(Noted.self) { task, _ in
            note("start \(task.number)", file)
            await Task.yield()
            note("end \(task.number)", file)
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

    /// In one piece, at the end of a file that two processes write.
    private static func note(_ line: String, _ file: Int32) {
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

    // MARK: A full disk

    /// Changes the same few tasks until SQLite's log has taken the whole disk. Once there is room again, the store goes on,
    /// and without being opened anew: what is in the log goes into the file, which makes room for more.
    private static func fillLog(_ folder: URL) async throws {
        let folder = folder.appending(path: "log")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "tasks.sqlite").path
        let ballast = folder.appending(path: "ballast")
        try Data(count: 300_000).write(to: ballast)
        let store = try SQLiteTaskStore(path: path)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        var ids: [DurableTaskID] = []
        for number in 0..<20 {
            ids.append(try await queue.enqueue(Noted(number: number), .tag("\(number)")).id)
        }
        var changeCount = 0
        do {
            while changeCount < 10_000 {
                try await store.setPriority(changeCount % 2 == 0 ? .high : .low, of: ids)
                changeCount += 1
            }
            fail("10,000 changes did not fill the disk")
        } catch {
            print("after \(changeCount) changes: \(error)")
        }
        try FileManager.default.removeItem(at: ballast)
        for change in 0..<2_000 {
            do {
                try await store.setPriority(change % 2 == 0 ? .high : .low, of: ids)
            } catch {
                fail("change \(change) failed, and there is room again: \(error)")
            }
        }
        await queue.shutdown()
        await store.close()
        try await check(try SQLiteTaskStore(path: path), Array(0..<20))
        try FileManager.default.removeItem(at: folder)
        print("2,000 changes found room again")
    }

    private static func fill(_ folder: URL) async throws {
        let path = folder.appending(path: "tasks.sqlite").path
        let ballast = folder.appending(path: "ballast")
        try Data(count: 200_000).write(to: ballast)
        var numbers: [Int] = []
        let store = try SQLiteTaskStore(path: path)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        for number in 0..<1_000_000 {
            do {
                _ = try await queue.enqueue(Noted(number: number), .tag("\(number)"))
                numbers.append(number)
            } catch {
                print("after \(numbers.count) tasks: \(error)")
                break
            }
        }
        await queue.shutdown()
        await store.close()

        try await check(try SQLiteTaskStore(readingFrom: path), numbers)
        print("all \(numbers.count) can be read from the full disk")
        try FileManager.default.removeItem(at: ballast)
        try await check(try SQLiteTaskStore(path: path), numbers)
        print("and are there when there is room again")
    }

    private static func check(_ store: SQLiteTaskStore, _ numbers: [Int]) async throws {
        let kept = try await store.tasks(TaskQuery(limit: .max)).compactMap { $0.task.tags.first.flatMap { Int($0) } }
        guard kept == numbers else { fail("\(numbers.count) tasks were stored, and \(kept.count) are there") }
        await store.close()
    }
}

/// A task that a process notes down.
struct Noted: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "Check.Noted")

    var number: Int
}
