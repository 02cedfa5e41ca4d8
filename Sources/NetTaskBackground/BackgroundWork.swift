import Foundation
import NetTaskCore
import NetTaskDurable

/// Runs a durable queue in the background time of the system. It does not use the system's framework, and is tested on all
/// platforms.
final class BackgroundWork: Sendable {
    /// The methods of a queue, without its types.
    private struct Queue: Sendable {
        let drain: @Sendable (_ limit: Int?) async throws(TaskStoreError) -> DrainReport
        let suspend: @Sendable () async -> Void
        let resume: @Sendable () async throws(TaskStoreError) -> Void
    }

    private let queue: Queue
    private let kinds: Set<BackgroundPlan.Kind>
    private let usesNetwork: Bool
    private let now: @Sendable () -> Date
    private let schedule: @Sendable (BackgroundPlan) -> Void
    private let isInForeground = Locked(true)

    /// - Parameter schedule: asks the system for the next background task. Called on the concurrency pool.
    init<Request, Reply>(
        _ queue: DurableNetTaskQueue<Request, Reply>,
        _ kinds: Set<BackgroundPlan.Kind>,
        usesNetwork: Bool,
        now: @escaping @Sendable () -> Date,
        schedule: @escaping @Sendable (BackgroundPlan) -> Void
    ) {
        self.queue = Queue(
            drain: { (limit) async throws(TaskStoreError) in try await queue.drain(limit: limit) },
            suspend: { await queue.suspendStore() },
            resume: { () async throws(TaskStoreError) in try await queue.resumeStore() }
        )
        self.kinds = kinds
        self.usesNetwork = usesNetwork
        self.now = now
        self.schedule = schedule
    }

    /// Runs the tasks that are due, until none is left or the current Swift task is cancelled. Then schedules the next background
    /// task, and suspends the store again unless the app is in the foreground.
    ///
    /// - Returns: whether the store could be used.
    func run() async -> Bool {
        var isDone = false
        do {
            try await queue.resume()
            var report = try await queue.drain(nil)
            // The current runs are about to be stopped, and their tasks are then due.
            if Task.isCancelled, report.left > 0 { report.nextRun = now() }
            plan(report)
            isDone = true
        } catch {
            // The queue has logged the error. The next background task tries again.
            try? await plan(queue.drain(0))
        }
        await suspendInBackground()
        return isDone
    }

    /// Schedules the next background task, and suspends the store.
    func enterBackground(isolation: isolated (any Actor)? = #isolation) async {
        isInForeground.withLock { $0 = false }
        // A store that cannot be read is read in the next background task.
        try? await plan(queue.drain(0))
        await suspendInBackground()
    }

    func enterForeground(isolation: isolated (any Actor)? = #isolation) async throws(TaskStoreError) {
        isInForeground.withLock { $0 = true }
        try await queue.resume()
    }

    private func plan(_ report: DrainReport) {
        if let plan = BackgroundPlan(after: report, kinds, usesNetwork: usesNetwork, now: now()) { schedule(plan) }
    }

    private func suspendInBackground() async {
        if isInForeground.withLock({ $0 }) { return }
        await queue.suspend()
        // The app may have returned to the foreground meanwhile.
        if isInForeground.withLock({ $0 }) { try? await queue.resume() }
    }
}
