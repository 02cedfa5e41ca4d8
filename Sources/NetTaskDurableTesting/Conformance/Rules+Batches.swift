import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    private static let done = TaskRunEnd.succeeded(reply: nil)

    static let batches: [TaskStoreRule] = [
        TaskStoreRule("Ends several runs at once, and returns a result for each") { ground in
            let (first, second, third) = (try await ground.add(), try await ground.add(), try await ground.add())
            let leases = try await ground.claim().map(\.lease)
            try ground.expect(leases.map(\.id), [first, second, third], "what is claimed")
            let dependent = try await ground.add(after: third)
            _ = try await ground.cancel(second)
            let ends = [
                TaskEnd(leases[0], done), TaskEnd(leases[1], done),
                TaskEnd(leases[2], .died(error: "e", reason: .abandoned)),
            ]
            let answers = try await ground.store.end(ends, now: ground.date(0))
            try ground.expect(answers, [[], nil, [dependent]], "the answers")
            let states = try await ground.states(first, second, third, dependent)
            try ground.expect(states, [.succeeded, .cancelled, .dead, .cancelled], "the states")
        },
        TaskStoreRule("A task that depends on two tasks is unblocked when both end at once") { ground in
            let (first, second) = (try await ground.add(), try await ground.add())
            let dependent = try await ground.add(after: first, second)
            let leases = try await ground.claim().map(\.lease)
            _ = try await ground.store.end(leases.map { TaskEnd($0, done) }, now: ground.date(0))
            try await ground.expectClaims([dependent])
        },
        TaskStoreRule("A lease ends one run, even if a call contains it twice") { ground in
            let lease = try await ground.begin(try await ground.add())
            let ends = [TaskEnd(lease, done), TaskEnd(lease, .died(error: "e", reason: .abandoned))]
            let answers = try await ground.store.end(ends, now: ground.date(0))
            try ground.expect(answers, [[], nil], "the answers")
            try ground.expect(try await ground.states(lease.id), [.succeeded], "the state")
        },
        TaskStoreRule("The history contains the number of attempts of each run") { ground in
            let lease = try await ground.begin(try await ground.add())
            _ = try await ground.store.end([TaskEnd(lease, done, attemptCount: 4)], now: ground.date(0))
            try ground.expect(try await ground.store.runs(of: lease.id).map(\.attemptCount), [4], "the attempts")
        },
        TaskStoreRule("Returns tasks by their ids: each once, in the order of ids, without unknown ids") { ground in
            let (first, second) = (try await ground.add(), try await ground.add())
            let unknown = DurableTaskID(rawValue: second.rawValue + 1_000)
            let tasks = try await ground.store.tasks([second, unknown, first, second])
            try ground.expect(tasks.map(\.id), [first, second], "the tasks")
            try ground.expect(try await ground.store.tasks([DurableTaskID]()).count, 0, "the number of none")
        },
        TaskStoreRule("B45: if several owners claim at once, each task is handed out to one of them") { ground in
            var ids: Set<DurableTaskID> = []
            for _ in 0..<60 { ids.insert(try await ground.add()) }
            let owners = [ground, try await ground.another(), try await ground.another()]
            let claimed = try await withThrowingTaskGroup(of: [DurableTaskID].self) { group in
                for owner in owners {
                    group.addTask {
                        var mine: [DurableTaskID] = []
                        while true {
                            let ids = try await owner.claim(3).map(\.task.id)
                            mine += ids
                            if ids.isEmpty { return mine }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            // A claim may have skipped tasks that another claim held for a moment.
            let rest = try await ground.claim(60).map(\.task.id)
            try ground.expect((claimed + rest).sorted(), ids.sorted(), "what was claimed")
        },
    ]
}
