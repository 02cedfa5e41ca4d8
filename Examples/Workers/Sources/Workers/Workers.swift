import Foundation
import NetTaskDurable
import NetTaskPostgreSQL
import NetTaskRuntime
import NetTaskSQLite

/// Runs tasks that survive the end of their process, on one machine or on several.
@main
struct Workers {
    static let usage = """
        usage: workers add COUNT     stores so many tasks
               workers run NAME      runs tasks as the worker of that name, until none is left
        The tasks are in the file tasks.sqlite, or in the PostgreSQL database at $DATABASE_URL.
        """

    /// The store: the only difference between one machine and several.
    private static func openStore() async throws -> any TaskStore {
        guard let url = ProcessInfo.processInfo.environment["DATABASE_URL"] else {
            return try SQLiteTaskStore(path: "tasks.sqlite")
        }
        return try await PostgreSQLTaskStore(url)
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let count = arguments.last.flatMap { Int($0) } ?? 0
        guard arguments.count == 2, arguments[0] == "run" || arguments[0] == "add" && count > 0 else {
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(64)
        }
        let store = try await openStore()
        let executors = DurableExecutors()
        let queue = ExecutedTaskQueue(store: store, handler: executors, limit: 2)
        queue.register(MakeThumbnail.self)

        if arguments[0] == "add" {
            _ = try await queue.enqueue((1...count).map { MakeThumbnail(picture: "picture \($0)") })
            print("stored \(tasks(count))")
        } else {
            let name = arguments[1]
            executors.on(MakeThumbnail.self) { task, _ in
                try await Task.sleep(for: .milliseconds(100))
                print("\(name): \(task.picture)")
            }
            var count = try await queue.drain().ran
            // The tasks of a worker that has ended become ready when its leases end.
            while try await queue.counts().contains(where: { !$0.state.isEnd }) {
                try await Task.sleep(for: .seconds(1))
                count += try await queue.drain().ran
            }
            print("\(name) ran \(tasks(count))")
        }
        await queue.shutdown()
        await store.close()
    }

    private static func tasks(_ count: Int) -> String { count == 1 ? "1 task" : "\(count) tasks" }
}

/// A task that runs a closure. A task of a spec would send a request.
struct MakeThumbnail: ExecutedTask, Codable {
    static let storedForm = StoredForm(kind: "MakeThumbnail")

    var picture: String
}
