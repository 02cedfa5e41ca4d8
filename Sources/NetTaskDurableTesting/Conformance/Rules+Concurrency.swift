import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let concurrency: [TaskStoreRule] = [
        TaskStoreRule("Hands out each task once to 8 workers of two owners, and all tasks are completed") { ground in
            _ = try await ground.store.insert((0..<400).map { _ in ground.new() }, now: ground.date(0))
            let other = try await ground.another()
            let claimed = try await together(8) { worker in
                let own = worker % 2 == 0 ? ground : other
                var claimed: [DurableTaskID] = []
                while case let tasks = try await own.claim(7), !tasks.isEmpty {
                    for task in tasks {
                        try await own.end(task.lease, .succeeded(reply: nil))
                    }
                    claimed += tasks.map(\.task.id)
                }
                return claimed
            }
            let ids = try await ground.all().map(\.id)
            try ground.expect(ids.count, 400, "the number of tasks")
            try ground.expectSet(claimed, ids, "what was handed out")
            let counts = try await ground.store.counts()
            try ground.expect(counts, [TaskCount(kind: "a", state: .succeeded, count: 400)], "the counts")
        },
        TaskStoreRule("Assigns unique, increasing ids to the tasks of 8 concurrent callers") { ground in
            let ids = try await together(8) { _ in
                var ids: [DurableTaskID] = []
                for _ in 0..<25 {
                    ids.append(try await ground.add())
                }
                try ground.expect(ids == ids.sorted(), "the ids of one caller do not grow")
                return ids
            }
            try ground.expect(Set(ids).count, 200, "the number of different ids")
            try ground.expectSet(try await ground.all().map(\.id), ids, "the stored tasks")
        },
        TaskStoreRule("If 8 callers enqueue a task with the same key at once, one succeeds") { ground in
            let insertions = try await together(8) { _ in
                [try await ground.insert(ground.new { $0.uniqueness = TaskUniqueness(key: "k", policy: .coalesce) })]
            }
            let ids = try await ground.all().map(\.id)
            try ground.expect(ids.count, 1, "the number of tasks")
            try ground.expect(insertions.filter { $0 == .inserted(ids[0]) }.count, 1, "how many inserted it")
            try ground.expect(insertions.filter { $0 == .kept(ids[0]) }.count, 7, "how many were given it")
        },
        TaskStoreRule("If 8 callers end the same run at once, one succeeds") { ground in
            let lease = try await ground.begin(try await ground.add())
            let ends = try await together(8) { _ in
                [try await ground.endIfHeld(lease, .succeeded(reply: nil))]
            }
            try ground.expect(ends.compactMap { $0 }.count, 1, "how many ended it")
        },
    ]

    private static func together<Element: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (Int) async throws -> [Element]
    ) async throws -> [Element] {
        try await withThrowingTaskGroup(of: [Element].self) { group in
            for number in 0..<count {
                group.addTask { try await body(number) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
