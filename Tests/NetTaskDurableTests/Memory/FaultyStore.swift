import Foundation
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime

/// A store in memory with one planted fault or none.
final class FaultyStore: ForwardingTaskStore {
    /// The state that its owners share, for faults that need it.
    struct Shared {
        var leases: [DurableTaskID: TaskLease] = [:]
        var priorities: [DurableTaskID: NetTaskPriority] = [:]
        var keys: Set<String> = []
        var latest = Date.distantPast
    }

    let store: MemoryTaskStore
    let fault: StoreFault?
    let shared: Locked<Shared>
    let isSecond: Bool

    var base: any TaskStore { store }

    init(_ fault: StoreFault?) {
        self.fault = fault
        store = MemoryTaskStore()
        shared = Locked(Shared())
        isSecond = false
    }

    init(sharing other: FaultyStore) {
        fault = other.fault
        store = MemoryTaskStore(sharing: other.store)
        shared = other.shared
        isSecond = true
    }

    private func all() async throws(TaskStoreError) -> [StoredTask] {
        try await store.tasks(TaskQuery(limit: .max))
    }

    private func clock(_ now: Date) -> Date {
        guard fault == .clocksNeverGoBack else { return now }
        return shared.withLock { shared in
            shared.latest = max(now, shared.latest)
            return shared.latest
        }
    }

    // MARK: Inserting

    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        var tasks = tasks
        for index in tasks.indices {
            try await change(&tasks[index], among: tasks.count, now: now)
        }
        let now = clock(now)
        switch fault {
        case .reversesBatches: return try await store.insert(tasks.reversed(), now: now).reversed()
        case .storesSomethingForNothing where tasks.isEmpty:
            return try await store.insert([NewTask(kind: "a", payload: Data(), idempotencyKey: "")], now: now)
        case .storesOneByOne:
            var insertions: [TaskInsertion] = []
            for task in tasks { insertions += try await store.insert([task], now: now) }
            return insertions
        case .keysForEver:
            var insertions: [TaskInsertion] = []
            for task in tasks {
                let isNew = shared.withLock { $0.keys.insert(task.uniqueness?.key ?? UUID().uuidString).inserted }
                insertions +=
                    isNew ? try await store.insert([task], now: now) : [.rejected(DurableTaskID(rawValue: 1))]
            }
            return insertions
        default: break
        }
        return try await store.insert(tasks, now: now).map { insertion in
            switch (fault, insertion) {
            case (.hidesDependents, .replaced(let ids, let id)): .replaced(Array(ids.prefix(1)), by: id)
            case (.givesIDsAgain, .inserted(let id)):
                .inserted(DurableTaskID(rawValue: isSecond ? id.rawValue - 1 : id.rawValue))
            case (.handsOutTwice, .inserted(let id)): .inserted(DurableTaskID(rawValue: id.rawValue / 2 * 2))
            default: insertion
            }
        }
    }

    private func change(_ task: inout NewTask, among count: Int, now: Date) async throws(TaskStoreError) {
        let stored = fault?.looksAtStored == true ? try await all() : []
        switch fault {
        case .losesFields: task.traceContext = [:]
        case .inventsTags: task.tags.append("tag")
        case .dropsUnknownDependencies:
            task.dependencies.removeAll { dependency in !stored.contains { $0.id == dependency.id } }
        case .ignoresPriorities: task.priority = .normal
        case .ignoresDates: task.notBefore = nil
        case .ignoresDependencies: task.dependencies = []
        case .countsFirstDependency: task.dependencies = Array(task.dependencies.prefix(1))
        case .alwaysCancelsDependents: task.dependencies = task.dependencies.map { TaskDependency($0.id) }
        case .neverCancelsDependents:
            task.dependencies = task.dependencies.map { TaskDependency($0.id, onFailure: .run) }
        case .ignoresEndedDependencies:
            task.dependencies.removeAll { dependency in
                stored.contains { $0.id == dependency.id && $0.state.isEnd }
            }
        case .ignoresDatesOfDependents where !task.dependencies.isEmpty: task.notBefore = nil
        case .ignoresGroups: task.group = nil
        case .oneGroupForAll: task.group = "g"
        case .groupsNeverEnd where task.group != nil:
            if stored.contains(where: { $0.task.group == task.group }) { task.notBefore = .distantFuture }
        case .ignoresKeys: task.uniqueness = nil
        case .alwaysKeeps: task.uniqueness?.policy = .coalesce
        case .alwaysRejects: task.uniqueness?.policy = .rejectNew
        case .alwaysReplaces: task.uniqueness?.policy = .cancelOld
        case .oneKeyForAll: task.uniqueness?.key = "k"
        case .ignoresKeysInBatches where count > 1: task.uniqueness = nil
        case .ignoresKeysOfRunning where stored.contains { $0.state == .running }: task.uniqueness = nil
        case .ignoresExpiry: task.expires = nil
        case .runsForEver: task.durability.maxRunCount = .max
        case .forgetsKeys where isSecond: task.uniqueness = nil
        case .datesAreAbsolute: task.notBefore = task.notBefore ?? now
        default: break
        }
    }

    // MARK: Running

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        var claim = claim
        var now = clock(now)
        switch fault {
        case .ignoresDates: now += 1_000
        case .claimsLate: now -= 0.001
        case .ignoresLimits: claim.limit = .max
        case .ignoresKinds: claim.kinds.merge(["a": 1, "b": 1, "other": 1]) { old, _ in old }
        case .ignoresVersions: claim.kinds = claim.kinds.mapValues { _ in .max }
        case .ignoresRequirements: claim.fulfilled = [.network, .unmeteredNetwork, .power]
        case .looksAtThousand where try await store.counts().contains { $0.count == 500 }: return []
        case .runsWhatHasEnded:
            let ended = try await all().filter { $0.state.isEnd }.prefix(1)
            let copies = ended.map { NewTask(kind: $0.task.kind, payload: Data(), idempotencyKey: "") }
            _ = try await store.insert(copies, now: now)
        case .ignoresSuspectLimits: claim.suspectLimit = .max
        case .takesOneSuspect: claim.suspectLimit = min(1, claim.suspectLimit)
        case .suspectsAll where try await all().contains { $0.lostLeaseCount > 0 }: claim.limit = 1
        default: break
        }
        var claimed = try await store.claim(claim, now: now)
        shared.withLock { shared in
            for task in claimed { shared.leases[task.task.id] = task.lease }
        }
        switch fault {
        case .claimsBackwards: claimed.reverse()
        case .forgetsOrder where isSecond: claimed.reverse()
        case .countsRunsLater:
            for index in claimed.indices { claimed[index].task.runCount -= 1 }
        case .sameTokens:
            for index in claimed.indices { claimed[index].lease.token = 1 }
        case .handsOutTwice: claimed += claimed
        default: break
        }
        return claimed
    }

    func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease] {
        fault == .renewsWhatIsLost ? [] : try await store.renew(leases, now: now)
    }

    func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
        var answers: [[DurableTaskID]?] = []
        for end in ends {
            if fault == .endsOnlyTheFirst, !answers.isEmpty {
                answers.append(nil)
            } else {
                answers.append(try await self.end(end, now: now))
            }
        }
        return answers
    }

    private func end(_ end: TaskEnd, now: Date) async throws(TaskStoreError) -> [DurableTaskID]? {
        let lease = fault == .sameTokens ? shared.withLock { $0.leases[end.lease.id] ?? end.lease } : end.lease
        if fault == .forgetsLostLeases, case .failed = end.end, try await store.task(lease.id)?.lostLeaseCount ?? 0 > 0
        {
            _ = try await store.end([TaskEnd(lease, .died(error: "", reason: .exhausted))], now: now)
            return try await store.retry([lease.id], now: now).filter { $0 != lease.id }
        }
        let attemptCount = fault == .forgetsAttempts ? 0 : end.attemptCount
        let changed = TaskEnd(lease, changed(end.end, now: now), attemptCount: attemptCount)
        let ended = try await store.end([changed], now: clock(now))[0]
        switch fault {
        case .endsWithoutLease: return ended ?? []
        case .hidesDependents: return ended.map { _ in [] }
        case .tellsTwice: return ended.map { $0 + $0 }
        default: return ended
        }
    }

    private func changed(_ end: TaskRunEnd, now: Date) -> TaskRunEnd {
        switch (fault, end) {
        case (.forgetsReplies, .succeeded): .succeeded(reply: nil)
        case (.inventsReplies, .succeeded(let reply)): .succeeded(reply: reply ?? Data())
        case (.keepsPriorityOfFailed, .failed(let error, let next, _)):
            .failed(error: error, next: next, priority: .normal)
        case (.ignoresWaits, .failed(let error, .after, let priority)):
            .failed(error: error, next: .after(.zero), priority: priority)
        case (.ignoresNextDates, .failed(let error, .at, let priority)):
            .failed(error: error, next: .after(.zero), priority: priority)
        case (.datesAreAbsolute, .failed(let error, .after(let wait), let priority)):
            .failed(error: error, next: .at(now + TimeInterval(wait.components.seconds)), priority: priority)
        case (.datesAreAbsolute, .postponed(let reason, .after(let wait), let reply)):
            .postponed(reason: reason, until: .at(now + TimeInterval(wait.components.seconds)), reply: reply)
        case (.datesAreAbsolute, .returned): .postponed(reason: "", until: .at(now))
        case (.countsPostponed, .postponed(let reason, let until, _)):
            .failed(error: reason, next: until, priority: .normal)
        case (.forgetsStarts, .postponed(let reason, let until, _)): .postponed(reason: reason, until: until)
        case (.losesStarts, .postponed(let reason, let until, let reply)):
            .postponed(reason: reason, until: until, reply: reply ?? Data())
        case (.keepsStarts, .succeeded(let reply)): .succeeded(reply: reply ?? Data("start".utf8))
        case (.countsReturned, .returned): .failed(error: "", next: .after(.zero), priority: .normal)
        case (.mixesUpReasons, .died(let error, _, let reply)): .died(error: error, reason: .exhausted, reply: reply)
        case (.forgetsRejections, .died(let error, let reason, _)): .died(error: error, reason: reason)
        case (.forgetsCancellations, .cancelled): .cancelled(reason: "")
        case (.failsForGood, .failed): .succeeded(reply: nil)
        default: end
        }
    }

    func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        let over = try await all().filter { task in
            !task.state.isEnd && (task.task.expires.map { $0 <= now } ?? false)
        }
        switch fault {
        case .expiresLate: return try await store.expire(now: now - 1)
        case .expiresEarly: return try await store.expire(now: now + 1)
        case .expiresRunning: return try await store.cancel(over.map(\.id), reason: "", now: now)
        case .expiresIntoCancelled:
            let idle = over.filter { $0.state != .running }.map(\.id)
            return try await store.cancel(idle, reason: "", now: now)
        case .cancelsBeforeItExpires:
            let dependent = over.filter { !$0.task.dependencies.isEmpty }.map(\.id)
            return try await store.cancel(dependent, reason: "", now: now) + store.expire(now: now)
        case .hidesDependents: return try await store.expire(now: now).filter { id in over.contains { $0.id == id } }
        default: return try await store.expire(now: clock(now))
        }
    }

    func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        switch fault {
        case .recoversNothing: return []
        case .recoversFromTheLiving, .returnsLostLeases:
            for lease in shared.withLock({ Array($0.leases.values) }) {
                _ = try await store.end([TaskEnd(lease, .returned)], now: now)
            }
        default: break
        }
        let ended = try await store.recover(now: clock(now))
        switch fault {
        case .crashesAfterTwo:
            let struck = try await all().filter { $0.lostLeaseCount == 2 && !$0.state.isEnd }
            return try await ended + store.cancel(struck.map(\.id), reason: "", now: now)
        case .crashesNever:
            let retried = try await store.retry(ended, now: now)
            return ended.filter { !retried.contains($0) }
        case .hidesDependents: return Array(ended.prefix(1))
        default: return ended
        }
    }

    func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration? {
        var claim = claim
        switch fault {
        case .wakesNever: return nil
        case .wakesAtOnce: return .zero
        case .wakesForAnything: claim.kinds.merge(["a": 1, "other": 1]) { old, _ in old }
        case .wakesForSuspects: claim.suspectLimit = 1
        case .wakesForRunning:
            let dates = try await all().compactMap { $0.task.expires ?? $0.dueAt }
            return dates.min().map { .seconds($0.timeIntervalSince(now)) }
        default: break
        }
        return try await store.wait(for: claim, now: clock(now))
    }

    // MARK: Changing

    func cancel(_ ids: [DurableTaskID], reason: String, now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        var cancelled = ids
        if fault == .cancelsNoRunning {
            let running = Set(try await all().filter { $0.state == .running }.map(\.id))
            cancelled.removeAll { running.contains($0) }
        }
        let ended = try await store.cancel(cancelled, reason: reason, now: clock(now))
        switch fault {
        case .tellsOfAllCancelled: return ids
        case .tellsOfTen: return Array(ended.prefix(10))
        case .hidesDependents: return ended.filter(ids.contains)
        default: return ended
        }
    }

    func retry(
        _ ids: [DurableTaskID],
        newKeys: [DurableTaskID: String],
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        switch fault {
        case .ignoresNewKeys: return try await store.retry(ids, now: now)
        case .retriesNothing: return []
        case .tellsOfAllRetried:
            _ = try await store.retry(ids, now: now)
            return ids
        case .retriesCopies:
            var copies: [NewTask] = []
            for id in ids {
                guard var task = try await store.task(id), task.state == .dead else { continue }
                task.task.uniqueness = nil
                task.task.expires = nil
                copies.append(task.task)
            }
            _ = try await store.insert(copies, now: now)
            return ids
        default: return try await store.retry(ids, newKeys: newKeys, now: clock(now))
        }
    }

    func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
        switch fault {
        case .cancelsInsteadOfDropping: return try await store.cancel(ids, reason: "", now: now)
        case .dropsDependents:
            let dependents = try await all().filter { $0.task.dependencies.contains { ids.contains($0.id) } }
            return try await store.drop(ids + dependents.map(\.id), now: now)
        case .hidesDependents: return try await store.drop(ids, now: now).filter(ids.contains)
        default: return try await store.drop(ids, now: clock(now))
        }
    }

    func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) async throws(TaskStoreError) -> [DurableTaskID] {
        if fault == .ignoresLaterDependencies { return [] }
        do {
            return try await store.depend(id, on: dependency, now: clock(now))
        } catch {
            switch (fault, error) {
            case (.takesCircles, .circularDependency), (.dependsAtAnyTime, .begun): return []
            default: throw error
            }
        }
    }

    func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
        switch fault {
        case .ignoresNewPriorities: return
        case .changesPriorityOfEnded:
            shared.withLock { shared in
                for id in ids { shared.priorities[id] = priority }
            }
        default: break
        }
        try await store.setPriority(priority, of: ids)
    }

    func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
        var retention = retention
        let before = try await all()
        switch fault {
        case .prunesNothing: return 0
        case .prunesAllEnded: retention = TaskRetention(ended: .zero, dead: .zero, maxCount: 0)
        case .ignoresRetainedCount: retention.maxCount = .max
        case .prunesDeadEarly: retention.dead = retention.ended
        case .prunesUndecodable:
            return try await store.drop(before.filter { $0.deathReason == .undecodable }.map(\.id), now: now).count
        case .prunesUnended: return try await store.drop(before.map(\.id), now: now).count
        default: break
        }
        let count = try await store.prune(retention, now: clock(now))
        if fault == .prunesDependents {
            let kept = Set(try await all().map(\.id))
            let dependents = before.filter { task in task.task.dependencies.contains { !kept.contains($0.id) } }
            return try await count + store.drop(dependents.map(\.id), now: now).count
        }
        return count
    }

    func setPaused(_ isPaused: Bool, kinds: Set<String>, now: Date) async throws(TaskStoreError) -> Set<String> {
        fault == .ignoresPauses ? [] : try await store.setPaused(isPaused, kinds: kinds, now: now)
    }

    func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
        try await store.figures(since: date).map { figure in
            var figure = figure
            if fault == .countsNoFailures { figure.failed = 0 }
            return figure
        }
    }

    func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry] {
        fault == .auditsBackwards ? try await store.audit(limit: limit).reversed() : try await store.audit(limit: limit)
    }

    func changes() -> TaskChanges {
        fault == .tellsNobody ? TaskChangeSource.ended.changes() : store.changes()
    }

    func close() async {
        if fault != .closesNothing {
            await store.close()
        }
    }
}

extension StoreFault {
    fileprivate var looksAtStored: Bool {
        switch self {
        case .dropsUnknownDependencies, .ignoresEndedDependencies, .groupsNeverEnd, .ignoresKeysOfRunning: true
        default: false
        }
    }
}
