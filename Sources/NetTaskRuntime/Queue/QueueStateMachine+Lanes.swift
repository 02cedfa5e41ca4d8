/// The lanes: what a server's limits and the rates of specs hold, by keys.
extension QueueStateMachine {
    /// Whether a task has to be asked for its key.
    var asksForKeys: Bool { needsKeys || limitPerKey > 0 }

    /// Takes in what the reply to an attempt says of its server's limits.
    mutating func note(_ limit: NetTaskLimit, of place: QueuePlace, attempt: Int) {
        guard !limit.isEmpty, isRunning(place, attempt), let job = jobs[place.slot] else { return }
        let (slot, bucket) = (place.slot, entries[place.slot].bucket)
        openLane(bucket)
        if !entries[slot].isReported {
            entries[slot].isReported = true
            lanes[bucket]?.openCount -= 1
        }
        let wasHeld = lanes[bucket]?.isHeldByServer(at: now) ?? false
        lanes[bucket]?.note(limit, startedAt: entries[slot].startedAt, now: now)
        settleLane(bucket)
        if !wasHeld, lanes[bucket]?.isHeldByServer(at: now) == true, let end = lanes[bucket]?.opening(at: now) {
            actions.append(.hold(job, key: ready.key(of: bucket), for: end - now))
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
        ready.setHeld(opening != nil, bucket)
        // As long as nobody waits in it, nobody is to be woken for it.
        if let opening, lane.wake != opening, ready.hasWaiting(bucket) {
            lane.wake = opening
            openings.insert(bucket, due: opening, order: NetTaskID())
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
        guard let patience, !lanes.isEmpty else { return }
        for slot in entries.indices where ready.contains(slot) {
            if let opening = lanes[entries[slot].bucket]?.opening(at: now), opening - now > patience {
                end(slot, .held(opening - now))
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
            if !entries[slot].isReported { lanes[bucket]?.stopUnreported() }
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
