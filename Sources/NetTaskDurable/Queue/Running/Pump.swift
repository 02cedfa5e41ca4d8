import Foundation
import NetTaskCore

/// Claims what is due as slots are free, and sleeps until there is something to do.
///
/// All claims are made by one loop, which does a round whenever it is woken: by the store's changes, by the end of a run,
/// by its own sleeper. What is to be done is read from the store each time, so that no missed signal can strand a task.
final class Pump: Sendable {
    /// The longest sleep while a task waits for a date, so that a clock that was set is noticed.
    private static let longestSleep = Duration.seconds(60)
    /// How soon to look after other processes that share the store.
    private static let sleepBesideOthers = Duration.seconds(5)
    /// The sleep where the store says that something is due, and hands nothing out.
    private static let leastSleep = Duration.seconds(1)
    /// What it takes at most to give all leases back.
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

    /// Ends the loop. What runs goes on to its end.
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
                client.log(.info, "The store was closed, so that the queue has ended its work", id: nil)
                return release()
            }
            client.log(.error, "The store failed, and is tried again in \(pause): \(error)", id: nil)
            sleep(pause, client)
        }
        // Also after a failure: if the disk is full, this makes room.
        await client.tidyUp()
        let now = client.time.now()
        if let next = client.nextRepetition, state.mayTry(at: now), next < state.sleeperDue ?? .seconds(Int64.max) {
            sleep(max(next - now, .zero), client)
        }
    }

    private func claimAll(_ client: any PumpClient) async throws(TaskStoreError) {
        while true {
            // First, so that who begins to drain until here gets a claim of a later moment.
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
                // The end of a run is what comes next.
                let hasOthers = await client.store.hasOtherOwners()
                return sleep(hasOthers ? Self.sleepBesideOthers : Self.longestSleep, client)
            }
            if request.limit == 0, let due = state.sleeperDue {
                // Suspended, and soon to look what expires. Whoever resumes or drains wakes this.
                let time = client.time.now()
                if due > time, due <= time + Self.longestSleep { return state.endClaim() }
            }
            // A claim takes the store's lock for writing, also where it finds nothing.
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
        // Before the store is asked: the leases last at least as long as is counted here.
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

    /// The answer of a store to when the next task is due.
    private struct Look {
        /// When it was asked.
        var start: Duration
        /// How long from then; `nil`: for ever.
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
            // What is due and was not handed out may have expired.
            try await client.expire(now: now)
            look = try await self.look(for: claim, now, client)
        }
        var wait: Duration?
        if let next = look.next {
            // Rounded up to milliseconds, the unit of stores, so as not to wake just before.
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

    /// There is one sleeper at a time.
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

    // MARK: From outside

    /// Cuts runs off whose tasks have ended in the store. By lease, since the task may run again by now.
    func stopRuns(_ leases: [TaskLease]) {
        state.controls(of: leases).forEach { $0.stop(.cancelled) }
    }

    func resume() {
        state.setSuspended(false)
        wake()
    }

    /// Runs what is due until nothing is left, or the time is over.
    ///
    /// - Returns: how many runs ended.
    func drain(limit: Int?, for time: Duration?, _ source: TimeSource) async throws(TaskStoreError) -> Int {
        let drain = state.addDrain(limit: limit)
        wake()
        await state.wait(atMost: time, source) { $0.drains[drain]?.isOver ?? true }
        let end = state.removeDrain(drain)
        wake()
        if let error = end?.error { throw error }
        return end?.ran ?? 0
    }

    /// Claims no more, and gives back all leases.
    func expire(_ source: TimeSource) async {
        state.setSuspended(true)
        state.endDrains()
        await returnAll(source)
    }

    func shutDown(grace: Duration, _ source: TimeSource) async {
        state.stop()
        await state.wait(atMost: grace, source) { $0.isIdle }
        await returnAll(source)
        signal.finish()
    }

    private func returnAll(_ source: TimeSource) async {
        state.allControls.forEach { $0.stop(.returned) }
        // In a Swift task of its own, since leases are given back also where the caller is cancelled.
        await Task.detached { [state] in
            await state.wait(atMost: Self.longestStop, source) { $0.isIdle }
        }.value
    }
}

/// What a ``Pump`` asks of its queue.
protocol PumpClient: AnyObject, Sendable {
    var store: any TaskStore { get }
    /// The kinds that can be run now, each with the last version of its payload that can be read.
    var runnableKinds: [String: Int] { get }
    var fulfilled: TaskRequirements { get }
    var time: TimeSource { get }
    var wallClock: @Sendable () -> Date { get }

    func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask]
    /// Runs a task, and tells the store how that ended.
    func run(_ task: ClaimedTask, _ control: RunControl) async
    /// Gives a task back that is not to be run after all.
    func giveBack(_ task: ClaimedTask) async
    /// Sends tasks to the dead letters whose time is over.
    func expire(now: Date) async throws(TaskStoreError)
    /// Does now and then what may make tasks due. What fails is logged, and tried again later.
    func prepareClaims() async
    /// Does now and then what no claim has to wait for. What fails is logged, and tried again later.
    func tidyUp() async
    /// When something of that which failed is to be tried again; nil if nothing did.
    var nextRepetition: Duration? { get }
    func log(_ level: DurableLogEntry.Level, _ text: @autoclosure () -> String, id: DurableTaskID?)
}
