import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let operating: [TaskStoreRule] = [
        TaskStoreRule("Hands out no payload of a later version than the claim allows") { ground in
            let later = try await ground.add { $0.payloadVersion = 2 }
            let now = try await ground.add()
            try await ground.expectClaims([now])
            try ground.expect(try await ground.next(), nil, "the date for who reads version 1")
            let claim = TaskClaim(limit: 5, kinds: ["a": 2])
            let claimed = try await ground.store.claim(claim, now: ground.date(0))
            try ground.expect(claimed.map(\.task.id), [later], "what is claimed by who reads version 2")
            try ground.expect(claimed.map(\.task.task.payloadVersion), [2], "the version")
        },
        TaskStoreRule("Hands out no tasks of a paused kind until the kind is resumed") { ground in
            let paused = try await ground.add()
            let running = try await ground.add("b")
            try ground.expect(try await pause(true, ["a", "c"], ground), ["a", "c"], "what was paused")
            try ground.expect(try await pause(true, ["a"], ground), [], "what was paused a second time")
            try ground.expect(try await ground.store.pausedKinds(), ["a", "c"], "the paused kinds")
            let claimed = try await ground.claim(5, ["a", "b"]).map(\.task.id)
            try ground.expect(claimed, [running], "what is claimed")
            try ground.expect(try await ground.next(), nil, "the date")
            try ground.expect(try await pause(false, ["a"], ground), ["a"], "what was resumed")
            try ground.expect(try await pause(false, ["a"], ground), [], "what was resumed a second time")
            try await ground.expectClaims([paused])
        },
        TaskStoreRule("Another owner sees which kinds are paused, and is notified when they are resumed") { ground in
            _ = try await pause(true, ["a"], ground)
            let other = try await ground.another()
            try ground.expect(try await other.store.pausedKinds(), ["a"], "the paused kinds")
            var changes = other.store.changes().makeAsyncIterator()
            _ = try await pause(false, ["a"], ground)
            let change = await changes.next()
            try ground.expect(change.map { $0.kinds?.contains("a") ?? true } == true, "no change was reported")
        },
        TaskStoreRule("A task expires even while its kind is paused") { ground in
            let id = try await ground.add { $0.expires = ground.date(10) }
            _ = try await pause(true, ["a"], ground)
            try ground.expect(try await ground.next(), ground.date(10), "the date")
            try ground.expect(try await ground.store.expire(now: ground.date(10)), [id], "what expires")
        },
        TaskStoreRule("Counts events by minute and kind") { ground in
            let start = TaskFigure.minute(of: ground.date(0))
            var ids: [DurableTaskID] = []
            for _ in 0..<5 { ids.append(try await ground.add()) }
            _ = try await ground.add("b")
            try await ground.run(ids[0])
            try await ground.run(ids[1], .failed(error: "e", next: .after(.seconds(1_000)), priority: .normal))
            try await ground.run(ids[2], .died(error: "e", reason: .abandoned), at: 60)
            _ = try await ground.cancel(ids[3], at: 60)
            try await ground.run(ids[4], .returned, at: 60)
            _ = try await ground.add(at: 60) { $0.dependencies = [TaskDependency(ids[3])] }

            var first = TaskFigure(minute: start, kind: "a")
            first.enqueued = 5
            first.begun = 2
            first.succeeded = 1
            first.failed = 1
            var other = TaskFigure(minute: start, kind: "b")
            other.enqueued = 1
            var second = TaskFigure(minute: start + 60, kind: "a")
            second.enqueued = 1
            second.begun = 2
            second.died = 1
            second.cancelled = 2
            let all = try await ground.store.figures(since: ground.date(0))
            try ground.expect(all, [first, other, second], "the figures")
            let late = try await ground.store.figures(since: ground.date(60))
            try ground.expect(late, [second], "the figures of the second minute on")
        },
        TaskStoreRule("Figures older than 7 days are removed") { ground in
            _ = try await ground.add()
            let now = ground.date(8 * 86_400)
            _ = try await ground.store.insert([ground.new("b")], now: now)
            _ = try await ground.store.prune(TaskRetention(), now: now)
            let kinds = try await ground.store.figures(since: .distantPast).map(\.kind)
            try ground.expect(kinds, ["b"], "the kinds of the figures that are left")
        },
        TaskStoreRule("Returns the audit entries, the latest first") { ground in
            let id = DurableTaskID(rawValue: 7)
            let entries = [
                AuditEntry(date: ground.date(1), actor: "Ann O'Hara", action: .drop, ids: [id], note: "wrong"),
                AuditEntry(date: ground.date(2), actor: "Ben", action: .pause, kinds: ["a"]),
                AuditEntry(date: ground.date(3), actor: "Ann O'Hara", action: .retry, ids: [id], note: "again"),
            ]
            for entry in entries { try await ground.store.record(entry) }
            let found = try await ground.another().store.audit(limit: 2)
            try ground.expect(found, [entries[2], entries[1]], "the two latest entries")
        },
    ]

    private static func pause(
        _ isPaused: Bool,
        _ kinds: Set<String>,
        _ ground: TaskStoreGround
    ) async throws -> Set<String> {
        try await ground.store.setPaused(isPaused, kinds: kinds, now: ground.date(0))
    }
}
