import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let cancelling: [TaskStoreRule] = [
        TaskStoreRule("Cancels waiting, blocked and running tasks, keeps the reason and removes the payload") {
            ground in
            let running = try await ground.add()
            _ = try await ground.begin(running, at: 1)
            let waiting = try await ground.add { $0.notBefore = ground.date(60) }
            let other = try await ground.add("other")
            let blocked = try await ground.add(after: other)
            try ground.expectSet(
                try await ground.cancel(running, waiting, blocked, at: 2),
                [running, waiting, blocked],
                "what is cancelled"
            )
            for id in [running, waiting, blocked] {
                let task = try await ground.task(id)
                try ground.expect(task.state, .cancelled, "the state")
                try ground.expect(task.cancellation, "a reason", "the reason")
                try ground.expect(task.endedAt, ground.date(2), "the date of the end")
                try ground.expect(task.task.payload, Data(), "the payload")
            }
            let runs = try await ground.store.runs(of: running)
            try ground.expect(runs.map(\.outcome), [.cancelled], "the history")
            try ground.expect(runs.map(\.endedAt), [ground.date(2)], "the end of the run")
            try await ground.expectClaims([], at: 100)
        },
        TaskStoreRule("Cancelling does not change ended and unknown tasks") { ground in
            let done = try await ground.add()
            try await ground.run(done, .succeeded(reply: Data("r".utf8)))
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "e", reason: .abandoned))
            let cancelled = try await ground.add()
            _ = try await ground.cancel(cancelled)
            let before = try await ground.all()
            let unknown = DurableTaskID(rawValue: cancelled.rawValue + 1_000_000)
            try ground.expect(try await ground.cancel(done, dead, cancelled, unknown, at: 9), [], "what is cancelled")
            try ground.expect(try await ground.all(), before, "the tasks")
        },
        TaskStoreRule("Cancelling a task and its dependent reports each of them once") { ground in
            let first = try await ground.add()
            let second = try await ground.add(after: first)
            try ground.expectSet(try await ground.cancel(second, first, second), [first, second], "what is cancelled")
        },
    ]

    static let dropping: [TaskStoreRule] = [
        TaskStoreRule("A task in any state can be dropped, together with its history") { ground in
            let done = try await ground.add()
            try await ground.run(done)
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "e", reason: .undecodable))
            let running = try await ground.add()
            _ = try await ground.begin(running)
            let waiting = try await ground.add { $0.notBefore = ground.date(60) }
            let other = try await ground.add("other")
            let blocked = try await ground.add(after: other)
            let ids = [done, dead, running, waiting, blocked]
            let unknown = DurableTaskID(rawValue: blocked.rawValue + 1_000_000)
            try ground.expectSet(
                try await ground.store.drop(ids + [unknown, done], now: ground.date(0)),
                ids,
                "what is dropped"
            )
            for id in ids {
                try ground.expect(try await ground.store.task(id), nil, "the task")
                try ground.expect(try await ground.store.runs(of: id), [], "the history")
            }
            try ground.expect(try await ground.all().map(\.id), [other], "what is left")
            try await ground.expectClaims([], at: 100)
        },
        TaskStoreRule("Dropping a succeeded task does not change its dependents") { ground in
            let first = try await ground.add()
            let second = try await ground.add(after: first)
            try await ground.run(first)
            try ground.expect(try await ground.store.drop([first], now: ground.date(0)), [first], "what ended")
            try await ground.expectClaims([second])
        },
    ]

    static let priorities: [TaskStoreRule] = [
        TaskStoreRule("A changed priority takes effect at the next claim") { ground in
            let first = try await ground.add()
            let second = try await ground.add()
            let third = try await ground.add(after: second)
            try await ground.store.setPriority(.veryHigh, of: [second, third])
            try ground.expect(try await ground.task(second).priority, .veryHigh, "the priority")
            try ground.expect(try await ground.task(second).task.priority, .normal, "the priority it began with")
            try await ground.run(second)
            try await ground.expectClaims([third, first])
        },
        TaskStoreRule("The priority of an ended task does not change") { ground in
            let succeeded = try await ground.add()
            try await ground.run(succeeded)
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "e", reason: .abandoned))
            let cancelled = try await ground.add()
            _ = try await ground.cancel(cancelled)
            let before = try await ground.all()
            let unknown = DurableTaskID(rawValue: cancelled.rawValue + 1_000_000)
            try await ground.store.setPriority(.low, of: [succeeded, dead, cancelled, unknown])
            try ground.expect(try await ground.all(), before, "the tasks")
        },
    ]
}
