import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite

/// A store on a small disk of its own.
struct FullDisk {
    let folder: URL
    private var path: String { folder.appending(path: "tasks.sqlite").path }

    init(folder: URL) {
        self.folder = folder
    }

    func check() async throws {
        try await changeTasks()
        try await addTasks()
        try await fillLogOfEarlierVersion()
    }

    private func fail(_ reason: String) -> Never {
        Sharing.fail(reason)
    }

    // MARK: The disk

    private var freeSpace: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
            return (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        }
    }

    private func size(_ part: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + part)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    private func ballast(_ name: String) -> URL { folder.appending(path: name) }

    private func removeStore() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "lost+found" {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    // MARK: Checks

    /// Changes a few tasks so often that the log would fill the disk many times, with little free space.
    private func changeTasks() async throws {
        let store = try SQLiteTaskStore(path: path)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        var ids: [DurableTaskID] = []
        for number in 0..<20 {
            ids.append(try await queue.enqueue(Noted(number: number), .tag("\(number)")).id)
        }
        try Data(count: try freeSpace - 200_000).write(to: ballast("a"))
        var largest = 0
        for change in 0..<10_000 {
            do {
                try await store.setPriority(change % 2 == 0 ? .high : .low, of: ids)
            } catch {
                fail("change \(change) failed: \(error)")
            }
            largest = max(largest, size("-wal"))
        }
        await queue.shutdown()
        await store.close()
        try await expect(Array(0..<20), in: try SQLiteTaskStore(path: path))
        try removeStore()
        print("10,000 changes, with 200 KB to spare; the log had at most \(largest / 1024) KB")
    }

    /// Starts a process that adds tasks until the disk is full, gets free space, and is killed with a full disk.
    private func addTasks() async throws {
        for name in ["a", "b", "c"] { try Data(count: 100_000).write(to: ballast(name)) }
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["add", path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var numbers: [Int] = []
        var counts: [Int] = []
        for line in Lines(output.fileHandleForReading) {
            if let number = Int(line) {
                numbers.append(number)
                continue
            }
            print("after \(numbers.count) tasks: \(line)")
            counts.append(numbers.count)
            if counts.count == 2 { break }
            try FileManager.default.removeItem(at: ballast("a"))
            try input.fileHandleForWriting.write(contentsOf: Data("continue\n".utf8))
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        guard counts.count == 2, counts[1] > counts[0] else { fail("with new room, the same process added nothing") }
        do {
            try await expect(numbers, in: try SQLiteTaskStore(path: path))
            print("opened while the disk is full, with all of them")
        } catch TaskStoreError.full {
            print("cannot be opened while the disk is full, and says so")
        } catch {
            throw error
        }
        try FileManager.default.removeItem(at: ballast("b"))
        let store = try SQLiteTaskStore(path: path)
        let count = try await Self.add(to: store, from: numbers.count) { numbers.append($0) }
        if count == 0 { fail("with new room, a new process added nothing") }
        try FileManager.default.removeItem(at: ballast("c"))
        try await run(100, in: store)
        await store.close()
        try await expect(numbers, in: try SQLiteTaskStore(path: path))
        try removeStore()
        print("\(count) more after a relaunch; all \(numbers.count) are there, and 100 of them have succeeded")
    }

    /// Fills the log by another client of SQLite, as earlier versions of the store did by themselves.
    private func fillLogOfEarlierVersion() async throws {
        let numbers = Array(0..<50)
        do {
            let store = try SQLiteTaskStore(path: path)
            _ = try await Self.add(to: store, from: 0, count: numbers.count) { _ in }
            await store.close()
        }
        try Data(count: try freeSpace / 3).write(to: ballast("a"))
        let script = """
            import os, sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("PRAGMA wal_autocheckpoint = 0")
            try:
                while True:
                    database.execute("INSERT INTO nettask_audit (entry) VALUES (?)", ("x" * 1000,))
            except sqlite3.OperationalError:
                os._exit(0)
            """
        try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["python3", "-c", script, path]).waitUntilExit()
        let log = size("-wal")
        do {
            let store = try SQLiteTaskStore(path: path)
            await store.close()
            fail("the log of \(log) bytes can be emptied on a full disk, which shows nothing")
        } catch TaskStoreError.full {
        } catch {
            throw error
        }
        try FileManager.default.removeItem(at: ballast("a"))
        let room = try freeSpace
        let store: SQLiteTaskStore
        do {
            store = try SQLiteTaskStore(path: path)
        } catch {
            fail("with \(room / 1024) KB of room, a log of \(log / 1024) KB was not emptied: \(error)")
        }
        try await run(numbers.count, in: store)
        await store.close()
        try await expect(numbers, in: try SQLiteTaskStore(path: path))
        try removeStore()
        print("a log of \(log / 1024) KB that an earlier version left was emptied when there was room")
    }

    /// Claims this number of tasks, and ends them as succeeded.
    private func run(_ count: Int, in store: SQLiteTaskStore) async throws {
        var ended = 0
        while ended < count {
            let claim = TaskClaim(limit: 10, kinds: [Noted.storedForm.kind: 1])
            let ends = try await store.claim(claim, now: Date()).map { TaskEnd($0.lease, .succeeded(reply: nil)) }
            if ends.isEmpty { break }
            ended += try await store.end(ends, now: Date()).count { $0 != nil }
        }
        if ended < count { fail("of \(count) tasks, \(ended) have succeeded") }
    }

    private func expect(_ numbers: [Int], in store: SQLiteTaskStore) async throws {
        let kept = try await store.tasks(TaskQuery(limit: .max)).compactMap { $0.task.tags.first.flatMap { Int($0) } }
        guard kept == numbers else { fail("\(numbers.count) tasks were stored, and \(kept.count) are there") }
        await store.close()
    }

    // MARK: The other process

    /// Adds tasks until the disk is full, and once more when a line is read. Prints the number of each that is stored.
    static func add(to path: String) async throws {
        let store = try SQLiteTaskStore(path: path)
        var next = 0
        while true {
            next += try await add(to: store, from: next) { say("\($0)") }
            _ = readLine()
        }
    }

    /// Prints a line without buffering.
    private static func say(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// - Returns: the number of added tasks.
    private static func add(
        to store: SQLiteTaskStore,
        from first: Int,
        count: Int = .max,
        _ note: (Int) -> Void
    ) async throws -> Int {
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        var number = first
        while number - first < count {
            do {
                _ = try await queue.enqueue(Noted(number: number), .tag("\(number)"))
            } catch EnqueueError.store(.full(let text)) {
                say(text)
                break
            } catch {
                throw error
            }
            note(number)
            number += 1
        }
        await queue.shutdown()
        return number - first
    }
}

/// The lines of another process, when they arrive.
private struct Lines: Sequence, IteratorProtocol {
    private let handle: FileHandle
    private var rest = Data()

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    mutating func next() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = handle.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }
}
