import Foundation
import NetTaskDurable
import NetTaskRuntime

extension FaultyStore {
    func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask] {
        var tasks: [StoredTask] = []
        for task in try await store.tasks(ids) {
            tasks.append(try await changed(task))
        }
        return tasks
    }

    func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] {
        var query = query
        switch fault {
        case .ignoresPages: query.after = nil
        case .ignoresQueryLimits: query.limit = .max
        case .ignoresQueriedStates: query.states = nil
        case .ignoresQueriedKinds: query.kinds = nil
        case .ignoresQueriedReasons: query.deathReasons = nil
        case .ignoresQueriedTags: query.tag = nil
        case .ignoresQueriedGroups: query.group = nil
        case .ignoresQueriedKeys: query.uniqueKey = nil
        default: break
        }
        var tasks: [StoredTask] = []
        for task in try await store.tasks(query) {
            tasks.append(try await changed(task))
        }
        return fault == .listsBackwards ? tasks.reversed() : tasks
    }

    private func changed(_ task: StoredTask) async throws(TaskStoreError) -> StoredTask {
        var task = task
        switch fault {
        case .keepsPayloads: task.task.payload = Data("payload".utf8)
        case .losesPayloads where task.state == .dead: task.task.payload = Data()
        case .countsUpToTen: task.runCount = min(10, task.runCount)
        case .changesPriorityOfEnded: task.priority = shared.withLock { $0.priorities[task.id] } ?? task.priority
        case .countsLostLeasesForEver:
            task.lostLeaseCount = try await store.runs(of: task.id).count { $0.outcome == .lost }
        default: break
        }
        return task
    }

    func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] {
        let runs = try await store.runs(of: id)
        switch fault {
        case .forgetsOldRuns: return runs.suffix(1)
        case .forgetsHistories where isSecond: return []
        default: return runs
        }
    }

    func counts() async throws(TaskStoreError) -> [TaskCount] {
        let counts = try await store.counts()
        switch fault {
        case .countsZeros: return counts + [TaskCount(kind: "a", state: .dead, count: 0)]
        case .mixesUpCounts: return counts.map { TaskCount(kind: "a", state: $0.state, count: $0.count) }
        default: return counts
        }
    }
}
