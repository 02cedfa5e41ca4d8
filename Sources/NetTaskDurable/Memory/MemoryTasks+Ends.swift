import Foundation
import NetTaskCore

extension MemoryTasks {
    mutating func expire(now: Date) -> [DurableTaskID] {
        let expired = expiring.places.prefix { $0.date <= now }.map(\.id)
        return end(expired, now: now) { $0.die(.expired, error: TaskRules.Reason.expired, now: now) }
    }

    mutating func cancel(_ ids: [DurableTaskID], reason: String, now: Date) -> [DurableTaskID] {
        end(ids, now: now) { $0.cancel(reason, now: now) }
    }

    /// Ends those of the tasks that have not ended, and the tasks that end with them.
    private mutating func end(
        _ ids: [DurableTaskID],
        now: Date,
        _ body: (inout MemoryTask) -> Void
    ) -> [DurableTaskID] {
        var ended: [DurableTaskID] = []
        for id in ids {
            guard let task = tasks[id], !task.stored.state.isEnd else { continue }
            change(id, body)
            let state = tasks[id]!.stored.state
            count(id, now: now) { $0.count(state) }
            ended.append(id)
        }
        return ended + processEnds(ended.compactMap { tasks[$0] }, now: now)
    }

    mutating func retry(_ ids: [DurableTaskID], newKeys: [DurableTaskID: String], now: Date) -> [DurableTaskID] {
        ids.filter { id in
            // Tasks that were replaced meanwhile stay dead, and so do tasks whose dependencies have failed.
            guard let task = tasks[id]?.stored, task.state == .dead, unique(task.task) == nil,
                needs(of: task.task).failed == nil
            else { return false }
            change(id) { task in
                task.stored.state = .blocked
                task.stored.endedAt = nil
                task.stored.deathReason = nil
                task.stored.reply = nil
                task.stored.runCount = 0
                task.stored.lostLeaseCount = 0
                task.stored.priority = task.stored.task.priority
                task.stored.task.idempotencyKey = newKeys[id] ?? task.stored.task.idempotencyKey
                task.setDue(.after(.zero), now: now)
            }
            open(id)
            return true
        }
    }

    mutating func drop(_ ids: [DurableTaskID], now: Date) -> [DurableTaskID] {
        let ids = ids.filter { tasks[$0] != nil }
        let ended = cancel(ids, reason: TaskRules.Reason.dropped, now: now)
        let dropped = Set(ids)
        remove(dropped)
        return dropped.sorted() + ended.filter { !dropped.contains($0) }
    }

    mutating func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) {
        for id in ids {
            guard let task = tasks[id]?.stored, !task.state.isEnd, task.priority != priority else { continue }
            change(id) { $0.stored.priority = priority }
        }
    }

    mutating func prune(_ retention: TaskRetention, now: Date) -> Int {
        var removed: Set<DurableTaskID> = []
        for (isDead, age) in [(false, retention.ended), (true, retention.dead)] {
            let ended = tasks.values.map(\.stored)
                .filter { $0.state.isEnd && ($0.state == .dead) == isDead && $0.deathReason != .undecodable }
                .sorted { ($0.endedAt ?? now, $0.id) > ($1.endedAt ?? now, $1.id) }
            let limit = now - age.seconds
            for (place, task) in ended.enumerated() where place >= retention.maxCount || (task.endedAt ?? now) <= limit
            {
                removed.insert(task.id)
            }
        }
        remove(removed)
        return removed.count
    }
}
