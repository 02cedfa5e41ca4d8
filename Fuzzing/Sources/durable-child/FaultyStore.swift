import DurableCheck
import Foundation
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime

/// A store that breaks a promise.
struct FaultyStore: ForwardingTaskStore {
    let base: any TaskStore
    let fault: PlantedFault

    func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
        guard fault == .skippedCommit else { return try await base.insert(tasks, now: now) }
        Task {
            try await Task.sleep(for: .milliseconds(30))
            _ = try await base.insert(tasks, now: now)
        }
        return tasks.map { _ in .inserted(DurableTaskID(rawValue: 1)) }
    }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
        var claimed = try await base.claim(claim, now: now)
        if fault == .newKeys {
            for index in claimed.indices {
                claimed[index].task.task.idempotencyKey = UUID().uuidString
            }
        }
        return claimed
    }
}
