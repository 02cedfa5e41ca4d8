import Foundation
import NetTaskCore

extension DurableCore: PumpClient {
    var runnableKinds: [String: Int] { registry.runnable }

    var fulfilled: TaskRequirements {
        let current = configuration.conditions.current
        return current.contains(.unmeteredNetwork) ? current.union(.network) : current
    }

    func run(_ task: ClaimedTask, _ control: RunControl) async {
        // Registrations are permanent, so the kind of a claimed task is registered.
        await registry.kind(task.task.task.kind)?.run(task, control, self)
    }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        try await change { (store) async throws(TaskStoreError) in try await store.claim(claim, now: now) }
    }

    func expire(now: Date) async throws(TaskStoreError) {
        try await endTasks { (store) async throws(TaskStoreError) in try await store.expire(now: now) }
    }

    func giveBack(_ task: ClaimedTask) async {
        _ = await end(TaskEnd(task.lease, .returned))
    }

    func prepareClaims() async {
        await step(.recover) { () async throws(TaskStoreError) in
            try await endTasks { (store) async throws(TaskStoreError) in try await store.recover(now: wallClock()) }
        }
        await step(.expire) { () async throws(TaskStoreError) in
            try await expire(now: wallClock())
        }
        await step(.retryUndecodable) { () async throws(TaskStoreError) in
            let fresh = registry.takeFresh()
            if fresh.isEmpty { return }
            hasNewKinds.withLock { $0 = true }
            do throws(TaskStoreError) {
                try await retryUndecodable(fresh)
            } catch {
                registry.putBack(fresh)
                throw error
            }
        }
    }

    func tidyUp() async {
        await step(.prune) { () async throws(TaskStoreError) in
            _ = try await change { (store) async throws(TaskStoreError) in
                try await store.prune(configuration.retention, now: wallClock())
            }
        }
        guard hasNewKinds.withLock({ $0 }) else { return }
        await step(.report) { () async throws(TaskStoreError) in
            try await reportUnregistered()
            hasNewKinds.withLock { $0 = false }
        }
    }

    var nextRepetition: Duration? { housekeeping.withLock { $0.nextRepetition } }

    /// Performs a step of the maintenance, if it is due.
    private func step(_ step: Housekeeping.Step, _ body: () async throws(TaskStoreError) -> Void) async {
        guard housekeeping.withLock({ $0.isTime(for: step, at: time.now()) }) else { return }
        do {
            try await body()
            housekeeping.withLock { $0.succeeded(step, at: time.now()) }
        } catch .suspended {
            // The step is due when the store is resumed.
        } catch {
            let pause = housekeeping.withLock { $0.failed(step, at: time.now()) }
            // The following claim reports this too.
            if error == .closed { return }
            log(.error, "\(step.rawValue) failed, and is retried in \(pause): \(error)")
        }
    }

    /// Retries tasks that could not be read: their type may have changed.
    private func retryUndecodable(_ kinds: Set<String>) async throws(TaskStoreError) {
        var query = TaskQuery(states: [.dead], kinds: kinds, deathReasons: [.undecodable], includesPayloads: false)
        while true {
            let page = try await store.tasks(query)
            guard let last = page.last else { return }
            let retried = try await change { (store) async throws(TaskStoreError) in
                try await store.retry(page.map(\.id), now: wallClock())
            }
            watch.forget(retried)
            query.after = last.id
        }
    }

    private func reportUnregistered() async throws(TaskStoreError) {
        for count in try await unregisteredKinds() {
            log(
                .warning,
                "No type is registered for \(count.count) stored tasks of the kind \(count.kind.debugDescription) "
                    + "(\(count.state.rawValue))"
            )
        }
    }

    /// Returns the number of tasks of kinds without a registered type.
    func unregisteredKinds() async throws(TaskStoreError) -> [TaskCount] {
        try await store.counts().filter { !$0.state.isEnd && !registry.contains($0.kind) }
    }

    // MARK: Storing ends

    /// Stores the end of a run, and retries until the store has answered.
    ///
    /// - Returns: the tasks that ended with it; `nil` if the lease was lost or the store is closed or suspended.
    func end(_ end: TaskEnd) async -> [DurableTaskID]? {
        var pause = Duration.seconds(1)
        // Meanwhile the lease is renewed. When the store answers, the task can be claimed by others.
        let longestPause = store.leaseDuration.map { $0 / 6 } ?? .seconds(60)
        while true {
            do {
                return try await change { (store) async throws(TaskStoreError) in
                    try await store.end([end], now: wallClock())
                }[0]
            } catch {
                let id = end.lease.id
                if error == .suspended {
                    log(.info, "The store was suspended in the middle of a run, and has returned its lease", id: id)
                    return nil
                }
                if error == .closed {
                    log(.warning, "The store was closed in the middle of a run, so the run counts as lost", id: id)
                    return nil
                }
                log(.error, "The end of a run could not be stored, and is retried in \(pause): \(error)", id: id)
                try? await time.sleep(time.now() + pause)
                pause = min(pause * 2, longestPause)
            }
        }
    }
}
