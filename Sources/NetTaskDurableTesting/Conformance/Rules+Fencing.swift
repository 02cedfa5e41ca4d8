import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let fencing: [TaskStoreRule] = [
        TaskStoreRule("Each claim of a task has a different token") { ground in
            let id = try await ground.add()
            var tokens: Set<Int64> = []
            for _ in 0..<5 {
                let lease = try await ground.begin(id)
                tokens.insert(lease.token)
                try await ground.end(lease, .returned)
            }
            try ground.expect(tokens.count, 5, "the number of different tokens")
        },
        TaskStoreRule("B45: reports which of several leases are no longer held") { ground in
            let first = try await ground.begin(try await ground.add())
            let second = try await ground.begin(try await ground.add())
            let third = try await ground.begin(try await ground.add())
            _ = try await ground.cancel(second.id)
            let lost = try await ground.store.renew([third, second, first], now: ground.date(0))
            try ground.expect(lost, [second], "the leases that are lost")
            try await ground.end(first, .succeeded(reply: nil))
            try await ground.end(third, .succeeded(reply: nil))
        },
        fencing("after it was ended") { ground, _, lease in
            try await ground.end(lease, .succeeded(reply: Data("reply".utf8)))
        },
        fencing("after the task was claimed again") { ground, id, lease in
            try await ground.end(lease, .returned)
            _ = try await ground.begin(id)
        },
        fencing("after the task was put off") { ground, _, lease in
            try await ground.end(lease, .failed(error: "e", next: .after(.seconds(5)), priority: .normal))
        },
        fencing("after the task was cancelled") { ground, id, _ in
            _ = try await ground.cancel(id)
        },
        fencing("after the task was dropped") { ground, id, _ in
            _ = try await ground.store.drop([id], now: ground.date(0))
        },
        fencing("after another has taken the place of the task") { ground, _, _ in
            let insertion = try await ground.insert(
                ground.new { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
            )
            guard case .replaced = insertion else { throw ground.failure("It was not replaced: \(insertion)") }
        },
        fencing("after the task was retried and claimed again") { ground, id, lease in
            try await ground.end(lease, .died(error: "e", reason: .abandoned))
            _ = try await ground.store.retry([id], now: ground.date(0))
            _ = try await ground.begin(id)
        },
        TaskStoreRule("A lease that was taken back has no effect") { ground in
            let id = try await ground.add()
            let other = try await ground.another()
            let lease = try await other.begin(id)
            await other.store.close()
            _ = try await ground.store.recover(now: ground.date(0))
            _ = try await ground.begin(id)
            try await changesNothing(lease, on: ground)
        },
        TaskStoreRule("A token that was never issued has no effect") { ground in
            let lease = try await ground.begin(try await ground.add())
            try await changesNothing(TaskLease(id: lease.id, token: lease.token + 1), on: ground)
            try await changesNothing(TaskLease(id: DurableTaskID(rawValue: 1 << 62), token: lease.token), on: ground)
        },
    ]

    private static func fencing(
        _ moment: String,
        _ body: @escaping @Sendable (TaskStoreGround, DurableTaskID, TaskLease) async throws -> Void
    ) -> TaskStoreRule {
        TaskStoreRule("A lease has no effect \(moment)") { ground in
            let id = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
            let lease = try await ground.begin(id)
            try await body(ground, id, lease)
            try await changesNothing(lease, on: ground)
        }
    }

    private static func changesNothing(_ lease: TaskLease, on ground: TaskStoreGround) async throws {
        let tasks = try await ground.all()
        let runs = try await ground.store.runs(of: lease.id)
        let ends: [TaskRunEnd] = [
            .succeeded(reply: Data("other".utf8)), .failed(error: "x", next: .after(.seconds(9)), priority: .low),
            .died(error: "x", reason: .exhausted), .postponed(reason: "x", until: .after(.seconds(9))), .returned,
            .cancelled(reason: "x"),
        ]
        for end in ends {
            let answer = try await ground.endIfHeld(lease, end, at: 1)
            try ground.expect(answer, nil, "what an end by a lease that is not held gives")
            try ground.expect(try await ground.all(), tasks, "the tasks after \(end) by a lease that is not held")
            try ground.expect(try await ground.store.runs(of: lease.id), runs, "the history")
        }
        let lost = try await ground.store.renew([lease], now: ground.date(1))
        try ground.expect(lost, [lease], "what cannot be renewed")
    }
}
