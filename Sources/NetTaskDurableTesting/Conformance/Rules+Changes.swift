import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let changes: [TaskStoreRule] = [
        telling("an insertion") { ground, _ in _ = try await ground.add() },
        telling("the end of a run") { ground, lease in try await ground.end(lease, .returned) },
        telling("a cancellation") { ground, lease in _ = try await ground.cancel(lease.id) },
        telling("a drop") { ground, lease in _ = try await ground.store.drop([lease.id], now: ground.date(0)) },
        telling("a priority") { ground, lease in try await ground.store.setPriority(.high, of: [lease.id]) },
        telling("a change by another owner") { ground, lease in _ = try await ground.another().add() },
        TaskStoreRule("Reports the kind of a task that can now be claimed") { ground in
            var changes = ground.store.changes().makeAsyncIterator()
            let id = try await ground.add("b")
            let next = await changes.next()
            // This also fails when the time of the check is over.
            try ground.expect(next != nil, "no change was reported")
            let change = next ?? .any
            try ground.expect(change.kinds?.contains("b") ?? true, "the kinds are \(change.kinds ?? [])")
            try ground.expect(change.ids?.contains(id) ?? true, "the ids are \(change.ids ?? [])")
        },
        TaskStoreRule("Notifies each subscription of a change") { ground in
            var first = ground.store.changes().makeAsyncIterator()
            var second = ground.store.changes().makeAsyncIterator()
            _ = try await ground.add()
            let notified = [await first.next() != nil, await second.next() != nil]
            try ground.expect(notified, [true, true], "which listeners were notified")
        },
        TaskStoreRule("Notifies a slow subscriber once of several changes, and ends with the store") { ground in
            var changes = ground.store.changes().makeAsyncIterator()
            // After the first signal, a store that has to connect first is connected.
            _ = try await ground.add()
            var count = await changes.next() == nil ? 0 : 1
            for _ in 0..<50 { _ = try await ground.add() }
            await ground.store.close()
            while await changes.next() != nil { count += 1 }
            try ground.expect((1..<50).contains(count), "the number of signals is \(count), of 51 changes")
        },
    ]

    static let closing: [TaskStoreRule] = [
        TaskStoreRule("All calls of a closed store fail, except for closing it again") { ground in
            let id = try await ground.add()
            let lease = try await ground.begin(id)
            let store = ground.store
            let now = ground.date(0)
            await store.close()
            await store.close()
            let calls: [(String, @Sendable () async throws -> Void)] = [
                ("insert", { _ = try await store.insert([ground.new()], now: now) }),
                (
                    "claim",
                    {
                        _ = try await store.claim(TaskClaim(limit: 1, kinds: ["a": 1]), now: now)
                    }
                ),
                ("renew", { _ = try await store.renew([lease], now: now) }),
                ("end", { _ = try await store.end([TaskEnd(lease, .returned)], now: now) }),
                ("expire", { _ = try await store.expire(now: now) }),
                ("recover", { _ = try await store.recover(now: now) }),
                (
                    "wait",
                    {
                        _ = try await store.wait(for: TaskClaim(limit: 1, kinds: ["a": 1]), now: now)
                    }
                ),
                (
                    "cancel",
                    { _ = try await store.cancel([id], reason: "", now: now) }
                ),
                ("retry", { _ = try await store.retry([id], now: now) }),
                ("drop", { _ = try await store.drop([id], now: now) }),
                ("setPriority", { try await store.setPriority(.low, of: [id]) }),
                ("setPaused", { _ = try await store.setPaused(true, kinds: ["a"], now: now) }),
                ("pausedKinds", { _ = try await store.pausedKinds() }),
                ("record", { try await store.record(AuditEntry(date: now, actor: "", action: .drop)) }),
                ("figures", { _ = try await store.figures(since: now) }),
                ("audit", { _ = try await store.audit(limit: 1) }),
                ("prune", { _ = try await store.prune(TaskRetention(), now: now) }),
                ("task", { _ = try await store.task(id) }),
                ("tasks", { _ = try await store.tasks(TaskQuery()) }),
                ("runs", { _ = try await store.runs(of: id) }),
                ("counts", { _ = try await store.counts() }),
            ]
            for (name, call) in calls {
                do {
                    try await call()
                } catch {
                    try ground.expect(error as? TaskStoreError, .closed, "the error of \(name)")
                    continue
                }
                throw ground.failure("\(name) does not say that the store is closed")
            }
        }
    ]

    /// Checks that a change is reported. A task is running.
    private static func telling(
        _ change: String,
        _ body: @escaping @Sendable (TaskStoreGround, TaskLease) async throws -> Void
    ) -> TaskStoreRule {
        TaskStoreRule("Reports \(change)") { ground in
            let lease = try await ground.begin(try await ground.add())
            var changes = ground.store.changes().makeAsyncIterator()
            try await body(ground, lease)
            try ground.expect(await changes.next() != nil, "no change was reported")
        }
    }
}
