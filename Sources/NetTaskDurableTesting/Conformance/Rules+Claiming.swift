import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let claiming: [TaskStoreRule] = [
        TaskStoreRule("Hands out the highest priority first") { ground in
            var ids: [DurableTaskID] = []
            for priority in [NetTaskPriority.low, .veryHigh, .normal, .veryLow, .high] {
                ids.append(try await ground.add { $0.priority = priority })
            }
            try await ground.expectClaims([ids[1], ids[4], ids[2], ids[0], ids[3]])
        },
        TaskStoreRule("Hands out tasks of equal priority in the order of their due dates") { ground in
            let times: [TimeInterval] = [40, 10, 20, 30]
            var ids: [DurableTaskID] = []
            for (kind, time) in zip(["a", "b", "a", "b"], times) {
                ids.append(try await ground.add(kind) { $0.notBefore = ground.date(time) })
            }
            let claimed = try await ground.claim(10, ["a", "b"], at: 40).map(\.task.id)
            try ground.expect(claimed, [ids[1], ids[2], ids[3], ids[0]], "what is claimed of two kinds")
        },
        TaskStoreRule("Hands out tasks with the same due date in the order of their ids") { ground in
            var ids: [DurableTaskID] = []
            for _ in 0..<12 {
                ids.append(try await ground.add { $0.notBefore = ground.date(1) })
            }
            try ground.expect(try await ground.claim(12, at: 2).map(\.task.id), ids, "what is claimed")
        },
        TaskStoreRule("B39: hands out no task before its due date, and each task at its due date") { ground in
            let later = try await ground.add {
                $0.notBefore = ground.date(60.5); $0.priority = .veryHigh
            }
            let now = try await ground.add()
            try await ground.expectClaims([now], "what is claimed before the date")
            try await ground.expectClaims([], at: 60.499, "what is claimed a millisecond before the date")
            try await ground.expectClaims([later], at: 60.5, "what is claimed at the date")
        },
        TaskStoreRule("Hands out at most the requested number of tasks, and the others at the next claim") { ground in
            var ids: [DurableTaskID] = []
            for _ in 0..<5 {
                ids.append(try await ground.add())
            }
            try ground.expect(try await ground.claim(0).map(\.task.id), [], "what a limit of 0 gives")
            try ground.expect(try await ground.claim(2).map(\.task.id), Array(ids[..<2]), "the first two")
            try ground.expect(try await ground.claim(2).map(\.task.id), Array(ids[2..<4]), "the next two")
            try ground.expect(try await ground.claim(2).map(\.task.id), Array(ids[4...]), "the last one")
            try ground.expect(try await ground.claim(2).map(\.task.id), [], "what is left")
        },
        TaskStoreRule("B40: does not hand out tasks of other kinds, even if they are first") { ground in
            let other = try await ground.add("other") { $0.priority = .veryHigh }
            let own = try await ground.add()
            try await ground.expectClaims([own])
            try ground.expect(try await ground.states(other), [.waiting], "the state of the other kind")
            try ground.expect(try await ground.claim(5, []).count, 0, "the number of claimed tasks of no kind")
            try ground.expect(try await ground.claim(5, ["a", "other"]).map(\.task.id), [other], "both kinds")
        },
        TaskStoreRule("Does not hand out tasks whose requirements are not met") { ground in
            let network = try await ground.add {
                $0.requirements = .network; $0.priority = .high
            }
            let both = try await ground.add { $0.requirements = [.network, .power] }
            let none = try await ground.add()
            try await ground.expectClaims([none])
            try ground.expect(
                try await ground.claim(fulfilled: [.network, .unmeteredNetwork]).map(\.task.id),
                [network],
                "what is claimed with a network"
            )
            try ground.expect(
                try await ground.claim(fulfilled: [.network, .power]).map(\.task.id),
                [both],
                "what is claimed with power too"
            )
        },
        TaskStoreRule("B36: counts a run, and adds it to the history, before it hands out the task") { ground in
            let id = try await ground.add()
            let claimed = try await ground.claim(at: 7)
            try ground.expect(claimed.count, 1, "the number of claimed tasks")
            let stored = try await ground.task(id)
            try ground.expect(stored.state, .running, "the state")
            try ground.expect(stored.runCount, 1, "the number of runs")
            try ground.expect(claimed[0].task, stored, "the claimed task")
            try ground.expect(claimed[0].lease.id, id, "the id of the lease")
            let run = TaskRun(number: 1, startedAt: ground.date(7))
            try ground.expect(try await ground.store.runs(of: id), [run], "the history")
        },
        TaskStoreRule("Hands out no task that has ended, regardless of how it ended") { ground in
            try await ground.run(try await ground.add(), .succeeded(reply: nil))
            try await ground.run(try await ground.add(), .died(error: "e", reason: .abandoned))
            try await ground.run(try await ground.add(), .cancelled(reason: "r"))
            try await ground.expectClaims([], at: 1_000_000)
        },
        TaskStoreRule("Finds a task that can be claimed behind a thousand tasks that cannot") { ground in
            let batch = (0..<1_000).map { number in
                ground.new(number % 2 == 0 ? "other" : "a") {
                    $0.priority = .veryHigh
                    $0.requirements = .power
                }
            }
            _ = try await ground.store.insert(batch, now: ground.date(0))
            let id = try await ground.add { $0.priority = .veryLow }
            try await ground.expectClaims([id])
        },
    ]

    static let suspects: [TaskStoreRule] = [
        TaskStoreRule("B45: hands out all tasks with one lost lease together") { ground in
            let ids = [try await ground.add(), try await ground.add(), try await ground.add()]
            try await ground.loseAll()
            try ground.expect(try await ground.claim(suspects: 0).map(\.task.id), ids, "what is claimed")
        },
        TaskStoreRule("Hands out tasks with two lost leases one at a time, together with other tasks") { ground in
            let first = try await ground.add()
            let second = try await ground.add()
            for _ in 1...2 { try await ground.loseAll() }
            let third = try await ground.add(at: 1)
            try ground.expect(try await ground.claim(suspects: 0, at: 1).map(\.task.id), [third], "with no suspects")
            let claimed = try await ground.claim(at: 1)
            try ground.expect(claimed.map(\.task.id), [first], "with one suspect")
            try await ground.end(claimed[0].lease, .succeeded(reply: nil), at: 1)
            try await ground.expectClaims([second], at: 1, "with one suspect again")
        },
        TaskStoreRule("Hands out the requested number of tasks with two lost leases") { ground in
            let ids = [try await ground.add(), try await ground.add(), try await ground.add()]
            for _ in 1...2 { try await ground.loseAll() }
            try ground.expect(try await ground.claim(suspects: 2).map(\.task.id), Array(ids[..<2]), "two suspects")
        },
    ]
}
