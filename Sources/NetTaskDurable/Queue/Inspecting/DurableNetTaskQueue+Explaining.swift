import Foundation

extension DurableNetTaskQueue {
    /// Explains why a task is not running, when it will run next, and why its latest run stopped. Returns `nil` if the store
    /// has no such task, or has removed it.
    ///
    /// - Throws: ``TaskStoreError``.
    public func explain(_ id: DurableTaskID) async throws(TaskStoreError) -> TaskExplanation? {
        guard let task = try await core.store.task(id) else { return nil }
        var explanation = TaskExplanation(
            id: id,
            state: task.state,
            reasons: [],
            runCount: task.runCount,
            maxRunCount: task.task.durability.maxRunCount,
            lastError: task.lastError
        )
        switch task.state {
        case .running: break
        case .succeeded: explanation.reasons = [.ended(.succeeded, "")]
        case .dead:
            let reason = task.deathReason?.rawValue ?? ""
            explanation.reasons = [.ended(.dead, "it is in the dead letters (\(reason)): \(task.lastError ?? "")")]
        case .cancelled:
            explanation.reasons = [.ended(.cancelled, task.cancellation ?? "")]
        case .waiting, .blocked:
            explanation.reasons = try await reasons(for: task)
            if let run = try await core.store.runs(of: id).last, let reason = TaskStopReason(run) {
                explanation.stopReason = reason
                explanation.stopText = reason.description(run.error)
            }
            let isTimeOnly = explanation.reasons.allSatisfy { reason in
                switch reason {
                case .waitingUntil, .waitingForPoll: true
                default: false
                }
            }
            if isTimeOnly {
                explanation.nextRun = max(task.dueAt, core.wallClock())
            }
        }
        return explanation
    }

    private func reasons(for task: StoredTask) async throws(TaskStoreError) -> [TaskExplanation.Reason] {
        var reasons: [TaskExplanation.Reason] = []
        let now = core.wallClock()
        let open = try await openDependencies(of: task)
        if !open.isEmpty {
            reasons.append(.dependsOn(open))
        }
        if let first = try await firstOfGroup(before: task) {
            reasons.append(.behindInGroup(first))
        }
        if task.dueAt > now {
            reasons.append(task.reply == nil ? .waitingUntil(task.dueAt) : .waitingForPoll(task.dueAt))
        }
        let missing = task.task.requirements.subtracting(core.fulfilled)
        if !missing.isEmpty {
            reasons.append(.requires(missing))
        }
        if let version = core.runnableKinds[task.task.kind] {
            if task.task.payloadVersion > version { reasons.append(.laterPayload(task.task.payloadVersion)) }
        } else {
            reasons.append(.unregisteredKind)
        }
        if try await core.store.pausedKinds().contains(task.task.kind) {
            reasons.append(.paused)
        }
        if isSuspended || core.pump.state.isStoreSuspended {
            reasons.append(.suspended)
        }
        // The following reasons apply only to a task that does not wait for anything else.
        if reasons.isEmpty {
            let state = core.pump.state
            if state.runningCount >= state.limit {
                reasons.append(.limitReached(running: state.runningCount))
            } else if TaskRules.isSuspect(lostLeaseCount: task.lostLeaseCount), state.hasSuspect {
                reasons.append(.suspect)
            }
        }
        return reasons
    }

    private func openDependencies(of task: StoredTask) async throws(TaskStoreError) -> [DurableTaskID] {
        var open: [DurableTaskID] = []
        for dependency in task.task.dependencies {
            if let other = try await core.store.task(dependency.id), !other.state.isEnd {
                open.append(other.id)
            }
        }
        return open
    }

    /// The first task of the group that has not ended, if it precedes this task.
    private func firstOfGroup(before task: StoredTask) async throws(TaskStoreError) -> DurableTaskID? {
        guard let group = task.task.group else { return nil }
        var first = task.id
        // One state at a time, because stores can find tasks of a group and a state with an index.
        for state in [TaskState.running, .waiting, .blocked] {
            let query = TaskQuery(states: [state], group: group, limit: 1, includesPayloads: false)
            if let found = try await core.store.tasks(query).first {
                first = min(first, found.id)
            }
        }
        return first < task.id ? first : nil
    }
}
