import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite
import Testing

@Suite("Two versions of an app on one store", .timeLimit(.minutes(5)))
struct PayloadVersionTests {
    /// The earlier version.
    private struct Order: ExecutedTask, Codable {
        static let storedForm = StoredForm(kind: "Order")

        var article: Int
    }

    /// As it is: of what the later version stores, the earlier one cannot read the article.
    private struct OrderOfMany: ExecutedTask, Codable {
        static let storedForm = StoredForm(kind: "Order", payloadVersion: 2)

        var article: Int?
        var articles: [Int]?
    }

    private let ground = Ground()
    private let runs = Book<String>()

    private func older(_ store: any TaskStore) -> ExecutedTaskQueue {
        let executors = DurableExecutors()
        executors.on(Order.self) { task, _ in
            runs.write("older \(task.article)")
            return .success
        }
        let queue = ground.executing(executors, store: store)
        queue.register(Order.self)
        return queue
    }

    private func newer(_ store: any TaskStore) -> ExecutedTaskQueue {
        let executors = DurableExecutors()
        executors.on(OrderOfMany.self) { task, _ in
            runs.write("newer \(task.article ?? 0) \(task.articles ?? [])")
            return .success
        }
        let queue = ground.executing(executors, store: store)
        queue.register(OrderOfMany.self)
        return queue
    }

    @Test("in memory: the earlier version skips the tasks of the later one, which runs all")
    func memory() async throws {
        try await sideBySide([ground.store, ground.otherStore()])
    }

    #if SQLite
        @Test("in a file: the earlier version skips the tasks of the later one, which runs all")
        func file() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/tasks.sqlite"
            let stores = [try SQLiteTaskStore(path: path), try SQLiteTaskStore(path: path)]
            try await sideBySide(stores)
            for store in stores { await store.close() }
        }
    #endif

    private func sideBySide(_ stores: [any TaskStore]) async throws {
        let (older, newer) = (older(stores[0]), newer(stores[1]))
        try await newer.enqueue(OrderOfMany(articles: [1, 2]))
        try await older.enqueue(Order(article: 3))

        let report = try await older.drain()

        #expect(runs.entries == ["older 3"])
        #expect((report.ran, report.left) == (1, 1))
        #expect(try await older.deadLetters().isEmpty)

        try await older.enqueue(Order(article: 4))
        #expect(try await newer.drain().left == 0)
        #expect(runs.entries.dropFirst().sorted() == ["newer 0 [1, 2]", "newer 4 []"])
    }
}
