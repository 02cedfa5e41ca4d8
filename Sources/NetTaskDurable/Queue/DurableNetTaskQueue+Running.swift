public import Foundation
import NetTaskCore

extension DurableNetTaskQueue {
    /// Starts to run tasks that are due or become due, until the queue is suspended, shut down or released. Has no effect if
    /// the queue has been started.
    public func start() {
        core.listen()
        core.pump.state.start()
        core.pump.wake()
    }

    /// Starts the queue. When the caller is cancelled, shuts the queue down as with ``shutdown(grace:)``, and then returns. Use
    /// it as the main task of a server process.
    public func run() async {
        start()
        let (end, ending) = AsyncStream<Void>.makeStream()
        await withTaskCancellationHandler {
            for await _ in end {}
        } onCancel: {
            ending.finish()
        }
        await Task { await shutdown() }.value
    }

    /// Whether the queue is suspended. A suspended queue starts no runs.
    public var isSuspended: Bool { core.pump.state.isSuspended }

    /// The number of tasks that may run at the same time, including those that wait for their next attempt; at least 1. A
    /// change takes effect immediately. Running tasks continue.
    public var limit: Int {
        get { core.pump.state.limit }
        set {
            core.pump.state.limit = newValue
            core.pump.wake()
        }
    }

    /// The number of runs in this queue.
    public var runningCount: Int { core.pump.state.runningCount }

    /// Starts no further runs until ``resume()``, except for ``drain(until:limit:)``. Current runs continue, with their
    /// retries. Tasks may still be enqueued.
    public func suspend() {
        core.pump.state.setSuspended(true)
    }

    /// Starts to run tasks that are due or become due.
    public func resume() {
        core.pump.resume()
    }

    /// Runs the tasks that are due, even if the queue is suspended or was never started. Use it for the background time of an
    /// app, and for periodic jobs.
    ///
    /// - Parameters:
    ///   - deadline: the latest date at which this returns. Current runs continue; ``expire()`` ends them. Default: `nil`, no
    ///     deadline.
    ///   - limit: the maximum number of runs. Default: `nil`, no limit.
    /// - Returns: a report, as soon as no task is due, the deadline or the limit is reached, or the caller is cancelled.
    /// - Throws: ``TaskStoreError`` if the store fails meanwhile. The queue itself tries again.
    @discardableResult
    public func drain(until deadline: Date? = nil, limit: Int? = nil) async throws(TaskStoreError) -> DrainReport {
        core.listen()
        let time = deadline.map { deadline in
            let seconds = deadline.timeIntervalSince(core.wallClock())
            // A deadline of more than a year is never reached in practice, and might overflow a `Duration`. NaN counts as
            // passed.
            return Duration.seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 365 * 86_400))
        }
        let ran = try await core.pump.drain(limit: limit, for: time, core.time)
        return try await report(ran: ran)
    }

    private func report(ran: Int) async throws(TaskStoreError) -> DrainReport {
        var report = DrainReport(ran: ran)
        for count in try await core.store.counts() where !count.state.isEnd {
            report.left += count.count
        }
        if report.left == 0 { return report }
        let everything = TaskRequirements(rawValue: .max)
        let claim = TaskClaim(limit: 1, kinds: core.runnableKinds, fulfilled: everything)
        let now = core.wallClock()
        report.nextRun = try await core.store.wait(for: claim, now: now).map { now + $0.seconds }
        let waiting = try await core.store.tasks(
            TaskQuery(states: [.waiting, .blocked], limit: 1000, includesPayloads: false)
        )
        for task in waiting {
            report.requirements.formUnion(task.task.requirements)
        }
        return report
    }

    /// Ends the work when the background time is over: starts no further runs, cancels the current runs and gives their leases
    /// back, so that the runs do not count. Returns when that is done, after at most 4 seconds. The queue is then suspended.
    public func expire() async {
        await core.pump.expire(core.time)
    }

    /// Suspends the store, before the system suspends the app: cancels the current runs, gives their leases back, so that the
    /// runs do not count, and has the store release its files, so that another process can run the tasks. Returns when that is
    /// done, usually immediately; runs that do not stop are left after 4 seconds.
    ///
    ///     .onChange(of: scenePhase) { _, phase in
    ///         Task {
    ///             if phase == .background { await queue.suspendStore() } else { try await queue.resumeStore() }
    ///         }
    ///     }
    ///
    /// Until ``resumeStore(isolation:)``, the queue runs nothing. The methods that use the store throw
    /// ``TaskStoreError/suspended``, and change nothing. Handles continue to wait. A `drain` ends, and throws this error if it
    /// cannot read its report. ``isSuspended`` does not change.
    ///
    /// A store without files, such as ``MemoryTaskStore`` or the one of PostgreSQL, is not suspended and can still be used:
    /// tasks can be enqueued, and other queues run them. All queues on one store can call this; the store is suspended by the
    /// first call, and resumed by the first call of ``resumeStore(isolation:)``. A second call has no effect. It completes even
    /// if the caller is cancelled.
    ///
    /// - Parameter isolation: the actor of the caller. Calls of one actor take effect in their order.
    public func suspendStore(isolation: isolated (any Actor)? = #isolation) async {
        await core.suspensions { [core] in
            await core.pump.suspendStore(core.time)
            await core.store.suspend(now: core.wallClock())
        }
    }

    /// Resumes the store, and runs the tasks that are due if the queue was started. Has no effect if the store is not suspended.
    ///
    /// - Parameter isolation: the actor of the caller. Calls of one actor take effect in their order.
    /// - Throws: ``TaskStoreError`` if the store cannot be opened. It then stays suspended, and this can be called again.
    public func resumeStore(isolation: isolated (any Actor)? = #isolation) async throws(TaskStoreError) {
        let result = await core.suspensions { [core] () -> Result<Void, TaskStoreError> in
            do throws(TaskStoreError) {
                try await core.store.resume()
            } catch {
                return .failure(error)
            }
            core.pump.resumeStore()
            return .success(())
        }
        try result.get()
    }

    /// Shuts down the queue: no further run starts. Returns when no task runs. Tasks may still be enqueued, for another queue
    /// to run. The store stays open.
    ///
    /// - Parameter grace: how long runs may continue before they are cancelled and their leases returned, so that they do not
    ///   count. Returning them takes at most 4 more seconds. Default: 25 seconds, because Kubernetes kills a pod after 30.
    ///   Cancelling the caller ends the grace period immediately.
    public func shutdown(grace: Duration = .seconds(25)) async {
        await core.pump.shutDown(grace: grace, core.time)
    }
}

/// The result of ``DurableNetTaskQueue/drain(until:limit:)``.
public struct DrainReport: Sendable, Hashable {
    /// The number of runs that have ended.
    public var ran = 0
    /// The number of tasks that have not ended, of all kinds and in all states.
    public var left = 0
    /// When to drain again: when the next task is due or expires, if its conditions are met. `nil` if no task becomes due
    /// without another event.
    public var nextRun: Date?
    /// The conditions that the first 1,000 waiting tasks require, to pass to the system.
    public var requirements: TaskRequirements = []
}
