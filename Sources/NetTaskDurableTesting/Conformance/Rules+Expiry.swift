import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let expiry: [TaskStoreRule] = [
        TaskStoreRule("No run starts at or after the date of expiry") { ground in
            _ = try await ground.add { $0.expires = ground.date(10) }
            let late = try await ground.add { $0.expires = ground.date(10.001) }
            try await ground.expectClaims([late], at: 10)
            try await ground.expectClaims([], at: 11)
        },
        TaskStoreRule("A run can start until just before the task expires") { ground in
            let id = try await ground.add { $0.expires = ground.date(10) }
            try ground.expect(try await ground.store.expire(now: ground.date(9.999)), [], "what expires before")
            try await ground.expectClaims([id], at: 9.999)
        },
        TaskStoreRule("Waiting and blocked tasks become dead letters when they expire") { ground in
            let waiting = try await ground.add {
                $0.expires = ground.date(10); $0.notBefore = ground.date(100)
            }
            let other = try await ground.add("other")
            let blocked = try await ground.add {
                $0.expires = ground.date(10)
                $0.dependencies = [TaskDependency(other)]
            }
            try ground.expectSet(
                try await ground.store.expire(now: ground.date(10)),
                [waiting, blocked],
                "what expires"
            )
            for id in [waiting, blocked] {
                let task = try await ground.task(id)
                try ground.expect(task.state, .dead, "the state")
                try ground.expect(task.deathReason, .expired, "the reason")
                try ground.expect(task.endedAt, ground.date(10), "the date of the end")
                try ground.expect(task.task.payload, Data("payload".utf8), "the payload")
            }
            try ground.expect(try await ground.states(other), [.waiting], "the state of a task that does not expire")
            try ground.expect(try await ground.store.expire(now: ground.date(11)), [], "what expires again")
        },
        TaskStoreRule("Running and ended tasks do not expire") { ground in
            let done = try await ground.add { $0.expires = ground.date(10) }
            try await ground.run(done)
            let running = try await ground.add { $0.expires = ground.date(10) }
            let lease = try await ground.begin(running)
            try ground.expect(try await ground.store.expire(now: ground.date(11)), [], "what expires")
            try ground.expect(try await ground.states(done, running), [.succeeded, .running], "the states")
            try await ground.end(lease, .failed(error: "e", next: .after(.zero), priority: .normal), at: 12)
            try await ground.expectClaims([], at: 12, "what is claimed after its run")
            try ground.expect(try await ground.store.expire(now: ground.date(12)), [running], "what expires then")
        },
        TaskStoreRule("Tasks with the same expiry date all expire, even if one depends on another") { ground in
            let first = try await ground.add { $0.expires = ground.date(10) }
            let second = try await ground.add {
                $0.expires = ground.date(10)
                $0.dependencies = [TaskDependency(first)]
            }
            try ground.expectSet(try await ground.store.expire(now: ground.date(10)), [first, second], "what expires")
            try ground.expect(try await ground.states(first, second), [.dead, .dead], "the states")
        },
    ]
}
