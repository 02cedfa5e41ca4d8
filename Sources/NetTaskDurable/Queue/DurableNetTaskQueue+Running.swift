public import Foundation
import NetTaskCore

extension DurableNetTaskQueue {
    /// Runs all that is due, and goes on to run what becomes due, until the queue is suspended, shut down or released.
    /// Starting it again does nothing.
    public func start() {
        core.listen()
        core.pump.state.start()
        core.pump.wake()
    }

    /// Starts the queue, and returns once the caller is cancelled and the queue has shut down, as ``shutdown(grace:)`` does:
    /// what a server's process waits for.
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

    /// Whether nothing more is run until ``resume()``.
    public var isSuspended: Bool { core.pump.state.isSuspended }

    /// How many runs may be under way at once, those included that wait for their next attempt; at least 1. A change counts
    /// at once: a higher limit starts more, with a lower one those under way go on to their end.
    public var limit: Int {
        get { core.pump.state.limit }
        set {
            core.pump.state.limit = newValue
            core.pump.wake()
        }
    }

    /// How many runs are under way here.
    public var runningCount: Int { core.pump.state.runningCount }

    /// Starts no more runs until ``resume()``, but for ``drain(until:limit:)``. Runs under way go on, with their retries.
    /// Tasks may still be enqueued.
    public func suspend() {
        core.pump.state.setSuspended(true)
    }

    /// Runs all that is due, and goes on to run what becomes due.
    public func resume() {
        core.pump.resume()
    }

    /// Runs what is due, also while the queue is suspended or was never started: for the time that a system gives an app in the background,
    /// and for jobs that are started now and then.
    ///
    /// - Parameters:
    ///   - deadline: returns then at the latest. What is under way goes on; ``expire()`` ends it. Defaults to `nil`: none.
    ///   - limit: the maximum number of runs that it begins. Defaults to `nil`: any number.
    /// - Returns: once nothing that is due is left, or the deadline or the limit is reached, or the caller is cancelled.
    /// - Throws: ``TaskStoreError`` if the store fails meanwhile. The queue itself goes on trying.
    @discardableResult
    public func drain(until deadline: Date? = nil, limit: Int? = nil) async throws(TaskStoreError) -> DrainReport {
        core.listen()
        let time = deadline.map { deadline in
            let seconds = deadline.timeIntervalSince(core.wallClock())
            // A time that is longer than a year is as good as none, and might not fit into a duration. What is no date has
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

    /// The time in the background is over: begins no more runs, cancels those under way and gives their leases back,
    /// without counting them. Returns once that is done, after 4 seconds at the latest. The queue is suspended then.
    public func expire() async {
        await core.pump.expire(core.time)
    }

    /// Ends the work of the queue for good: begins no more runs, and returns once none is under way. Tasks may still be
    /// enqueued, for another queue to run. The store stays open.
    ///
    /// - Parameter grace: how long runs may take to end by themselves; then they are cancelled, and their leases given
    ///   back without counting them, which takes at most 4 seconds more. Defaults to 25 seconds, which fits into the 30
    ///   that Kubernetes gives. Cancelling the caller ends it at once.
    public func shutdown(grace: Duration = .seconds(25)) async {
        await core.pump.shutDown(grace: grace, core.time)
    }
}

/// What became of a ``DurableNetTaskQueue/drain(until:limit:)``.
public struct DrainReport: Sendable, Hashable {
    /// How many runs ended, however they did.
    public var ran = 0
    /// How many tasks have not ended, of all kinds and in all states.
    public var left = 0
    /// When to come back: when the next of them is due, or expires, were all there that it requires. nil: never, or only
    /// after something else has happened.
    public var nextRun: Date?
    /// What those require that wait, of the first 1,000 of them; for telling a system what to wait for.
    public var requirements: TaskRequirements = []
}
