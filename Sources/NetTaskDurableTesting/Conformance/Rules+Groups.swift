import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let groups: [TaskStoreRule] = [
        TaskStoreRule("Tasks of a group run one at a time, in order of id, regardless of priority and date") { ground in
            let first = try await ground.add {
                $0.group = "g"; $0.notBefore = ground.date(5)
            }
            let second = try await ground.add {
                $0.group = "g"; $0.priority = .veryHigh
            }
            let third = try await ground.add { $0.group = "g" }
            try ground.expect(
                try await ground.states(first, second, third),
                [.waiting, .blocked, .blocked],
                "the states"
            )
            try await ground.expectClaims([], at: 4, "what is claimed before the date of the first")
            for id in [first, second, third] {
                let claimed = try await ground.claim(at: 5)
                try ground.expect(claimed.map(\.task.id), [id], "what is claimed of the group")
                try await ground.expectClaims([], at: 5, "what is claimed beside it")
                try await ground.end(claimed[0].lease, .succeeded(reply: nil), at: 5)
            }
        },
        TaskStoreRule("A task that loses its lease waits for an earlier, retried dead letter of its group") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            try await ground.run(first, .died(error: "e", reason: .abandoned))
            let other = try await ground.another()
            _ = try await other.begin(second)
            _ = try await ground.store.retry([first], now: ground.date(0))
            await other.store.close()
            _ = try await ground.store.recover(now: ground.date(0))
            try ground.expect(try await ground.states(first, second), [.waiting, .blocked], "the states")
        },
        TaskStoreRule("Groups do not keep each other waiting") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "h" }
            let third = try await ground.add()
            try await ground.expectClaims([first, second, third])
        },
        next("succeeded") { ground, id in try await ground.run(id) },
        next("died") { ground, id in try await ground.run(id, .died(error: "e", reason: .abandoned)) },
        next("ended its run as cancelled") { ground, id in try await ground.run(id, .cancelled(reason: "r")) },
        next("was cancelled") { ground, id in _ = try await ground.cancel(id) },
        next("was cancelled in the middle of a run") { ground, id in
            _ = try await ground.begin(id)
            _ = try await ground.cancel(id)
        },
        next("was dropped") { ground, id in _ = try await ground.store.drop([id], now: ground.date(0)) },
        next("expired") { ground, _ in _ = try await ground.store.expire(now: ground.date(100)) },
        next("lost its third lease") { ground, id in
            for _ in 0..<3 { _ = try await ground.lose(id) }
        },
        TaskStoreRule("The next task of a group runs after the previous one is cancelled by a dependency") { ground in
            let other = try await ground.add()
            let first = try await ground.add {
                $0.group = "g"; $0.dependencies = [TaskDependency(other)]
            }
            let second = try await ground.add { $0.group = "g" }
            try ground.expect(try await ground.states(first, second), [.blocked, .blocked], "the states at first")
            try await ground.run(other, .died(error: "e", reason: .abandoned))
            try await ground.expectClaims([second])
        },
        TaskStoreRule("Cancelling a blocked task of a group does not change the order of the others") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            let third = try await ground.add { $0.group = "g" }
            _ = try await ground.cancel(second)
            try ground.expect(try await ground.states(first, third), [.waiting, .blocked], "the states")
            try await ground.run(first)
            try await ground.expectClaims([third])
        },
        TaskStoreRule("While a task of a group waits for its next run, the others stay blocked") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            try await ground.run(first, .failed(error: "e", next: .after(.seconds(60)), priority: .veryLow))
            try await ground.expectClaims([], at: 59)
            try await ground.run(first, .postponed(reason: "r", until: .after(.seconds(60))), at: 60)
            try await ground.run(first, .returned, at: 120)
            try await ground.run(first, at: 120)
            try await ground.expectClaims([second], at: 120)
        },
        TaskStoreRule("A retried dead letter of a group runs before the waiting tasks") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            try await ground.run(first, .died(error: "e", reason: .abandoned))
            _ = try await ground.store.retry([first], now: ground.date(0))
            try await ground.run(first)
            try await ground.expectClaims([second])
        },
        TaskStoreRule("A retried dead letter of a group does not run at the same time as another task") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            try await ground.run(first, .died(error: "e", reason: .abandoned))
            let lease = try await ground.begin(second)
            _ = try await ground.store.retry([first], now: ground.date(0))
            try await ground.expectClaims([], "what is claimed beside the one that runs")
            try await ground.end(lease, .succeeded(reply: nil))
            try await ground.expectClaims([first])
        },
        TaskStoreRule("A task that is added to a group of ended tasks is due immediately") { ground in
            try await ground.run(try await ground.add { $0.group = "g" })
            let second = try await ground.add { $0.group = "g" }
            try await ground.expectClaims([second])
        },
    ]

    private static func next(
        _ end: String,
        _ body: @escaping @Sendable (TaskStoreGround, DurableTaskID) async throws -> Void
    ) -> TaskStoreRule {
        TaskStoreRule("The next task of a group runs once the previous one \(end)") { ground in
            let first = try await ground.add {
                $0.group = "g"; $0.expires = ground.date(100)
            }
            let second = try await ground.add { $0.group = "g" }
            let third = try await ground.add { $0.group = "g" }
            try await body(ground, first)
            try ground.expect(try await ground.states(second, third), [.waiting, .blocked], "the states then")
            try await ground.expectClaims([second], at: 100)
        }
    }
}
