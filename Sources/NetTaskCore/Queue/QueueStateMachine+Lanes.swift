/// The lanes: what a server's limits and the rates of specs hold, by keys.
extension QueueStateMachine {
    /// Whether a task has to be asked for its key.
    var asksForKeys: Bool { needsKeys || limitPerKey > 0 }

    /// How long after its start observers are notified of a hold again.
    private static var reminderDelay: Duration { .seconds(300) }

    /// Takes in what the reply to an attempt says of its server's limits.
    mutating func note(_ limit: NetTaskLimit, of place: QueuePlace, attempt: Int) {
        guard !limit.isEmpty, isRunning(place, attempt), let job = jobs[place.slot],
            let run = entries[place.slot].running
        else { return }
        let bucket = entries[place.slot].bucket
        openLane(bucket)
        if !run.isReported {
            entries[place.slot].running?.isReported = true
            lanes[bucket]?.openCount -= 1
        }
        let wasHeld = lanes[bucket]?.isHeldByServer(at: now) ?? false
        lanes[bucket]?.note(limit, startedAt: run.startedAt, now: now, maxHold: maxHold)
        settleLane(bucket)
        if !wasHeld, lanes[bucket]?.isHeldByServer(at: now) == true, let hold = lanes[bucket]?.hold(at: now) {
            events.append(Event(job: job, kind: .held(key: ready.key(of: bucket), for: hold.duration)))
            lanes[bucket]?.reminder = now + Self.reminderDelay
            settleLane(bucket)
        }
    }

    // MARK: Rates

    /// An attempt is about to send another request, such as one to which a redirect leads, or its reply has begun.
    mutating func setHasToken(_ hasToken: Bool, of place: QueuePlace, attempt: Int) {
        guard isRunning(place, attempt), entries[place.slot].running?.hasToken != hasToken else { return }
        if hasToken {
            guard let rate = lanes[entries[place.slot].bucket]?.rate else { return }
            rate.tokens.overdraw()
            entries[place.slot].running?.hasToken = true
            settleLane(entries[place.slot].bucket)
        } else {
            giveBackToken(of: place.slot)
        }
    }

    /// - Returns: whether a task that is ready may start now, as for the rate of its lane.
    mutating func takeToken(_ slot: Int) -> Bool {
        let bucket = entries[slot].bucket
        guard !lanes.isEmpty, let rate = lanes[bucket]?.rate else { return true }
        if rate.take(at: now) { return true }
        // Another queue was faster.
        settleLane(bucket)
        return false
    }

    private mutating func giveBackToken(of slot: Int) {
        let bucket = entries[slot].bucket
        guard entries[slot].running?.hasToken == true, let rate = lanes[bucket]?.rate else { return }
        entries[slot].running?.hasToken = false
        rate.giveBack(at: now)
        returnedTokens.append(rate.tokens)
        settleLane(bucket)
    }

    mutating func setRate(_ rate: RateShare?, of bucket: Int) {
        guard let rate else { return }
        openLane(bucket)
        lanes[bucket]?.setRate(rate)
    }

    /// Opens the lanes that these tokens are for, or sets when they open, since another queue has given some back.
    mutating func settleLanes(of tokens: RateTokens) {
        for (bucket, lane) in lanes where lane.rate?.tokens === tokens { settleLane(bucket) }
    }

    // MARK: Lanes

    /// Lets the deadline of a task that is ready count if its lane holds it.
    mutating func countDeadlineIfHeld(_ slot: Int) {
        guard !lanes.isEmpty, entries[slot].uncountedDeadline != nil else { return }
        if ready.isHeld(entries[slot].bucket) {
            countDeadline(slot)
        } else {
            lanes[entries[slot].bucket]?.hasUncountedDeadlines = true
        }
    }

    /// Makes a lane of a bucket, if there is none.
    mutating func openLane(_ bucket: Int) {
        guard lanes[bucket] == nil else { return }
        if lanes.count >= lanesToForget {
            forgetLanes()
            lanesToForget = max(64, 2 * lanes.count)
        }
        ready.retain(bucket)
        lanes[bucket] = QueueLane(openCount: ready.runningCount(of: bucket), now: now)
    }

    /// Forgets the lanes that hold nothing any more and that no task is in.
    mutating func forgetLanes() {
        for (bucket, lane) in lanes where ready.taskCount(of: bucket) == 1 && lane.isOver(at: now) {
            lanes[bucket] = nil
            ready.setHeld(false, bucket)
            ready.leave(bucket)
        }
    }

    /// Opens or closes a lane, now that something of it has changed.
    mutating func settleLane(_ bucket: Int) {
        guard !lanes.isEmpty, var lane = lanes[bucket] else { return }
        lane.pass(to: now)
        let opening = lane.opening(at: now)
        ready.setHeld(opening != .now, bucket)
        if opening != .now, lane.hasUncountedDeadlines {
            lane.hasUncountedDeadlines = false
            for slot in ready.waiting(in: bucket) { countDeadline(slot) }
        }
        if !lane.isHeldByServer(at: now) { lane.reminder = nil }
        // As long as nobody waits in it, nobody is to be woken for it.
        if ready.hasWaiting(bucket), opening != .now {
            if let reminder = lane.reminder, reminder <= now, let hold = lane.hold(at: now),
                let job = ready.waiting(in: bucket).first.flatMap({ jobs[$0] })
            {
                lane.reminder = nil
                events.append(Event(job: job, kind: .stillHeld(key: ready.key(of: bucket), for: hold.duration)))
            }
            var wake = lane.reminder
            if case .at(let moment) = opening { wake = min(wake ?? moment, moment) }
            if let wake, lane.wake != wake {
                lane.wake = wake
                openings.insert(bucket, due: wake, order: NetTaskID())
            }
        }
        lanes[bucket] = lane
    }

    /// Opens the lanes whose moment has come.
    mutating func settleLanes() {
        while let opening = openings.first, opening.due <= now {
            openings.removeFirst()
            if lanes[opening.value]?.wake == opening.due {
                lanes[opening.value]?.wake = nil
                settleLane(opening.value)
            }
        }
        guard let maxWaitInLane, !lanes.isEmpty else { return }
        for slot in entries.indices where ready.contains(slot) {
            if let hold = lanes[entries[slot].bucket]?.hold(at: now), hold.duration > maxWaitInLane {
                end(slot, .failure(hold))
            }
        }
    }

    /// When the next lane opens that somebody waits in.
    mutating func nextOpening() -> Duration? {
        while let opening = openings.first {
            let isLive = lanes[opening.value]?.wake == opening.due
            if isLive, ready.hasWaiting(opening.value) { return opening.due }
            if isLive { lanes[opening.value]?.wake = nil }
            openings.removeFirst()
        }
        return nil
    }

    /// An attempt runs no more.
    mutating func stopInLane(_ slot: Int) {
        let bucket = entries[slot].bucket
        if !lanes.isEmpty, lanes[bucket] != nil {
            giveBackToken(of: slot)
            if entries[slot].running?.isReported == false { lanes[bucket]?.stopUnreported() }
            settleLane(bucket)
        }
    }

    mutating func startInLane(_ slot: Int) {
        let bucket = entries[slot].bucket
        if !lanes.isEmpty, lanes[bucket] != nil {
            lanes[bucket]?.start(at: now)
            settleLane(bucket)
        }
    }
}
