import Foundation

extension MemoryTasks {
    mutating func insert(_ new: [NewTask], now: Date) throws(TaskStoreError) -> [TaskInsertion] {
        for dependency in new.lazy.flatMap(\.dependencies) where tasks[dependency.id] == nil {
            throw .unknownDependency(dependency.id)
        }
        return new.map { insert($0, now: now) }
    }

    private mutating func insert(_ new: NewTask, now: Date) -> TaskInsertion {
        let other = unique(new)
        if let answer = other.flatMap({ TaskRules.answer(to: new, beside: $0) }) { return answer }
        let id = newID()
        let replaced = other.map { cancel([$0], reason: TaskRules.Reason.replaced, now: now) }
        var task = MemoryTask(StoredTask(id: id, task: new, enqueuedAt: now))
        if let failed = needs(of: new).failed {
            task.cancel(TaskRules.Reason.hadFailed(failed), now: now)
        }
        add(task)
        count(id, now: now) { figure in
            figure.enqueued += 1
            if task.stored.state.isEnd { figure.count(task.stored.state) }
        }
        return replaced.map { .replaced($0, by: id) } ?? .inserted(id)
    }

    mutating func depend(
        _ id: DurableTaskID,
        on dependency: TaskDependency,
        now: Date
    ) throws(TaskStoreError) -> [DurableTaskID] {
        guard let state = tasks[id]?.stored.state, state == .waiting || state == .blocked else { throw .begun(id) }
        guard tasks[dependency.id] != nil else { throw .unknownDependency(dependency.id) }
        if waits(dependency.id, for: id) { throw .circularDependency(dependency.id) }
        change(id) { $0.stored.task.dependencies.append(dependency) }
        if let failed = needs(of: tasks[id]!.stored.task).failed {
            return cancel([id], reason: TaskRules.Reason.hadFailed(failed), now: now)
        }
        wait(id, for: dependency)
        return []
    }

    /// Whether a task waits for another one, directly or indirectly, or is that task.
    private func waits(_ id: DurableTaskID, for other: DurableTaskID) -> Bool {
        var open = [id]
        var seen = Set(open)
        while let id = open.popLast() {
            if id == other { return true }
            open += tasks[id].map(first(before:))?.filter { seen.insert($0).inserted } ?? []
        }
        return false
    }
}
