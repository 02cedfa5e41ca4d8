import Foundation
import NetTaskRuntime

extension MemoryTasks {
    mutating func claim(_ claim: TaskClaim, of owner: Int, now: Date) -> [ClaimedTask] {
        var claimed: [DurableTaskID] = []
        var suspectCount = 0
        for line in waiting.reversed() {
            for place in line.places {
                guard claimed.count < claim.limit, place.date <= now else { break }
                guard let task = tasks[place.id]?.stored, task.isRun(by: claim),
                    !(task.task.expires.map { $0 <= now } ?? false)
                else { continue }
                if task.lostLeaseCount > 0 {
                    guard suspectCount < claim.suspectLimit else { continue }
                    suspectCount += 1
                }
                claimed.append(place.id)
            }
        }
        return claimed.map { id in
            change(id) { $0.beginRun(of: owner, now: now) }
            let task = tasks[id]!
            return ClaimedTask(lease: TaskLease(id: id, token: task.token), task: task.stored)
        }
    }

    func nextDate(for claim: TaskClaim) -> Date? {
        let due = waiting.compactMap { line in
            line.places.first { place in
                guard let task = tasks[place.id]?.stored else { return false }
                return task.isRun(by: claim) && (task.lostLeaseCount == 0 || claim.suspectLimit > 0)
            }?.date
        }
        return ((claim.limit > 0 ? due : []) + expiring.places.prefix(1).map(\.date)).min()
    }

    mutating func end(_ lease: TaskLease, _ end: TaskRunEnd, now: Date) -> [DurableTaskID]? {
        guard let task = tasks[lease.id], task.stored.state == .running, task.token == lease.token else { return nil }
        change(lease.id) { task in
            switch end {
            case .succeeded(let reply):
                task.endRun(.succeeded, now: now)
                task.stored.reply = reply
                task.end(.succeeded, now: now)
            case .failed(let error, let next, let priority):
                task.endRun(.failed, error: error, now: now)
                task.stored.lastError = error
                task.stored.priority = priority
                task.setDue(next, now: now)
                task.stored.state = .waiting
            case .died(let error, let reason):
                task.endRun(.died, error: error, now: now)
                task.die(reason, error: error, now: now)
            case .postponed(let reason, let until):
                task.endRun(.postponed, error: reason, now: now)
                task.stored.runCount -= 1
                task.setDue(until, now: now)
                task.stored.state = .waiting
            case .returned:
                task.endRun(.returned, now: now)
                task.stored.runCount -= 1
                task.setDue(.after(.zero), now: now)
                task.stored.state = .waiting
            case .cancelled(let reason):
                task.cancel(reason, now: now)
            }
        }
        return settle(after: [lease.id], now: now)
    }

    /// - Returns: the tasks that ended, and whether there was anything to take back.
    mutating func recover(living: Set<Int>, now: Date) -> (ended: [DurableTaskID], hasChanged: Bool) {
        let lost = ids.filter { id in tasks[id]?.owner.map { !living.contains($0) } ?? false }
        for id in lost {
            change(id) { task in
                let error = "Its process ended in the middle of the run."
                task.endRun(.lost, error: error, now: now)
                task.stored.lostLeaseCount += 1
                task.stored.lastError = error
                if task.stored.lostLeaseCount >= 3 {
                    task.die(.crashed, error: error, now: now)
                } else if task.stored.runCount >= task.stored.task.durability.maxRunCount {
                    task.die(.exhausted, error: error, now: now)
                } else {
                    task.setDue(.after(.zero), now: now)
                    task.stored.state = .waiting
                }
            }
        }
        let dependents = settle(after: lost, now: now)
        return (lost.filter { tasks[$0]?.stored.state.isEnd ?? false } + dependents, !lost.isEmpty)
    }

    /// Does what follows from the end of runs, of which some may have been the last.
    private mutating func settle(after runs: [DurableTaskID], now: Date) -> [DurableTaskID] {
        let tasks = runs.compactMap { self.tasks[$0] }
        for task in tasks.map(\.stored) where !task.state.isEnd {
            if let group = task.task.group { passTurn(in: group) }
        }
        return settle(tasks.filter { $0.stored.state.isEnd }, now: now)
    }
}

extension StoredTask {
    fileprivate func isRun(by claim: TaskClaim) -> Bool {
        claim.kinds.contains(task.kind) && task.requirements.isSubset(of: claim.fulfilled)
    }
}
