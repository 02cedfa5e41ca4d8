import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let uniqueness: [TaskStoreRule] = [
        TaskStoreRule("With the policy coalesce, a second task with the same key is not stored") { ground in
            try await second(.coalesce, on: ground) { .kept($0) }
        },
        TaskStoreRule("With the policy rejectNew, a second task with the same key is not stored") { ground in
            try await second(.rejectNew, on: ground) { .rejected($0) }
        },
        TaskStoreRule("With the policy cancelOld, a second task with the same key replaces the first") { ground in
            let old = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .coalesce) }
            let insertion = try await ground.insert(unique("k", .cancelOld, on: ground), at: 3)
            guard case .replaced(let ids, let new) = insertion else { throw ground.failure("It is \(insertion)") }
            try ground.expect(ids, [old], "what was replaced")
            let task = try await ground.task(old)
            try ground.expect(task.state, .cancelled, "the state of the old one")
            try ground.expect(task.endedAt, ground.date(3), "the date of its end")
            try ground.expect(task.cancellation?.isEmpty, false, "whether the cancellation is without words")
            try await ground.expectClaims([new], at: 3)
        },
        TaskStoreRule("A running task can be replaced, too") { ground in
            let old = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
            let lease = try await ground.begin(old)
            guard case .replaced([old], let new) = try await ground.insert(unique("k", .cancelOld, on: ground)) else {
                throw ground.failure("It was not replaced")
            }
            try ground.expect(try await ground.endIfHeld(lease, .returned), nil, "the old end")
            try ground.expect(try await ground.store.runs(of: old).map(\.outcome), [.cancelled], "the history")
            try await ground.expectClaims([new])
        },
        TaskStoreRule("Tasks with another kind or key are not duplicates") { ground in
            for (kind, key) in [("a", "k"), ("b", "k"), ("a", "l"), ("ak", ""), ("a", "K")] {
                _ = try await ground.add(kind) { $0.uniqueness = TaskUniqueness(key: key, policy: .rejectNew) }
            }
            _ = try await ground.add()
            _ = try await ground.add()
        },
        TaskStoreRule("Keys are compared within a batch") { ground in
            let batch = [
                unique("k", .coalesce, on: ground), unique("k", .coalesce, on: ground),
                unique("k", .rejectNew, on: ground),
            ]
            let insertions = try await ground.store.insert(batch, now: ground.date(0))
            let ids = try await ground.all().map(\.id)
            try ground.expect(ids.count, 1, "the number of tasks")
            try ground.expect(insertions, [.inserted(ids[0]), .kept(ids[0]), .rejected(ids[0])], "the results")
        },
        TaskStoreRule("A key is in use while its task is blocked, runs, or waits for another run") { ground in
            let first = try await ground.add()
            let id = try await ground.add {
                $0.uniqueness = TaskUniqueness(key: "k", policy: .rejectNew)
                $0.dependencies = [TaskDependency(first)]
            }
            try ground.expect(
                try await ground.insert(unique("k", .coalesce, on: ground)),
                .kept(id),
                "while it is blocked"
            )
            try await ground.run(first)
            let lease = try await ground.begin(id)
            try ground.expect(try await ground.insert(unique("k", .coalesce, on: ground)), .kept(id), "while it runs")
            try await ground.end(lease, .failed(error: "e", next: .after(.seconds(9)), priority: .normal))
            try ground.expect(try await ground.insert(unique("k", .coalesce, on: ground)), .kept(id), "while it waits")
        },
        free("has succeeded") { ground, id in try await ground.run(id) },
        free("has died") { ground, id in try await ground.run(id, .died(error: "e", reason: .exhausted)) },
        free("was cancelled") { ground, id in _ = try await ground.cancel(id) },
        free("was dropped") { ground, id in _ = try await ground.store.drop([id], now: ground.date(0)) },
        free("has expired") { ground, id in _ = try await ground.store.expire(now: ground.date(100)) },
        TaskStoreRule(
            "A retried dead letter whose key is in use is kept, and does not run at the same time as the other"
        ) { ground in
            let dead = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .rejectNew) }
            try await ground.run(dead, .died(error: "e", reason: .exhausted))
            let new = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .rejectNew) }
            let lease = try await ground.begin(new)
            _ = try await ground.store.retry([dead], now: ground.date(0))
            try await ground.expectClaims([], "what is claimed beside the one that runs")
            try ground.expect(try await ground.task(dead).task.payload, Data("payload".utf8), "the payload")
            try await ground.end(lease, .succeeded(reply: nil))
            _ = try await ground.store.retry([dead], now: ground.date(0))
            try await ground.expectClaims([dead], "what is claimed once the key is free")
        },
    ]

    private static func unique(_ key: String, _ policy: TaskUniqueness.Policy, on ground: TaskStoreGround) -> NewTask {
        ground.new { $0.uniqueness = TaskUniqueness(key: key, policy: policy) }
    }

    private static func second(
        _ policy: TaskUniqueness.Policy,
        on ground: TaskStoreGround,
        _ expected: (DurableTaskID) -> TaskInsertion
    ) async throws {
        let first = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
        let before = try await ground.all()
        let insertion = try await ground.insert(unique("k", policy, on: ground), at: 1)
        try ground.expect(insertion, expected(first), "the results")
        try ground.expect(try await ground.all(), before, "the tasks")
    }

    private static func free(
        _ end: String,
        _ body: @escaping @Sendable (TaskStoreGround, DurableTaskID) async throws -> Void
    ) -> TaskStoreRule {
        TaskStoreRule("A key is free again once its task \(end)") { ground in
            let id = try await ground.add {
                $0.uniqueness = TaskUniqueness(key: "k", policy: .rejectNew)
                $0.expires = ground.date(100)
            }
            try await body(ground, id)
            let next = try await ground.insert(unique("k", .rejectNew, on: ground))
            guard case .inserted = next else { throw ground.failure("The key is not free: \(next)") }
        }
    }
}
