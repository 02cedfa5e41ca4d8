import Foundation
import NetTaskRuntime

extension DurableCore: PumpClient {
    var runnableKinds: Set<String> { registry.runnable }

    var fulfilled: TaskRequirements {
        let current = conditions.current
        return current.contains(.unmeteredNetwork) ? current.union(.network) : current
    }

    func run(_ task: ClaimedTask, _ control: RunControl) async {
        // Kinds are never taken back, so that what was claimed by its kind has one.
        await registry.kind(task.task.task.kind)?.run(task, control, self)
    }

    func giveBack(_ task: ClaimedTask) async {
        _ = await end(task, .returned)
    }

    func keepHouse() async throws(TaskStoreError) {
        do {
            let now = time.now()
            if housekeeping.withLock({ $0.isTimeToRecover(at: now) }) {
                await tellEnds(try await store.recover(now: wallClock()))
                await tellEnds(try await store.expire(now: wallClock()))
            }
            if housekeeping.withLock({ $0.isTimeToPrune(at: now) }) {
                _ = try await store.prune(retention, now: wallClock())
            }
        } catch {
            housekeeping.withLock { $0.repeatAll() }
            throw error
        }
        let fresh = registry.takeFresh()
        if fresh.isEmpty { return }
        do {
            try await retryUndecodable(fresh)
            try await reportUnregistered()
        } catch {
            registry.putBack(fresh)
            throw error
        }
    }

    /// Tries tasks again that could not be read: their type may be another by now.
    private func retryUndecodable(_ kinds: Set<String>) async throws(TaskStoreError) {
        var query = TaskQuery(states: [.dead], kinds: kinds, deathReasons: [.undecodable])
        while true {
            let page = try await store.tasks(query)
            guard let last = page.last else { return }
            _ = try await store.retry(page.map(\.id), now: wallClock())
            query.after = last.id
        }
    }

    private func reportUnregistered() async throws(TaskStoreError) {
        for count in try await unregisteredKinds() {
            log(
                .warning,
                "\(count.count) tasks of the kind \(count.kind.debugDescription) are \(count.state.rawValue), and no type of that kind is registered; they are kept"
            )
        }
    }

    /// Kinds whose tasks wait for somebody to register a type.
    func unregisteredKinds() async throws(TaskStoreError) -> [TaskCount] {
        try await store.counts().filter { !$0.state.isEnd && !registry.contains($0.kind) }
    }

    // MARK: Telling the store

    /// Tells the store how a run ended, until it has understood.
    ///
    /// - Returns: what ended with it; nil if the lease is held no more, or the store is closed.
    func end(_ task: ClaimedTask, _ end: TaskRunEnd) async -> [DurableTaskID]? {
        var pause = Duration.seconds(1)
        while true {
            do {
                return try await store.end(task.lease, end, now: wallClock())
            } catch {
                let id = task.task.id
                if error == .closed {
                    log(.warning, "The store was closed in the middle of a run, which therefore counts as lost", id: id)
                    return nil
                }
                log(.error, "The end of a run could not be stored, and is tried again in \(pause): \(error)", id: id)
                try? await time.sleep(time.now() + pause)
                pause = min(pause * 2, .seconds(60))
            }
        }
    }
}
