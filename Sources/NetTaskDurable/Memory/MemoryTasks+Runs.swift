import Foundation
import NetTaskCore

extension MemoryTasks {
    mutating func claim(_ claim: TaskClaim, of owner: Int, now: Date) -> [ClaimedTask] {
        var claimed: [DurableTaskID] = []
        var suspectCount = 0
        for line in waiting.reversed() {
            for place in line.places {
                guard claimed.count < claim.limit, place.date <= now else { break }
                guard let task = tasks[place.id]?.stored, isTaken(task, by: claim),
                    !(task.task.expires.map { $0 <= now } ?? false)
                else { continue }
                if TaskRules.isSuspect(lostLeaseCount: task.lostLeaseCount) {
                    guard suspectCount < claim.suspectLimit else { continue }
                    suspectCount += 1
                }
                claimed.append(place.id)
            }
        }
        return claimed.map { id in
            change(id) { $0.beginRun(of: owner, now: now) }
            count(id, now: now) { $0.begun += 1 }
            let task = tasks[id]!
            return ClaimedTask(lease: TaskLease(id: id, token: task.token), task: task.stored)
        }
    }

    func wait(for claim: TaskClaim, now: Date) -> Duration? {
        let due = waiting.compactMap { line in
            line.places.first { place in
                guard let task = tasks[place.id]?.stored else { return false }
                let isSuspect = TaskRules.isSuspect(lostLeaseCount: task.lostLeaseCount)
                return isTaken(task, by: claim) && (!isSuspect || claim.suspectLimit > 0)
            }?.date
        }
        let next = ((claim.limit > 0 ? due : []) + expiring.places.prefix(1).map(\.date)).min()
        return next.map { .seconds($0.timeIntervalSince(now)) }
    }

    private func isTaken(_ task: StoredTask, by claim: TaskClaim) -> Bool {
        claim.takes(task.task) && !paused.contains(task.task.kind)
    }

    func renew(_ leases: [TaskLease]) -> [TaskLease] {
        leases.filter { !isHeld($0) }
    }

    private func isHeld(_ lease: TaskLease) -> Bool {
        tasks[lease.id].map { $0.stored.state == .running && $0.token == lease.token } ?? false
    }

    mutating func end(_ end: TaskEnd, now: Date) -> [DurableTaskID]? {
        guard isHeld(end.lease) else { return nil }
        let id = end.lease.id
        apply(TaskRules.transition(after: end.end), id, attemptCount: end.attemptCount, now: now)
        return processEnds(after: [id], now: now)
    }

    private mutating func apply(
        _ transition: TaskRules.Transition,
        _ id: DurableTaskID,
        attemptCount: Int = 0,
        now: Date
    ) {
        change(id) { $0.apply(transition, attemptCount: attemptCount, now: now) }
        count(id, now: now) { $0.count(transition) }
    }

    mutating func recover(living: Set<Int>, now: Date) -> [DurableTaskID] {
        let lost = ids.filter { id in tasks[id]?.owner.map { !living.contains($0) } ?? false }
        for id in lost {
            guard let task = tasks[id]?.stored else { continue }
            let transition = TaskRules.transition(
                afterLostLease: task.lostLeaseCount,
                runCount: task.runCount,
                maxRunCount: task.task.durability.maxRunCount
            )
            apply(transition, id, now: now)
        }
        let dependents = processEnds(after: lost, now: now)
        return lost.filter { tasks[$0]?.stored.state.isEnd ?? false } + dependents
    }

    /// Processes the end of runs, some of which may be the last run of their task.
    private mutating func processEnds(after runs: [DurableTaskID], now: Date) -> [DurableTaskID] {
        let tasks = runs.compactMap { self.tasks[$0] }
        for task in tasks.map(\.stored) where !task.state.isEnd {
            if let group = task.task.group { updateTurn(in: group) }
        }
        return processEnds(tasks.filter { $0.stored.state.isEnd }, now: now)
    }
}
