import Foundation
import NetTaskDurable
import NetTaskRuntime

@testable import NetTaskPostgreSQL

/// Adds tasks to a database, and runs all that are there, until it is killed.
///
/// What it does goes into a file that all workers write, a line each, with the name of the worker first: `opened DATE`,
/// `stored NUMBER`, `run NUMBER KEY`, `done NUMBER KEY`, `says LEVEL TEXT`.
@main
struct Worker {
    static func main() async throws {
        let work = try JSONDecoder().decode(Work.self, from: Data(CommandLine.arguments[1].utf8))
        let notes = Notes(name: work.name, path: work.notes)
        let store = try await store(of: work, notes)
        notes.write("opened \(Date().timeIntervalSince1970)")
        let executors = DurableExecutors()
        executors.on(Numbered.self) { task, context in
            let key = context.idempotencyKey ?? "none"
            notes.write("run \(task.number) \(key)")
            if work.seconds > 0 { try? await Task.sleep(for: .seconds(work.seconds)) }
            if Double.random(in: 0..<1) < work.failures { return .failure(Failure()) }
            notes.write("done \(task.number) \(key)")
            return .success
        }
        let queue = DurableNetTaskQueue(store: store, handler: executors, limit: work.limit) { configuration in
            configuration.hooks.log = { entry in
                if entry.level != .info || entry.text.contains("lease") {
                    notes.write("says \(entry.level) \(entry.text)")
                }
            }
        }
        queue.register(Numbered.self)
        if work.runs { queue.start() }
        await withTaskGroup(of: Void.self) { group in
            // Where there is no hurry, one after the other.
            let callers = work.pause > 0 ? 1 : 16
            for caller in 0..<callers {
                group.addTask {
                    for index in stride(from: caller, to: work.count, by: callers) {
                        await enqueue(work.first + index, queue, notes)
                        if work.pause > 0 { try? await Task.sleep(for: .seconds(work.pause)) }
                    }
                }
            }
        }
        notes.write("enqueued all")
        while work.runs { try await Task.sleep(for: .seconds(3600)) }
        await store.close()
    }

    private static func enqueue(_ number: Int, _ queue: ExecutedTaskQueue, _ notes: Notes) async {
        do {
            _ = try await queue.enqueue(Numbered(number: number), .tag("\(number)"))
            notes.write("stored \(number)")
        } catch {
            // Perhaps it is stored, perhaps not, so that it is not tried again.
            notes.write("says error \(number) was not stored: \(error)")
        }
    }

    /// The server may not be there yet, or no more.
    private static func store(of work: Work, _ notes: Notes) async throws -> PostgreSQLTaskStore {
        var configuration = try PostgreSQLConfiguration(work.database)
        configuration.maxConnectionCount = work.connections
        configuration.applicationName = work.name
        let listening = try PostgreSQLConfiguration(work.listening)
        while true {
            let pool = PostgreSQLPool(configuration, listening: listening)
            do {
                return try await PostgreSQLTaskStore(session: pool, leaseDuration: .seconds(work.lease))
            } catch TaskStoreError.unavailable(let text) {
                await pool.close()
                notes.write("says error \(text)")
                try await Task.sleep(for: .milliseconds(200))
            } catch {
                throw error
            }
        }
    }
}

/// The work of a worker, which the parent process sends.
struct Work: Codable {
    var name: String
    /// A connection string.
    var database: String
    /// The connection string of the connection that listens.
    var listening: String
    /// The file for what it does.
    var notes: String
    /// Seconds.
    var lease: Double
    var connections: Int
    /// How many tasks it runs at once.
    var limit: Int
    /// Whether it runs tasks, beside adding some.
    var runs: Bool
    /// The number of the first task that it adds, how many it adds, and the seconds after each.
    var first: Int
    var count: Int
    var pause: Double
    /// How long it runs each task, and how often that fails, from 0 to 1.
    var seconds: Double
    var failures: Double
}

/// A task that is known by its number.
struct Numbered: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "Check.Numbered")
    static var settings: NetTaskSettings {
        NetTaskSettings(idempotencyKey: NetTaskIdempotencyKey(header: "Idempotency-Key"))
    }
    static var durability: NetTaskDurability { NetTaskDurability(interval: .seconds(1)) }

    var number: Int
}

struct Failure: Error {}

/// Lines at the end of a file that others write, too. Each is written in one piece.
struct Notes: Sendable {
    let name: String
    private let file: Int32

    init(name: String, path: String) {
        self.name = name
        file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    }

    func write(_ line: String) {
        let bytes = Array("\(name) \(line.replacing("\n", with: " "))\n".utf8)
        _ = Foundation.write(file, bytes, bytes.count)
    }
}
