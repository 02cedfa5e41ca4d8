import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let reopening: [TaskStoreRule] = [
        TaskStoreRule("B36: a reopened store has the same tasks, states, counts, dates and histories") {
            ground in
            let failing = try await ground.add { $0.tags = ["t"] }
            try await ground.run(failing, .failed(error: "no", next: .after(.milliseconds(5_250)), priority: .low))
            let started = try await ground.add()
            let start = Data("start".utf8)
            try await ground.run(started, .postponed(reason: "not over", until: .after(.seconds(9)), reply: start))
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "dead", reason: .abandoned))
            let done = try await ground.add()
            try await ground.run(done, .succeeded(reply: Data("reply".utf8)))
            let cancelled = try await ground.add {
                $0.group = "g"; $0.notBefore = ground.date(99)
            }
            _ = try await ground.add { $0.group = "g" }
            _ = try await ground.cancel(cancelled)
            let lost = try await ground.add {
                $0.uniqueness = TaskUniqueness(key: "k", policy: .coalesce); $0.priority = .high
            }
            _ = try await ground.lose(lost)
            _ = try await ground.add(after: failing, lost)
            let tasks = try await ground.all()
            let counts = Set(try await ground.store.counts())
            var runs: [[TaskRun]] = []
            for task in tasks { runs.append(try await ground.store.runs(of: task.id)) }
            await ground.store.close()
            let again = try await ground.another()
            try ground.expect(try await again.all(), tasks, "the tasks")
            try ground.expect(Set(try await again.store.counts()), counts, "the counts")
            for (task, expected) in zip(tasks, runs) {
                try ground.expect(try await again.store.runs(of: task.id), expected, "the history of \(task.id)")
            }
        },
        TaskStoreRule("B36: a reopened store hands out tasks in the same order, at the same dates") { ground in
            let later = try await ground.add { $0.notBefore = ground.date(60) }
            let low = try await ground.add { $0.priority = .low }
            let failing = try await ground.add()
            try await ground.run(failing, .failed(error: "no", next: .after(.seconds(5)), priority: .normal))
            let first = try await ground.add()
            let second = try await ground.add()
            let blocked = try await ground.add(after: second)
            await ground.store.close()
            let again = try await ground.another()
            let claimed = try await again.claim()
            try ground.expect(claimed.map(\.task.id), [first, second, low], "what is due at once")
            try await again.expectClaims([], at: 4.999)
            try await again.expectClaims([failing], at: 5)
            try await again.end(claimed[1].lease, .succeeded(reply: nil), at: 6)
            try await again.expectClaims([blocked], at: 6)
            try await again.expectClaims([later], at: 60)
        },
        TaskStoreRule("B36: a reopened store has the same keys, groups and dependencies") { ground in
            let first = try await ground.add {
                $0.uniqueness = TaskUniqueness(key: "k", policy: .coalesce); $0.group = "g"
            }
            await ground.store.close()
            let again = try await ground.another()
            let other = ground.new { $0.uniqueness = TaskUniqueness(key: "k", policy: .coalesce) }
            try ground.expect(try await again.insert(other), .kept(first), "the result for a second task with its key")
            let second = try await again.add { $0.group = "g" }
            let third = try await again.add(after: first)
            try ground.expect(try await again.states(second, third), [.blocked, .blocked], "the states")
            try await again.run(first)
            try await again.expectClaims([second, third])
        },
        TaskStoreRule("An id is never reused, even after its task was dropped and the store reopened") {
            ground in
            let first = try await ground.add()
            _ = try await ground.store.drop([first], now: ground.date(0))
            let second = try await ground.add()
            try ground.expect(first < second, "\(second) comes after \(first), and is not greater")
            _ = try await ground.store.drop([second], now: ground.date(0))
            await ground.store.close()
            let third = try await ground.another().add()
            try ground.expect(second < third, "\(third) comes after \(second), and is not greater")
        },
        TaskStoreRule("B37: leases held when the store was closed are taken back when it is reopened") { ground in
            let id = try await ground.add()
            _ = try await ground.begin(id)
            await ground.store.close()
            let again = try await ground.another()
            _ = try await again.store.recover(now: ground.date(1))
            try ground.expect(try await again.task(id).lostLeaseCount, 1, "the number of lost leases")
            try await again.expectClaims([id], at: 1)
        },
    ]
}
