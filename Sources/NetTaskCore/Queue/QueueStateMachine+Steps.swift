/// The consequences of a change, step by step.
extension QueueStateMachine {
    /// Makes a task ready, or delays it, unless it waits for other tasks.
    mutating func enqueueIfReady(_ slot: Int) {
        guard entries[slot].openDependencies == 0 else { return }
        if entries[slot].mayRunAt > now {
            delay(slot)
        } else {
            enqueue(slot)
        }
    }

    private mutating func enqueue(_ slot: Int) {
        entries[slot].stage = .ready
        ready.append(slot, priority: entries[slot].priority, bucket: entries[slot].bucket)
        updateLane(entries[slot].bucket)
        countDeadlineIfHeld(slot)
    }

    /// Delays a task until a point in time.
    mutating func delay(_ slot: Int) {
        entries[slot].stage = .delayed
        starts.insert(slot, due: entries[slot].mayRunAt, order: entries[slot].id)
        if starts.count > 64 + 2 * count {
            let entries = entries
            starts.removeAll { !Self.isLive($0, in: entries) }
        }
    }

    /// Makes the delayed tasks ready whose time has come. Called first, so that they precede the tasks that are added later.
    mutating func makeReady() {
        while let start = starts.first, start.due <= now {
            starts.removeFirst()
            if Self.isLive(start, in: entries) { enqueue(start.value) }
        }
    }

    mutating func setTimer(_ timer: Timer, due: Duration, for slot: Int) {
        let entry = entries[slot]
        timers.insert(slot, due: due, order: entry.id, rank: timer.rawValue, attempt: entry.attempt)
        if timers.count > 64 + 4 * count {
            let entries = entries
            timers.removeAll { !Self.isLive(timer: $0, in: entries) }
        }
    }

    mutating func fireTimers() {
        while let first = timers.first, first.due <= now {
            timers.removeFirst()
            guard Self.isLive(timer: first, in: entries), let job = jobs[first.value] else { continue }
            let slot = first.value
            switch Timer(rawValue: first.rank) {
            case .attempt: timedOut.append((job, first.attempt, entries[slot].timeout))
            case .deadline, nil:
                let hold = ready.contains(slot) ? lanes[entries[slot].bucket]?.hold(at: now) : nil
                endTimedOut(slot, .deadline, limit: entries[slot].deadline, hold)
            case .expiry: endTimedOut(slot, .expiry, limit: nil)
            }
        }
    }

    private mutating func endTimedOut(
        _ slot: Int,
        _ kind: NetTaskTimeoutError.Kind,
        limit: Duration?,
        _ hold: NetTaskHold? = nil
    ) {
        let attempt = entries[slot].attempt
        end(slot, .failure(NetTaskTimeoutError(kind, limit: limit, task: "", attempt: attempt, hold: hold)))
    }

    /// Stops a running attempt. The caller sets the next stage of the task.
    mutating func stopRunning(_ slot: Int) {
        guard entries[slot].running != nil else { return }
        runningCount -= 1
        ready.freeSlot(of: entries[slot].bucket)
        stopInLane(slot)
    }

    /// Moves a task to another lane, for its next attempts.
    mutating func move(_ slot: Int, to lane: QueueTaskLane) {
        entries[slot].timeout = lane.timeout
        let bucket = ready.join(key: lane.key)
        ready.leave(entries[slot].bucket)
        entries[slot].bucket = bucket
        setRate(lane.rate, of: bucket)
    }

    mutating func endWaiting(_ reason: CancellationReason) {
        // A task may have ended with an earlier one of the loop. Then its slot is free, and this has no effect.
        for slot in slotsByID(where: { entries[$0].running == nil && entries[$0].isQueued }) {
            end(slot, .failure(reason))
        }
    }

    /// Ends a task, and the tasks that cannot run without it.
    mutating func end(_ slot: Int, _ outcome: TaskOutcome) {
        var others: [(slot: Int, reason: CancellationReason)] = []
        endOne(slot, outcome, &others)
        var next = 0
        while next < others.count {
            let (slot, reason) = others[next]
            next += 1
            endOne(slot, .failure(reason), &others)
        }
    }

    /// - Parameter others: receives the tasks that cannot run without this one.
    private mutating func endOne(
        _ slot: Int,
        _ outcome: TaskOutcome,
        _ others: inout [(slot: Int, reason: CancellationReason)]
    ) {
        guard let job = jobs[slot] else { return }
        let entry = entries[slot]
        let phase = outcome.phase
        remove(slot)
        let kind = NetTaskQueueEvent.Kind.ended(
            phase,
            attempts: entry.attempt,
            // The clock is read before the lock is taken, so `now` may precede the time of an earlier change.
            duration: max(now - entry.acceptedAt, .zero),
            runDuration: entry.attempt == 0 ? nil : max(now - entry.firstStart, .zero)
        )
        events.append(Event(job: job, kind: kind, outcome: outcome))
        for member in leaveGroup(slot, dissolve: phase != .succeeded) where isCurrent(member) {
            others.append((member.slot, .group))
        }
        for edge in removeEdges(slot) where isCurrent(edge.dependent) {
            if phase == .succeeded || edge.onFailure == .run {
                entries[edge.dependent.slot].openDependencies -= 1
                enqueueIfReady(edge.dependent.slot)
            } else {
                others.append((edge.dependent.slot, .dependency(entry.id)))
            }
        }
    }

    /// - Returns: the other members of the task's group, if the group ends with the task.
    mutating func leaveGroup(_ slot: Int, dissolve: Bool) -> [QueuePlace] {
        let group = entries[slot].group
        guard group != 0 else { return [] }
        if dissolve { return groups.removeValue(forKey: group)?.places ?? [] }
        groups[group]?.liveCount -= 1
        if groups[group]?.liveCount == 0 {
            groups[group] = nil
        }
        return []
    }

    mutating func removeEdges(_ slot: Int) -> [DependencyEdges.Edge] {
        if edges.isEmpty { return [] }
        let entries = entries
        return edges.remove(slot) { Self.isCurrent($0.id, at: $0.slot, in: entries) }
    }

    mutating func remove(_ slot: Int) {
        stopRunning(slot)
        ready.remove(slot)
        ready.leave(entries[slot].bucket)
        entries[slot].stage = .left
        jobs[slot] = nil
        freeSlots.append(slot)
        count -= 1
    }

    /// Performs everything that is due or possible. Attempts start only here.
    mutating func pump() {
        fireTimers()
        // Retries without a delay come after the tasks that the timers made ready.
        makeReady()
        updateDueLanes()
        while hasFreeSlot, let slot = ready.first {
            if takeToken(slot) {
                ready.removeFirst()
                start(slot)
            }
        }
        if count == 0, entries.count > 1_024 {
            releaseSlots()
        }
    }

    /// Releases the memory of a busy time, when the queue is empty.
    mutating func releaseSlots() {
        (entries, jobs, freeSlots, groups) = ([], [], [], [:])
        (starts, timers, edges, openings) = (DueHeap(), DueHeap(), DependencyEdges(), DueHeap())
        removeIdleLanes()
        let kept = lanes.map { (ready.key(of: $0.key), $0.value) }
        ready.removeAll()
        lanes = [:]
        for (key, lane) in kept {
            let bucket = ready.join(key: key)
            lanes[bucket] = lane
            lanes[bucket]?.wake = nil
            updateLane(bucket)
        }
    }

    /// Starts the deadline of a task, unless it has been started.
    mutating func countDeadline(_ slot: Int) {
        guard let deadline = entries[slot].uncountedDeadline else { return }
        entries[slot].countsDeadline = true
        entries[slot].latest = min(entries[slot].latest ?? now + deadline, now + deadline)
        setTimer(.deadline, due: now + deadline, for: slot)
    }

    private mutating func start(_ slot: Int) {
        guard let job = jobs[slot] else { return }
        let hasToken = !lanes.isEmpty && lanes[entries[slot].bucket]?.rate != nil
        let timeout = entries[slot].timeout
        entries[slot].stage = .running(RunningAttempt(startedAt: now, hasTimeout: timeout != nil, hasToken: hasToken))
        entries[slot].attempt += 1
        let attempt = entries[slot].attempt
        if attempt == 1 { entries[slot].firstStart = now }
        runningCount += 1
        startInLane(slot)
        countDeadline(slot)
        if let timeout {
            setTimer(.attempt, due: now + timeout, for: slot)
        }
        let waited = max(now - entries[slot].mayRunAt, .zero)
        events.append(Event(job: job, kind: .started(attempt: attempt, waited: waited)))
    }
}
