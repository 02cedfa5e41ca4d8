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
        if let other, let policy = new.uniqueness?.policy {
            switch policy {
            case .coalesce: return .kept(other)
            case .rejectNew: return .rejected(other)
            case .cancelOld: break
            }
        }
        let id = newID()
        let replaced = other.map { cancel([$0], reason: "Task \(id) has taken its place.", now: now) }
        var task = MemoryTask(StoredTask(id: id, task: new, enqueuedAt: now))
        if let failed = failedDependency(of: new) {
            task.cancel("Task \(failed), which it depends on, had ended without success.", now: now)
        }
        add(task)
        return replaced.map { .replaced($0, by: id) } ?? .inserted(id)
    }
}
