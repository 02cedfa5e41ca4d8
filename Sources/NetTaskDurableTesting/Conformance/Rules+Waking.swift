import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let waking: [TaskStoreRule] = [
        TaskStoreRule("B39: the next date is the due date of the first task that becomes due") { ground in
            try ground.expect(try await ground.next(), nil, "the date of an empty store")
            _ = try await ground.add {
                $0.notBefore = ground.date(60); $0.priority = .veryHigh
            }
            _ = try await ground.add { $0.notBefore = ground.date(30) }
            try ground.expect(try await ground.next(), ground.date(30), "the date")
            let now = try await ground.add()
            let date = try await ground.next()
            try ground.expect(date.map { $0 <= ground.date(0) }, true, "whether it is now")
            try await ground.run(now)
            try ground.expect(try await ground.next(), ground.date(30), "the date after the run")
        },
        TaskStoreRule("Tasks outside the claim do not affect the next date") { ground in
            _ = try await ground.add("other")
            _ = try await ground.add { $0.requirements = .power }
            let first = try await ground.add()
            _ = try await ground.add(after: first)
            _ = try await ground.add {
                $0.group = "g"; $0.notBefore = ground.date(500)
            }
            _ = try await ground.add { $0.group = "g" }
            _ = try await ground.begin(first)
            try ground.expect(try await ground.next(), ground.date(500), "the date")
            let date = try await ground.next(for: TaskClaim(limit: 1, kinds: ["a": 1], fulfilled: .power))
            try ground.expect(date, ground.date(0), "the date once there is power")
        },
        TaskStoreRule("Tasks with two lost leases do not affect the next date for claims without them") { ground in
            let id = try await ground.add()
            for _ in 1...2 { _ = try await ground.lose(id) }
            let claim = TaskClaim(limit: 1, kinds: ["a": 1], suspectLimit: 0)
            try ground.expect(try await ground.next(for: claim, at: 1), nil, "the date")
            let date = try await ground.next()
            try ground.expect(date.map { $0 <= ground.date(1) }, true, "whether it is now for one that takes some")
        },
        TaskStoreRule("The next date may be the expiry date of a task, even of another kind") { ground in
            let first = try await ground.add { $0.notBefore = ground.date(60) }
            _ = try await ground.add("other") { $0.expires = ground.date(50) }
            _ = try await ground.add {
                $0.expires = ground.date(40); $0.dependencies = [TaskDependency(first)]
            }
            try ground.expect(try await ground.next(), ground.date(40), "the date")
            _ = try await ground.store.expire(now: ground.date(40))
            try ground.expect(try await ground.next(), ground.date(50), "the date after that")
            _ = try await ground.store.expire(now: ground.date(50))
            try ground.expect(try await ground.next(), ground.date(60), "the date after all")
        },
        TaskStoreRule("The expiry dates of running and ended tasks do not affect the next date") { ground in
            let done = try await ground.add { $0.expires = ground.date(10) }
            try await ground.run(done)
            _ = try await ground.begin(try await ground.add { $0.expires = ground.date(10) })
            try ground.expect(try await ground.next(), nil, "the date")
        },
    ]
}
