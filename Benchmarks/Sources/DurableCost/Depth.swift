import Figures
import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite

/// The cost of claiming and ending tasks, by the number of waiting tasks.
enum Depth {
    static func fill(_ path: String, count: Int) async throws {
        let store = try SQLiteTaskStore(path: path)
        let payload = try Order(number: 1).stored()
        for first in stride(from: 0, to: count, by: 10_000) {
            let tasks = (first..<min(first + 10_000, count)).map { number in
                NewTask(kind: "Cost.Order", payload: payload, idempotencyKey: "00000000-0000-4000-8000-\(number)")
            }
            _ = try await store.insert(tasks, now: Date())
        }
        await store.close()
    }

    static func measure(deep: String, of waiting: String, shallow: String) async throws -> Figure {
        try await fill(shallow, count: 100)
        let stores = [try SQLiteTaskStore(path: shallow), try SQLiteTaskStore(path: deep)]
        var times: [(few: Double, many: Double)] = []
        for _ in 0..<9 {
            let few = try await seconds { try await turn(stores[0]) }
            let many = try await seconds { try await turn(stores[1]) }
            times.append((few / 1e3, many / 1e3))
            print("  us for one: \(decimal(few * 1e3, 0)) with 100 waiting, \(decimal(many * 1e3, 0)) with many")
        }
        for store in stores { await store.close() }
        return Figure(
            .durable,
            "claim and end a task while \(waiting) wait",
            .seconds,
            ours: median(times.map(\.many)),
            peer: .init("100 waiting", median(times.map(\.few)), isNetTask: true),
            ratio: median(times.map { $0.few / $0.many }),
            target: .ratio(atLeast: 0.67)
        )
    }

    /// Claims and ends a thousand tasks, and adds as many, so that the number of waiting tasks is constant.
    private static func turn(_ store: SQLiteTaskStore) async throws {
        let claim = TaskClaim(limit: 1, kinds: ["Cost.Order": 1])
        for _ in 0..<1000 {
            guard let task = try await store.claim(claim, now: Date()).first else { return }
            let end = TaskEnd(task.lease, .postponed(reason: "again", until: .after(.zero)))
            _ = try await store.end([end], now: Date())
        }
    }
}
