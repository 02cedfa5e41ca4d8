import Figures
import Foundation
import NetTaskDurable
import NetTaskPostgreSQL

/// The cost of claims with many waiting tasks, and after many ended tasks.
enum Depth {
    private static let claim = TaskClaim(limit: 100, kinds: ["Cost.Order": 1])

    static func fill(_ store: PostgreSQLTaskStore, _ count: Int) async throws {
        for first in stride(from: 0, to: count, by: 5000) {
            _ = try await store.insert(.orders(first..<min(first + 5000, count)), now: Date())
        }
    }

    /// For all waiting tasks, from the first to the last.
    static func drop(_ store: PostgreSQLTaskStore) async throws {
        while true {
            let tasks = try await store.tasks(TaskQuery(limit: 5000, includesPayloads: false))
            if tasks.isEmpty { return }
            _ = try await store.drop(tasks.map(\.id), now: Date())
        }
    }

    /// Seconds for a task in a claim of a hundred. All of them end, and as many are added, so that the number of waiting tasks is constant.
    private static func claims(_ store: PostgreSQLTaskStore, count: Int) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<count {
            var tasks: [ClaimedTask] = []
            times.append(try await seconds { tasks = try await store.claim(claim, now: Date()) } / 100)
            _ = try await store.end(tasks.map { TaskEnd($0.lease, .succeeded(reply: nil)) }, now: Date())
            _ = try await store.insert(.orders(0..<100), now: Date())
        }
        return median(times)
    }

    static func measureWaiting(_ address: String, _ count: Int) async throws -> Figure {
        let few = try await PostgreSQLTaskStore(address, schema: "cost_few")
        let many = try await PostgreSQLTaskStore(address, schema: "cost_many")
        try await fill(few, 1000)
        try await fill(many, count)
        var times: [(few: Double, many: Double)] = []
        for _ in 0..<9 {
            times.append((try await claims(few, count: 50), try await claims(many, count: 50)))
        }
        await few.close()
        await many.close()
        return Figure(
            .postgresql,
            "claim a task while \(count == 1_000_000 ? "a million" : "\(count)") wait",
            .seconds,
            ours: median(times.map(\.many)),
            peer: .init("1,000 waiting", median(times.map(\.few)), isNetTask: true),
            ratio: median(times.map { $0.few / $0.many }),
            target: .ratio(atLeast: 0.8)
        )
    }

    /// With 1,000 waiting tasks at all times.
    static func measureChurn(_ address: String, _ count: Int) async throws -> Figure {
        let store = try await PostgreSQLTaskStore(address, schema: "cost_churn")
        try await fill(store, 1000)
        _ = try await claims(store, count: 20)
        let before = try await claims(store, count: 200)
        for _ in 0..<count / 1000 {
            var ends: [TaskEnd] = []
            for _ in 0..<10 {
                ends += try await store.claim(claim, now: Date()).map { TaskEnd($0.lease, .succeeded(reply: nil)) }
            }
            _ = try await store.end(ends, now: Date())
            _ = try await store.insert(.orders(0..<1000), now: Date())
        }
        let after = try await claims(store, count: 200)
        await store.close()
        return Figure(
            .postgresql,
            "claim a task after \(count == 2_000_000 ? "two million" : "\(count)") have come and gone",
            .seconds,
            ours: after,
            peer: .init("at the start", before, isNetTask: true),
            target: .ratio(atLeast: 0.8)
        )
    }
}
