/// What follows from a change, step by step.
extension QueueStateMachine {
    /// Puts a task in line, unless there is something yet that it waits for.
    mutating func enqueueIfReady(_ slot: Int) {
        guard entries[slot].openDependencies == 0 else { return }
        if let due = entries[slot].due, due > now {
            delay(slot, until: due)
        } else {
            entries[slot].due = nil
            ready.append(slot, priority: entries[slot].priority, bucket: entries[slot].bucket)
            settleLane(entries[slot].bucket)
            countDeadlineIfHeld(slot)
        }
    }

    /// Lets a task wait for nothing but a moment.
    mutating func delay(_ slot: Int, until due: Duration) {
        entries[slot].due = due
        entries[slot].isTimed = true
        starts.insert(slot, due: due, order: entries[slot].id)
        if starts.count > 64 + 2 * count {
            let entries = entries
            starts.removeAll { !Self.isLive($0, in: entries) }
        }
    }

    /// Puts those in line whose moment has come. Done first, so that they stand before what comes later.
    mutating func makeReady() {
        while let start = starts.first, start.due <= now {
            let isLive = Self.isLive(start, in: entries)
            starts.removeFirst()
            if isLive {
                entries[start.value].isTimed = false
                enqueueIfReady(start.value)
            }
        }
    }

    mutating func setTimer(_ timer: Timer, due: Duration, for slot: Int) {
        timers.insert((slot, timer), due: due, order: entries[slot].id, rank: timer.rank)
        if timers.count > 64 + 4 * count {
            let entries = entries
            timers.removeAll { !Self.isLive($0, in: entries) }
        }
    }

    mutating func fireTimers() {
        while let first = timers.first, first.due <= now {
            timers.removeFirst()
            guard Self.isLive(first, in: entries), let job = jobs[first.value.slot] else { continue }
            switch first.value.timer {
            case .attempt(let attempt): actions.append(.timeOut(job, attempt: attempt))
            case .deadline:
                let slot = first.value.slot
                let hold = ready.contains(slot) ? lanes[entries[slot].bucket]?.hold(at: now) : nil
                end(slot, hold.map { QueueEnd.deadlinePassedInHold($0) } ?? .deadlinePassed)
            case .expiry: end(first.value.slot, .expired)
            }
        }
    }

    mutating func stopRunning(_ slot: Int) {
        guard entries[slot].isRunning else { return }
        entries[slot].isRunning = false
        runningCount -= 1
        ready.freeSlot(of: entries[slot].bucket)
        stopInLane(slot)
    }

    mutating func endAll(_ end: QueueEnd, where isMeant: (QueueEntry, Job) -> Bool) {
        let meant = slotsByID { slot in jobs[slot].map { isMeant(entries[slot], $0) } ?? false }
        // One may have ended with another before its turn; its slot cannot have been used again.
        for slot in meant where entries[slot].isHere {
            self.end(slot, end)
        }
    }

    /// Takes a task out, and those that cannot run without it.
    mutating func end(_ slot: Int, _ end: QueueEnd, succeeded: Bool = false) {
        var others: [(slot: Int, end: QueueEnd)] = []
        endOne(slot, end, succeeded: succeeded, &others)
        var next = 0
        while next < others.count {
            let (slot, end) = others[next]
            next += 1
            endOne(slot, end, succeeded: false, &others)
        }
    }

    /// - Parameter others: takes those that cannot run without it.
    mutating func endOne(
        _ slot: Int,
        _ end: QueueEnd,
        succeeded: Bool,
        _ others: inout [(slot: Int, end: QueueEnd)]
    ) {
        guard let job = jobs[slot] else { return }
        let id = entries[slot].id
        remove(slot)
        actions.append(.end(job, end))
        for member in leaveGroup(slot, dissolve: !succeeded) where isCurrent(member) {
            others.append((member.slot, .cancelled(.group)))
        }
        for edge in removeEdges(slot) where isCurrent(edge.dependent) {
            if succeeded || edge.onFailure == .run {
                entries[edge.dependent.slot].openDependencies -= 1
                enqueueIfReady(edge.dependent.slot)
            } else {
                others.append((edge.dependent.slot, .cancelled(.dependency(id))))
            }
        }
    }

    /// - Returns: the others of its group, if the group ends with it.
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
        entries[slot].isHere = false
        jobs[slot] = nil
        freeSlots.append(slot)
        count -= 1
    }

    /// Does all that has become due or possible. The one place that starts anything.
    mutating func pump() {
        fireTimers()
        // Retries without a wait, behind those whom the timers have put in line.
        makeReady()
        settleLanes()
        while hasFreeSlot, let slot = ready.first {
            if takeToken(slot) {
                ready.removeFirst()
                start(slot)
            }
        }
        if count == 0, entries.count > 1_024 {
            forgetSlots()
        }
    }

    /// Gives back what was kept for the tasks of a busy time, now that there are none.
    mutating func forgetSlots() {
        (entries, jobs, freeSlots, groups) = ([], [], [], [:])
        (starts, timers, edges, openings) = (DueHeap(), DueHeap(), DependencyEdges(), DueHeap())
        forgetLanes()
        let kept = lanes.map { (ready.key(of: $0.key), $0.value) }
        ready.removeAll()
        lanes = [:]
        for (key, lane) in kept {
            let bucket = ready.join(key: key)
            lanes[bucket] = lane
            lanes[bucket]?.wake = nil
            settleLane(bucket)
        }
    }

    /// Lets the deadline of a task count from now on, unless it does already.
    mutating func countDeadline(_ slot: Int) {
        guard let deadline = entries[slot].deadline else { return }
        entries[slot].deadline = nil
        entries[slot].latest = min(entries[slot].latest ?? now + deadline, now + deadline)
        setTimer(.deadline, due: now + deadline, for: slot)
    }

    mutating func start(_ slot: Int) {
        guard let job = jobs[slot] else { return }
        entries[slot].isRunning = true
        entries[slot].attempt += 1
        entries[slot].startedAt = now
        entries[slot].isReported = false
        runningCount += 1
        startInLane(slot)
        let attempt = entries[slot].attempt
        countDeadline(slot)
        if let timeout = entries[slot].timeout {
            entries[slot].timedAttempt = attempt
            setTimer(.attempt(attempt), due: now + timeout, for: slot)
        }
        actions.append(.start(job, attempt: attempt))
    }
}
