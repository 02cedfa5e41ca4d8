import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let retention: [TaskStoreRule] = [
        TaskStoreRule("Succeeded and cancelled tasks are removed after their retention period, dead letters later") {
            ground in
            let done = try await ground.add()
            try await ground.run(done)
            let cancelled = try await ground.add()
            _ = try await ground.cancel(cancelled)
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "e", reason: .exhausted))
            let newer = try await ground.add()
            try await ground.run(newer, at: 50)
            let rule = TaskRetention(ended: .seconds(100), dead: .seconds(200))
            try ground.expect(try await ground.store.prune(rule, now: ground.date(99)), 0, "the number before")
            try ground.expect(try await ground.store.prune(rule, now: ground.date(100)), 2, "the number after 100 s")
            try ground.expect(try await ground.all().map(\.id), [dead, newer], "what is left")
            try ground.expect(try await ground.store.runs(of: done), [], "the history of what is gone")
            try ground.expect(try await ground.store.prune(rule, now: ground.date(200)), 2, "the number after 200 s")
            try ground.expect(try await ground.all(), [], "what is left at the end")
        },
        TaskStoreRule("The newest ended tasks and dead letters are kept, up to the limit") { ground in
            var done: [DurableTaskID] = []
            var dead: [DurableTaskID] = []
            for time in 0..<6 {
                done.append(try await ground.add())
                try await ground.run(done[time], at: TimeInterval(time))
                dead.append(try await ground.add())
                try await ground.run(dead[time], .died(error: "e", reason: .exhausted), at: TimeInterval(time))
            }
            let count = try await ground.store.prune(TaskRetention(maxCount: 2), now: ground.date(6))
            try ground.expect(count, 8, "the number of removed ones")
            try ground.expectSet(try await ground.all().map(\.id), Array(done[4...] + dead[4...]), "what is left")
        },
        TaskStoreRule("B40: dead letters that could not be decoded are kept, regardless of the retention") { ground in
            let id = try await ground.add()
            try await ground.run(id, .died(error: "e", reason: .undecodable))
            let rule = TaskRetention(ended: .zero, dead: .zero, maxCount: 0)
            try ground.expect(
                try await ground.store.prune(rule, now: ground.date(1e9)),
                0,
                "the number of removed ones"
            )
            try ground.expect(try await ground.states(id), [.dead], "the state")
        },
        TaskStoreRule("Tasks that have not ended are kept, regardless of the retention") { ground in
            let running = try await ground.add()
            _ = try await ground.begin(running)
            let waiting = try await ground.add { $0.notBefore = ground.date(60) }
            let blocked = try await ground.add(after: running)
            let rule = TaskRetention(ended: .zero, dead: .zero, maxCount: 0)
            try ground.expect(
                try await ground.store.prune(rule, now: ground.date(1e9)),
                0,
                "the number of removed ones"
            )
            try ground.expect(try await ground.all().map(\.id), [running, waiting, blocked], "what is left")
        },
        TaskStoreRule("Removing a task does not change its dependents") { ground in
            let first = try await ground.add()
            let second = try await ground.add(after: first)
            try await ground.run(first)
            _ = try await ground.store.prune(TaskRetention(ended: .zero), now: ground.date(10))
            try ground.expect(try await ground.all().map(\.id), [second], "what is left")
            try await ground.expectClaims([second], at: 10)
        },
    ]
}
