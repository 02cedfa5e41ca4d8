import Foundation

/// A task in the dead letters, for a view.
public struct DurableFailure: Sendable, Hashable, Identifiable {
    /// Why a task failed.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The server has another value than the task assumed (HTTP 409 or 412). The reply may have the current one.
        case conflict
        /// The server rejected the credentials, or the user may not do this (401 or 403).
        case unauthorized
        /// The server rejected the task for another reason (another status from 400 to 499).
        case rejected
        /// All runs failed, such as because the server did not answer.
        case exhausted
        /// The task expired before it succeeded.
        case expired
        /// The app ended during a run, for the third time.
        case crashed
        /// The stored task cannot be read by this version of the app.
        case undecodable
        /// Another error, such as a reply that could not be parsed.
        case other
    }

    /// The stored task.
    public let task: StoredTask
    /// Why it failed.
    public let reason: Reason
    /// The reply that rejected its last run, unsealed.
    let storedReply: Data?

    public var id: DurableTaskID { task.id }

    /// The latest error, as text for developers.
    public var message: String { task.lastError ?? "" }
}

extension DurableCore {
    /// The failures of the dead letters among these tasks, which may lack their replies.
    ///
    /// - Parameter known: the failures that were read before.
    func failures(
        among tasks: [StoredTask],
        known: [DurableFailure]
    ) async throws(TaskStoreError) -> [DurableFailure] {
        let known = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let dead = tasks.filter { $0.state == .dead }
        let new = dead.filter { known[$0.id]?.task != $0 }.map(\.id)
        var replies: [DurableTaskID: Data] = [:]
        for first in stride(from: 0, to: new.count, by: 100) {
            for task in try await store.tasks(Array(new[first...].prefix(100))) where task.state == .dead {
                // Without the key of a sealed task, its reply cannot be shown.
                replies[task.id] = task.reply.flatMap { try? configuration.open($0, task.task.codec) }
            }
        }
        return dead.map { task in
            if let failure = known[task.id], failure.task == task { return failure }
            let reply = replies[task.id]
            return DurableFailure(task: task, reason: reason(of: task, reply), storedReply: reply)
        }
    }

    private func reason(of task: StoredTask, _ reply: Data?) -> DurableFailure.Reason {
        let type = registry.kind(task.task.kind)?.rejection
        let rejection = reply.flatMap { try? type?.init(storedReply: $0) }
        switch task.deathReason {
        case .abandoned, nil: return rejection?.failureReason ?? .other
        case .exhausted: return rejection?.failureReason ?? .exhausted
        case .expired: return .expired
        case .crashed: return .crashed
        case .undecodable: return .undecodable
        }
    }
}
