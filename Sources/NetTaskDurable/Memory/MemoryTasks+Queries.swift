extension MemoryTasks {
    func list(_ query: TaskQuery) -> [StoredTask] {
        var found: [StoredTask] = []
        for id in ids {
            guard found.count < query.limit else { break }
            if let after = query.after, id <= after { continue }
            guard let task = tasks[id]?.stored, query.matches(task) else { continue }
            found.append(query.trimmed(task))
        }
        return found
    }

    func counts() -> [TaskCount] {
        var counts: [String: [TaskState: Int]] = [:]
        for task in tasks.values {
            counts[task.stored.task.kind, default: [:]][task.stored.state, default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.flatMap { kind, states in
            TaskState.allCases.compactMap { state in
                states[state].map { TaskCount(kind: kind, state: state, count: $0) }
            }
        }
    }
}

extension TaskQuery {
    fileprivate func matches(_ task: StoredTask) -> Bool {
        (states?.contains(task.state) ?? true)
            && (kinds?.contains(task.task.kind) ?? true)
            && (deathReasons.map { reasons in task.deathReason.map(reasons.contains) ?? false } ?? true)
            && (tag.map(task.task.tags.contains) ?? true)
            && (group.map { $0 == task.task.group } ?? true)
            && (uniqueKey.map { $0 == task.task.uniqueness?.key } ?? true)
    }
}
