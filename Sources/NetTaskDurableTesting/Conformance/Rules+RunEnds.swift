import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let runEnds: [TaskStoreRule] = [
        TaskStoreRule("A task that succeeds ends, and keeps its reply but not its payload") { ground in
            let id = try await ground.add()
            let lease = try await ground.begin(id, at: 1)
            try ground.expect(
                try await ground.end(lease, .succeeded(reply: Data("reply".utf8)), at: 2),
                [],
                "what ended with it"
            )
            let task = try await ground.task(id)
            try ground.expect(task.state, .succeeded, "the state")
            try ground.expect(task.reply, Data("reply".utf8), "the reply")
            try ground.expect(task.task.payload, Data(), "the payload")
            try ground.expect(task.endedAt, ground.date(2), "the date of the end")
            try ground.expect(task.runCount, 1, "the number of runs")
            try await expectRun(.succeeded, of: id, on: ground)
        },
        TaskStoreRule("A task that succeeds without a reply has no stored reply") { ground in
            let id = try await ground.add()
            try await ground.run(id)
            try ground.expect(try await ground.task(id).reply, nil, "the reply")
        },
        TaskStoreRule("A task whose run fails waits for the given time, with the given priority") {
            ground in
            let id = try await ground.add()
            let lease = try await ground.begin(id, at: 1)
            try await ground.end(lease, .failed(error: "no", next: .after(.seconds(10)), priority: .low), at: 2)
            let task = try await ground.task(id)
            try ground.expect(task.state, .waiting, "the state")
            try ground.expect(task.dueAt, ground.date(12), "the date")
            try ground.expect(task.priority, .low, "the priority")
            try ground.expect(task.task.priority, .normal, "the priority that it began with")
            try ground.expect(task.lastError, "no", "the error")
            try ground.expect(task.runCount, 1, "the number of runs")
            try ground.expect(task.task.payload, Data("payload".utf8), "the payload")
            try ground.expect(task.endedAt, nil, "the date of the end")
            try await expectRun(.failed, "no", of: id, on: ground)
            let other = try await ground.add(at: 11)
            try await ground.expectClaims([other], at: 11.999, "what is claimed before the date")
            try ground.expect(try await ground.claim(at: 12).first?.task.runCount, 2, "the number of runs then")
        },
        TaskStoreRule("A task whose run fails waits for the given date") { ground in
            let id = try await ground.add()
            try await ground.run(id, .failed(error: "no", next: .at(ground.date(50)), priority: .normal))
            try ground.expect(try await ground.task(id).dueAt, ground.date(50), "the date")
            try await ground.expectClaims([], at: 49)
            try await ground.expectClaims([id], at: 50)
        },
        TaskStoreRule("All runs of a task that always fails are counted, and it does not delay others") { ground in
            let failing = try await ground.add { $0.priority = .high }
            for count in 1...30 {
                let lease = try await ground.begin(failing)
                try ground.expect(try await ground.task(failing).runCount, count, "the number of runs")
                try await ground.end(lease, .failed(error: "no", next: .after(.zero), priority: .veryLow))
            }
            let other = try await ground.add { $0.priority = .low }
            try await ground.expectClaims([other, failing])
        },
        TaskStoreRule("B38: a task that dies becomes a dead letter, with its reason and its payload") { ground in
            for reason in TaskDeathReason.allCases {
                let id = try await ground.add()
                let lease = try await ground.begin(id, at: 1)
                try ground.expect(try await ground.end(lease, .died(error: "no", reason: reason), at: 2), [], "with it")
                let task = try await ground.task(id)
                try ground.expect(task.state, .dead, "the state")
                try ground.expect(task.deathReason, reason, "the reason")
                try ground.expect(task.lastError, "no", "the error")
                try ground.expect(task.endedAt, ground.date(2), "the date of the end")
                try ground.expect(task.task.payload, Data("payload".utf8), "the payload")
                try await expectRun(.died, "no", of: id, on: ground)
            }
        },
        TaskStoreRule("A task that is postponed waits, and its run is not counted") { ground in
            let id = try await ground.add()
            let lease = try await ground.begin(id, at: 1)
            try await ground.end(lease, .postponed(reason: "busy", until: .after(.seconds(60))), at: 2)
            let task = try await ground.task(id)
            try ground.expect(task.state, .waiting, "the state")
            try ground.expect(task.runCount, 0, "the number of runs")
            try ground.expect(task.dueAt, ground.date(62), "the date")
            try ground.expect(task.priority, .normal, "the priority")
            try await expectRun(.postponed, "busy", of: id, on: ground)
            try await ground.expectClaims([], at: 61.999)
            try await ground.expectClaims([id], at: 62)
        },
        TaskStoreRule("A postponed task continues its started operation, which the next claim contains") {
            ground in
            let id = try await ground.add()
            try ground.expect(try await ground.task(id).reply, nil, "what it has started at first")
            for text in ["start", "the same, and a poll"] {
                let start = Data(text.utf8)
                try await ground.run(id, .postponed(reason: "not over", until: .after(.zero), reply: start))
                try ground.expect(try await ground.task(id).reply, start, "what it has started")
            }
            let claimed = try await ground.claim()
            try ground.expect(claimed.map(\.task.reply), [Data("the same, and a poll".utf8)], "what is claimed")
            try ground.expect(claimed.map(\.task.lastError), [nil], "the last error")
        },
        TaskStoreRule("A started operation is kept, regardless of how the runs of its task end") { ground in
            let id = try await ground.add()
            let start = Data("start".utf8)
            try await ground.run(id, .postponed(reason: "not over", until: .after(.zero), reply: start))
            for end: TaskRunEnd in [
                .failed(error: "no", next: .after(.zero), priority: .normal), .returned,
                .postponed(reason: "busy", until: .after(.zero)),
            ] {
                try await ground.run(id, end)
                try ground.expect(try await ground.task(id).reply, start, "what it has started, after \(end)")
            }
            _ = try await ground.lose(id)
            let claimed = try await ground.claim()
            try ground.expect(claimed.map(\.task.reply), [start], "what it has started, after a lost lease")
        },
        TaskStoreRule("A started operation is removed when its task ends, regardless of how it ends") { ground in
            func begin(_ change: (inout NewTask) -> Void = { _ in }) async throws -> DurableTaskID {
                let id = try await ground.add("a", change)
                let start = Data("start".utf8)
                try await ground.run(id, .postponed(reason: "not over", until: .after(.zero), reply: start))
                return id
            }
            for end: TaskRunEnd in [
                .succeeded(reply: nil), .cancelled(reason: "why"), .died(error: "no", reason: .abandoned),
            ] {
                let id = try await begin()
                try await ground.run(id, end)
                try ground.expect(try await ground.task(id).reply, nil, "what it has started, after \(end)")
            }
            let dead = try await ground.all().filter { $0.state == .dead }.map(\.id)
            _ = try await ground.store.retry(dead, now: ground.date(0))
            try ground.expect(try await ground.claim().map(\.task.reply), [nil], "what is claimed once it is retried")
            let cancelled = try await begin()
            _ = try await ground.cancel(cancelled)
            try ground.expect(try await ground.task(cancelled).reply, nil, "what one has started that was cancelled")
            let expired = try await begin { $0.expires = ground.date(10) }
            _ = try await ground.store.expire(now: ground.date(10))
            try ground.expect(try await ground.task(expired).reply, nil, "what one has started that has expired")
            let crashed = try await begin()
            for _ in 0..<3 { _ = try await ground.lose(crashed) }
            try ground.expect(try await ground.task(crashed).reply, nil, "what one has started that has crashed")
        },
        TaskStoreRule("A task that is returned is due immediately, and its run is not counted") { ground in
            let id = try await ground.add()
            let lease = try await ground.begin(id, at: 1)
            try await ground.end(lease, .returned, at: 2)
            let task = try await ground.task(id)
            try ground.expect(task.state, .waiting, "the state")
            try ground.expect(task.runCount, 0, "the number of runs")
            try ground.expect(task.lostLeaseCount, 0, "the number of lost leases")
            try await expectRun(.returned, of: id, on: ground)
            try await ground.expectClaims([id], at: 2)
        },
        TaskStoreRule("A task whose run is cancelled ends, with the reason and without its payload") { ground in
            let id = try await ground.add()
            let lease = try await ground.begin(id, at: 1)
            try await ground.end(lease, .cancelled(reason: "why"), at: 2)
            let task = try await ground.task(id)
            try ground.expect(task.state, .cancelled, "the state")
            try ground.expect(task.cancellation, "why", "the reason")
            try ground.expect(task.endedAt, ground.date(2), "the date of the end")
            try ground.expect(task.task.payload, Data(), "the payload")
            try ground.expect(try await ground.store.runs(of: id).map(\.outcome), [.cancelled], "the history")
        },
        TaskStoreRule("The history contains all runs, numbered from 1, including those that do not count") {
            ground in
            let id = try await ground.add()
            try await ground.run(id, .returned, at: 1)
            try await ground.run(id, .failed(error: "no", next: .after(.zero), priority: .normal), at: 2)
            try await ground.run(id, .postponed(reason: "busy", until: .after(.zero)), at: 3)
            _ = try await ground.begin(id, at: 4)
            let runs = try await ground.store.runs(of: id)
            try ground.expect(runs.map(\.number), [1, 2, 3, 4], "the numbers")
            try ground.expect(runs.map(\.outcome), [.returned, .failed, .postponed, .running], "the outcomes")
            try ground.expect(runs.map(\.startedAt), [1, 2, 3, 4].map(ground.date), "the beginnings")
            try ground.expect(runs.map(\.endedAt), [ground.date(1), ground.date(2), ground.date(3), nil], "the ends")
            try ground.expect(try await ground.task(id).runCount, 2, "the number of runs that count")
        },
    ]

    /// Expects one run in the history, from 1 to 2.
    private static func expectRun(
        _ outcome: TaskRun.Outcome,
        _ error: String? = nil,
        of id: DurableTaskID,
        on ground: TaskStoreGround
    ) async throws {
        let run = TaskRun(
            number: 1,
            startedAt: ground.date(1),
            endedAt: ground.date(2),
            outcome: outcome,
            error: error
        )
        try ground.expect(try await ground.store.runs(of: id), [run], "the history")
    }
}
