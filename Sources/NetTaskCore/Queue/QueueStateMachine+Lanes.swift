/// The lanes: one for each key that a server's limit or a rate applies to.
extension QueueStateMachine {
    /// Whether new tasks need their keys.
    var asksForKeys: Bool { needsKeys || limitPerKey > 0 }

    /// How long after the start of a hold the observers are notified again.
    private static var reminderDelay: Duration { .seconds(300) }

    /// Records the limit that the reply to an attempt states.
    mutating func recordLimit(_ limit: NetTaskLimit, of place: QueuePlace, attempt: Int) {
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
        lanes[bucket]?.record(limit, startedAt: run.startedAt, now: now, maxHold: maxHold)
        updateLane(bucket)
        if !wasHeld, lanes[bucket]?.isHeldByServer(at: now) == true, let hold = lanes[bucket]?.hold(at: now) {
            events.append(Event(job: job, kind: .held(key: ready.key(of: bucket), for: hold.duration)))
            lanes[bucket]?.reminder = now + Self.reminderDelay
            updateLane(bucket)
        }
    }

    // MARK: Rates

    /// Takes a token when an attempt sends another request, such as after a redirect, or gives it back when its reply begins.
    mutating func setHasToken(_ hasToken: Bool, of place: QueuePlace, attempt: Int) {
        guard isRunning(place, attempt), entries[place.slot].running?.hasToken != hasToken else { return }
        if hasToken {
            guard let rate = lanes[entries[place.slot].bucket]?.rate else { return }
            rate.tokens.overdraw()
            entries[place.slot].running?.hasToken = true
            updateLane(entries[place.slot].bucket)
        } else {
            giveBackToken(of: place.slot)
        }
    }

    /// Takes a token of the lane's rate, if it has one.
    ///
    /// - Returns: whether the rate allows a ready task to start now.
    mutating func takeToken(_ slot: Int) -> Bool {
        let bucket = entries[slot].bucket
        guard !lanes.isEmpty, let rate = lanes[bucket]?.rate else { return true }
        if rate.take(at: now) { return true }
        // Another queue took the token first.
        updateLane(bucket)
        return false
    }

    private mutating func giveBackToken(of slot: Int) {
        let bucket = entries[slot].bucket
        guard entries[slot].running?.hasToken == true, let rate = lanes[bucket]?.rate else { return }
        entries[slot].running?.hasToken = false
        rate.giveBack(at: now)
        returnedTokens.append(rate.tokens)
        updateLane(bucket)
    }

    mutating func setRate(_ rate: RateShare?, of bucket: Int) {
        guard let rate else { return }
        openLane(bucket)
        lanes[bucket]?.setRate(rate)
    }

    /// Updates the lanes that use these tokens, after another queue has given some back.
    mutating func updateLanes(of tokens: RateTokens) {
        for (bucket, lane) in lanes where lane.rate?.tokens === tokens { updateLane(bucket) }
    }

    // MARK: Lanes

    /// Starts the deadline of a ready task if its lane is held.
    mutating func countDeadlineIfHeld(_ slot: Int) {
        guard !lanes.isEmpty, entries[slot].uncountedDeadline != nil else { return }
        if ready.isHeld(entries[slot].bucket) {
            countDeadline(slot)
        } else {
            lanes[entries[slot].bucket]?.hasUncountedDeadlines = true
        }
    }

    /// Makes the lane of a bucket, unless it exists.
    mutating func openLane(_ bucket: Int) {
        guard lanes[bucket] == nil else { return }
        if lanes.count >= laneCleanupThreshold {
            removeIdleLanes()
            laneCleanupThreshold = max(64, 2 * lanes.count)
        }
        ready.retain(bucket)
        lanes[bucket] = QueueLane(openCount: ready.runningCount(of: bucket), now: now)
    }

    /// Removes the lanes that have no limits and no tasks.
    mutating func removeIdleLanes() {
        for (bucket, lane) in lanes where ready.taskCount(of: bucket) == 1 && lane.isOver(at: now) {
            lanes[bucket] = nil
            ready.setHeld(false, bucket)
            ready.leave(bucket)
        }
    }

    /// Holds or releases a lane after a change, and sets its timer.
    mutating func updateLane(_ bucket: Int) {
        guard !lanes.isEmpty, var lane = lanes[bucket] else { return }
        lane.advance(to: now)
        let opening = lane.opening(at: now)
        ready.setHeld(opening != .now, bucket)
        if opening != .now, lane.hasUncountedDeadlines {
            lane.hasUncountedDeadlines = false
            for slot in ready.waiting(in: bucket) { countDeadline(slot) }
        }
        if !lane.isHeldByServer(at: now) { lane.reminder = nil }
        // The timer is unnecessary while no task waits in the lane.
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

    /// Updates the lanes whose time has come.
    mutating func updateDueLanes() {
        while let opening = openings.first, opening.due <= now {
            openings.removeFirst()
            if lanes[opening.value]?.wake == opening.due {
                lanes[opening.value]?.wake = nil
                updateLane(opening.value)
            }
        }
        guard let maxWaitInLane, !lanes.isEmpty else { return }
        for slot in entries.indices where ready.contains(slot) {
            if let hold = lanes[entries[slot].bucket]?.hold(at: now), hold.duration > maxWaitInLane {
                end(slot, .failure(hold))
            }
        }
    }

    /// When the next lane with waiting tasks opens.
    mutating func nextOpening() -> Duration? {
        while let opening = openings.first {
            let isLive = lanes[opening.value]?.wake == opening.due
            if isLive, ready.hasWaiting(opening.value) { return opening.due }
            if isLive { lanes[opening.value]?.wake = nil }
            openings.removeFirst()
        }
        return nil
    }

    /// Updates the lane of an attempt that has stopped.
    mutating func stopInLane(_ slot: Int) {
        let bucket = entries[slot].bucket
        if !lanes.isEmpty, lanes[bucket] != nil {
            giveBackToken(of: slot)
            if entries[slot].running?.isReported == false { lanes[bucket]?.stopUnreported() }
            updateLane(bucket)
        }
    }

    mutating func startInLane(_ slot: Int) {
        let bucket = entries[slot].bucket
        if !lanes.isEmpty, lanes[bucket] != nil {
            lanes[bucket]?.start(at: now)
            updateLane(bucket)
        }
    }
}
