import Foundation
import NetTaskDurable
import NetTaskPostgreSQL
import NetTaskRuntime
import NetTaskSQLite

/// Work that outlives its process, on one machine or on many.
@main
struct Workers {
    static let usage = """
        usage: workers add COUNT     stores so many tasks
               workers run NAME      runs tasks as the worker of that name, until none is left
        The tasks are in the file tasks.sqlite, or in the PostgreSQL database at $DATABASE_URL.
        """

    /// The one line that differs between one machine and many.
    private static func openStore() async throws -> any TaskStore {
        guard let url = ProcessInfo.processInfo.environment["DATABASE_URL"] else {
            return try SQLiteTaskStore(path: "tasks.sqlite")
        }
        return try await PostgreSQLTaskStore(url)
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let store = try await openStore()
        let executors = DurableExecutors()
        let queue = ExecutedTaskQueue(store: store, handler: executors, limit: 2)
        queue.register(MakeThumbnail.self)

        switch (arguments.first, arguments.last) {
        case ("add", let count?) where Int(count) ?? 0 > 0:
            let tasks = (1...(Int(count) ?? 1)).map { MakeThumbnail(picture: "picture \($0)") }
            _ = try await queue.enqueue(tasks)
            print("stored \(tasks.count) tasks")
        case ("run", let name?) where arguments.count == 2:
            executors.on(MakeThumbnail.self) { task, _ in
                try await Task.sleep(for: .milliseconds(100))
                print("\(name): \(task.picture)")
            }
            let report = try await queue.drain()
            print("\(name) ran \(report.ran) tasks")
        default:
            print(usage)
        }
        await queue.shutdown()
        await store.close()
    }
}

/// A task that a closure does. One of a spec would send a request.
struct MakeThumbnail: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "MakeThumbnail")

    var picture: String
}
