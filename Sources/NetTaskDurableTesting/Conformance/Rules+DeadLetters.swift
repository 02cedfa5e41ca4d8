import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let deadLetters: [TaskStoreRule] = [
        TaskStoreRule("A retried dead letter is due immediately, as if it had never run, and keeps its history") {
            ground in
            let id = try await ground.add { $0.priority = .high }
            try await ground.run(id, .failed(error: "no", next: .after(.seconds(60)), priority: .veryLow))
            try await ground.run(id, .died(error: "no", reason: .exhausted), at: 60)
            try ground.expect(try await ground.store.retry([id], now: ground.date(70)), [id], "what is retried")
            let task = try await ground.task(id)
            try ground.expect(task.state, .waiting, "the state")
            try ground.expect(task.runCount, 0, "the number of runs")
            try ground.expect(task.priority, .high, "the priority")
            try ground.expect(task.deathReason, nil, "the reason")
            try ground.expect(task.endedAt, nil, "the date of the end")
            try ground.expect(task.dueAt, ground.date(70), "the date")
            let claimed = try await ground.claim(suspects: 0, at: 70)
            try ground.expect(
                claimed.map(\.task.task.payload),
                [Data("payload".utf8)],
                "the payload of what is claimed"
            )
            let outcomes = try await ground.store.runs(of: id).map(\.outcome)
            try ground.expect(outcomes, [.failed, .died, .running], "the history")
        },
        TaskStoreRule("A dead letter keeps the reply that rejected it until it is retried") { ground in
            let id = try await ground.add()
            let reply = Data("reply".utf8)
            try await ground.run(id, .died(error: "no", reason: .abandoned, reply: reply))
            try ground.expect(try await ground.task(id).reply, reply, "the reply")
            _ = try await ground.store.retry([id], now: ground.date(1))
            try ground.expect(try await ground.task(id).reply, nil, "the reply of a task that runs again")
            try await ground.run(id, .died(error: "no", reason: .abandoned), at: 1)
            try ground.expect(try await ground.task(id).reply, nil, "the reply of a run without one")
        },
        TaskStoreRule("A retried dead letter keeps its idempotency key, unless it receives a new one") {
            ground in
            let kept = try await ground.add()
            let renewed = try await ground.add()
            let open = try await ground.add { $0.notBefore = ground.date(60) }
            for id in [kept, renewed] { try await ground.run(id, .died(error: "no", reason: .abandoned)) }
            let ids = [kept, renewed, open]
            var keys: [String] = []
            for id in ids { keys.append(try await ground.task(id).task.idempotencyKey) }
            let newKeys = [renewed: "new", open: "not new"]
            _ = try await ground.store.retry(ids, newKeys: newKeys, now: ground.date(1))
            var found: [String] = []
            for id in ids { found.append(try await ground.task(id).task.idempotencyKey) }
            try ground.expect(found, [keys[0], "new", keys[2]], "the keys")
            let claimed = try await ground.claim(at: 1).map(\.task.task.idempotencyKey)
            try ground.expect(Set(claimed), [keys[0], "new"], "the keys of what is claimed")
        },
        TaskStoreRule("Retrying a crashed task resets the number of its lost leases") { ground in
            let id = try await ground.add()
            for _ in 0..<3 { _ = try await ground.lose(id) }
            _ = try await ground.store.retry([id], now: ground.date(0))
            try ground.expect(try await ground.task(id).lostLeaseCount, 0, "the number of lost leases")
            _ = try await ground.lose(id)
            _ = try await ground.lose(id)
            try ground.expect(try await ground.states(id), [.waiting], "the state after two")
        },
        TaskStoreRule("Only dead letters are retried") { ground in
            let done = try await ground.add()
            try await ground.run(done)
            let cancelled = try await ground.add()
            _ = try await ground.cancel(cancelled)
            let running = try await ground.add()
            _ = try await ground.begin(running)
            let waiting = try await ground.add { $0.notBefore = ground.date(60) }
            let before = try await ground.all()
            let unknown = DurableTaskID(rawValue: waiting.rawValue + 1_000_000)
            try ground.expect(
                try await ground.store.retry([done, cancelled, running, waiting, unknown], now: ground.date(1)),
                [],
                "what is retried"
            )
            try ground.expect(try await ground.all(), before, "the tasks")
        },
        TaskStoreRule("A retried dead letter keeps its expiry date") { ground in
            let id = try await ground.add { $0.expires = ground.date(100) }
            try await ground.run(id, .died(error: "e", reason: .abandoned))
            _ = try await ground.store.retry([id], now: ground.date(50))
            try ground.expect(try await ground.task(id).task.expires, ground.date(100), "the date of expiry")
            try await ground.expectClaims([], at: 100)
            try ground.expect(try await ground.store.expire(now: ground.date(100)), [id], "what expires")
        },
    ]
}
