import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let recovery: [TaskStoreRule] = [
        TaskStoreRule("B37: the lease of an owner that has ended is taken back, and the run counts") { ground in
            let id = try await ground.add()
            let other = try await ground.another()
            _ = try await other.begin(id, at: 1)
            await other.store.close()
            try await ground.expectClaims([], at: 2, "what is claimed before")
            try ground.expect(try await ground.store.recover(now: ground.date(2)), [], "what ended by it")
            let task = try await ground.task(id)
            try ground.expect(task.state, .waiting, "the state")
            try ground.expect(task.runCount, 1, "the number of runs")
            try ground.expect(task.lostLeaseCount, 1, "the number of lost leases")
            try ground.expect(task.task.payload, Data("payload".utf8), "the payload")
            let runs = try await ground.store.runs(of: id)
            try ground.expect(runs.map(\.outcome), [.lost], "the history")
            try ground.expect(runs.map(\.endedAt), [ground.date(2)], "the end of the run")
            let claimed = try await ground.claim(at: 2)
            try ground.expect(claimed.map(\.task.runCount), [2], "the number of runs of the next claim")
        },
        TaskStoreRule("The lease of another active owner is not taken back") { ground in
            let id = try await ground.add()
            let other = try await ground.another()
            let lease = try await other.begin(id)
            let before = try await ground.task(id)
            try ground.expect(try await ground.store.recover(now: ground.date(1_000_000)), [], "what ended")
            try ground.expect(try await ground.task(id), before, "the task")
            try await ground.expectClaims([], at: 1_000_000)
            try await other.end(lease, .succeeded(reply: nil), at: 1_000_000)
        },
        TaskStoreRule("An owner's own leases are not taken back") { ground in
            let lease = try await ground.begin(try await ground.add())
            try ground.expect(try await ground.store.recover(now: ground.date(1)), [], "what ended")
            try await ground.end(lease, .succeeded(reply: nil))
        },
        TaskStoreRule("Of several owners, only the leases of owners that have ended are taken back") { ground in
            let first = try await ground.add()
            let second = try await ground.add()
            let dead = try await ground.another()
            let living = try await ground.another()
            _ = try await dead.begin(first)
            _ = try await living.begin(second)
            await dead.store.close()
            _ = try await ground.store.recover(now: ground.date(1))
            try ground.expect(try await ground.states(first, second), [.waiting, .running], "the states")
        },
        TaskStoreRule("A task becomes a dead letter as crashed after its third lost lease, and not before") { ground in
            let id = try await ground.add { $0.durability.maxRunCount = .max }
            for count in 1...2 {
                try ground.expect(try await ground.lose(id), [], "what ended after \(count) lost leases")
                try ground.expect(try await ground.task(id).lostLeaseCount, count, "the number of lost leases")
                try ground.expect(try await ground.states(id), [.waiting], "the state")
            }
            try ground.expect(try await ground.lose(id, at: 3), [id], "what ended after the third")
            let task = try await ground.task(id)
            try ground.expect(task.state, .dead, "the state")
            try ground.expect(task.deathReason, .crashed, "the reason")
            try ground.expect(task.lostLeaseCount, 3, "the number of lost leases")
            try ground.expect(task.endedAt, ground.date(3), "the date of the end")
            try ground.expect(task.task.payload, Data("payload".utf8), "the payload")
            try ground.expect(try await ground.store.runs(of: id).map(\.outcome), [.lost, .lost, .lost], "the history")
        },
        TaskStoreRule("Runs that end in another way do not reset the number of lost leases") { ground in
            let id = try await ground.add()
            _ = try await ground.lose(id)
            try await ground.run(id, .failed(error: "e", next: .after(.zero), priority: .normal))
            _ = try await ground.lose(id)
            try ground.expect(try await ground.lose(id), [id], "what ended with the third")
        },
        TaskStoreRule("B37: losing the last permitted run ends the task as exhausted") { ground in
            let id = try await ground.add { $0.durability.maxRunCount = 2 }
            try await ground.run(id, .failed(error: "e", next: .after(.zero), priority: .normal))
            try ground.expect(try await ground.lose(id), [id], "what ended")
            let task = try await ground.task(id)
            try ground.expect(task.state, .dead, "the state")
            try ground.expect(task.deathReason, .exhausted, "the reason")
            try ground.expect(task.runCount, 2, "the number of runs")
        },
    ]
}
