import Foundation
import NetTaskCore

/// Claims tasks that are due while slots are free, and sleeps until there is work.
///
/// One loop makes all claims. It does a round whenever it is woken: by a change of the store, by the end of a run, or by its
/// sleeper. Each round reads from the store what is due, so that a missed signal cannot leave a task behind.
final class Pump: Sendable {
    /// The longest sleep while a task waits for a date, so that a change of the clock is detected.
    private static let longestSleep = Duration.seconds(60)
    /// The longest sleep while other processes share the store.
    private static let sleepBesideOthers = Duration.seconds(5)
    /// The sleep if the store reports a due task but hands none out.
    private static let leastSleep = Duration.seconds(1)
    /// The longest time to return all leases.
    private static let longestStop = Duration.seconds(4)

    let state: PumpState
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(limit: Int) {
        state = PumpState(limit: limit)
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: The loop

    func start(_ client: any PumpClient) {
        Task.detached { [signals] in
            for await _ in signals {
                await self.round(client)
            }
        }
        wake()
    }

    func wake() {
        signal.yield()
    }

    /// Ends the loop. Current runs continue to their end.
    func release() {
        state.stop()
        signal.finish()
    }

    private func round(_ client: any PumpClient) async {
        guard state.mayTry(at: client.time.now()) else { return }
        await client.prepareClaims()
        do {
            try await claimAll(client)
            state.succeeded()
        } catch {
            let pause = state.failed(error, at: client.time.now())
            if error == .closed {
                client.log(.info, "The store was closed, so the queue has stopped", id: nil)
                return release()
            }
            if error == .suspended { return }
            client.log(.error, "The store failed. The next try is in \(pause): \(error)", id: nil)
            sleep(pause, client)
        }
        // This runs even after a failure: if the disk is full, it makes room.
        await client.tidyUp()
        let now = client.time.now()
        if let next = client.nextRepetition, state.mayTry(at: now), next < state.sleeperDue ?? .seconds(Int64.max) {
            sleep(max(next - now, .zero), client)
        }
    }

    private func claimAll(_ client: any PumpClient) async throws(TaskStoreError) {
        while true {
            // The claim begins before the time is read, so that a drain that was added until here gets a claim of a later
            // moment.
            let request = state.beginClaim()
            let now = client.wallClock()
            let kinds = client.runnableKinds
            let claim = TaskClaim(
                limit: request.limit,
                kinds: request.limit > 0 ? kinds : [:],
                fulfilled: client.fulfilled,
                suspectLimit: request.suspectLimit
            )
            if request.isFull {
                state.endClaim()
                // The next event is the end of a run.
                let hasOthers = await client.store.hasOtherOwners()
                return sleep(hasOthers ? Self.sleepBesideOthers : Self.longestSleep, client)
            }
            if request.limit == 0, let due = state.sleeperDue {
                // The queue is suspended and will soon check for expired tasks. Resuming and draining wake the loop.
                let time = client.time.now()
                if due > time, due <= time + Self.longestSleep { return state.endClaim() }
            }
            // A claim takes the store's write lock even if it finds nothing, so the store is asked first.
            var look = state.expectsMore ? nil : try await self.look(for: claim, now, client)
            var isAnyClaimed = false
            if claim.kinds.isEmpty || look?.isDue == false {
                state.endClaim()
            } else {
                let count = try await self.claim(claim, now, client)
                state.expectsMore = count >= claim.limit
                if state.expectsMore { continue }
                isAnyClaimed = count > 0
                look = nil
            }
            if !isAnyClaimed, request.limit > 0 {
                state.foundNothing(request.drains)
            }
            let latest = if let look { look } else { try await self.look(for: claim, now, client) }
            return try await sleep(after: latest, claim, now, client)
        }
    }

    /// - Returns: how many tasks were claimed.
    private func claim(
        _ claim: TaskClaim,
        _ now: Date,
        _ client: any PumpClient
    ) async throws(TaskStoreError) -> Int {
        // The time is read before the store is asked, so that the leases last at least as long as counted here.
        let start = client.time.now()
        let claimed: [ClaimedTask]
        do {
            claimed = try await client.claim(claim, now: now)
        } catch {
            state.endClaim()
            throw error
        }
        let (started, refused) = state.begin(claimed, at: start)
        for (task, control) in started {
            Task.detached {
                await client.run(task, control)
                self.state.finish(task.lease)
                self.wake()
            }
        }
        for task in refused {
            await client.giveBack(task)
        }
        state.endClaim()
        return claimed.count
    }

    // MARK: Sleeping

    /// The store's answer to the question when the next task is due.
    private struct Look {
        /// When the store was asked.
        var start: Duration
        /// The time from then on; nil if no task waits for a date.
        var next: Duration?

        var isDue: Bool { next.map { $0 <= .zero } ?? false }
    }

    private func look(
        for claim: TaskClaim,
        _ now: Date,
        _ client: any PumpClient
    ) async throws(TaskStoreError) -> Look {
        let start = client.time.now()
        return Look(start: start, next: try await client.store.wait(for: claim, now: now))
    }

    private func sleep(
        after look: Look,
        _ claim: TaskClaim,
        _ now: Date,
        _ client: any PumpClient
    ) async throws(TaskStoreError) {
        var look = look
        if look.isDue {
            // A due task that was not handed out may have expired.
            try await client.expire(now: now)
            look = try await self.look(for: claim, now, client)
        }
        var wait: Duration?
        if let next = look.next {
            // The wait is rounded up to milliseconds, the unit of stores, so as not to wake just before the date.
            let left = next - (client.time.now() - look.start)
            let seconds = (left.seconds * 1000).rounded(.up) / 1000
            wait = look.isDue ? Self.leastSleep : min(.seconds(max(seconds, 0)), Self.longestSleep)
        }
        if await client.store.hasOtherOwners() {
            wait = min(wait ?? Self.sleepBesideOthers, Self.sleepBesideOthers)
        }
        if claim.limit == 0 {
            wait = min(wait ?? Self.longestSleep, Self.longestSleep)
        }
        sleep(wait ?? .seconds(3600), client)
    }

    /// Starts a sleeper in place of the previous one.
    private func sleep(_ wait: Duration, _ client: any PumpClient) {
        let time = client.time
        let due = time.now() + wait
        state.setSleeper(due: due) {
            Task.detached { [weak self] in
                try? await time.sleep(due)
                if !Task.isCancelled {
                    self?.wake()
                }
            }
        }
    }

    // MARK: Calls of the queue

    /// Stops runs whose tasks have ended in the store. Runs are found by lease, since the task may already run again.
    func stopRuns(_ leases: [TaskLease]) {
        state.controls(of: leases).forEach { $0.stop(.cancelled) }
    }

    func resume() {
        state.setSuspended(false)
        wake()
    }

    /// Runs due tasks until none is left or the time is over.
    ///
    /// - Returns: the number of runs that ended.
    func drain(limit: Int?, for time: Duration?, _ source: TimeSource) async throws(TaskStoreError) -> Int {
        let drain = state.addDrain(limit: limit)
        wake()
        await state.wait(atMost: time, source) { $0.drains[drain]?.isOver ?? true }
        let end = state.removeDrain(drain)
        wake()
        if let error = end?.error { throw error }
        return end?.ran ?? 0
    }

    /// Stops claiming, and returns all leases.
    func expire(_ source: TimeSource) async {
        state.setSuspended(true)
        state.endDrains()
        await returnAll(source)
    }

    /// Stops claiming until ``resumeStore()``, and returns all leases.
    func suspendStore(_ source: TimeSource) async {
        state.setStoreSuspended(true)
        state.endDrains()
        await returnAll(source)
    }

    func resumeStore() {
        state.setStoreSuspended(false)
        wake()
    }

    func shutDown(grace: Duration, _ source: TimeSource) async {
        state.stop()
        await state.wait(atMost: grace, source) { $0.isIdle }
        await returnAll(source)
        signal.finish()
    }

    private func returnAll(_ source: TimeSource) async {
        state.allControls.forEach { $0.stop(.returned) }
        // A Swift task of its own returns the leases even if the caller is cancelled.
        await Task.detached { [state] in
            await state.wait(atMost: Self.longestStop, source) { $0.isIdle }
        }.value
    }
}

/// The queue, as a ``Pump`` uses it.
protocol PumpClient: AnyObject, Sendable {
    var store: any TaskStore { get }
    /// The kinds that can be run now, each with the latest version of its payload that can be read.
    var runnableKinds: [String: Int] { get }
    var fulfilled: TaskRequirements { get }
    var time: TimeSource { get }
    var wallClock: @Sendable () -> Date { get }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask]
    /// Runs a task, and reports its end to the store.
    func run(_ task: ClaimedTask, _ control: RunControl) async
    /// Returns a claimed task that is not to be run.
    func giveBack(_ task: ClaimedTask) async
    /// Ends tasks that have expired.
    func expire(now: Date) async throws(TaskStoreError)
    /// Does the regular maintenance that may make tasks due. Failures are logged, and repeated later.
    func prepareClaims() async
    /// Does the regular maintenance that no claim depends on. Failures are logged, and repeated later.
    func tidyUp() async
    /// When the next failed step is to be repeated; nil if none failed.
    var nextRepetition: Duration? { get }
    func log(_ level: DurableLogEntry.Level, _ text: @autoclosure () -> String, id: DurableTaskID?)
}
