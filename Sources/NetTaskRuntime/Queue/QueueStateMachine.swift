/// The rules of a queue and nothing else: calls go in, actions come out. It calls nobody, waits for nothing and knows
/// no clock but the moments that it is told.
///
/// Every change is followed by the same ``pump(now:)``, so that no way of leaving a slot can forget to refill it. A
/// call about a task that has ended, or about an attempt that is over, changes nothing.
struct QueueStateMachine<Job> {
    /// What is to be done, in this order.
    enum Action {
        case start(Job, attempt: Int)
        /// The task waits for its next attempt.
        case retry(Job, attempt: Int, after: Duration)
        /// The attempt has taken too long and is to be reported as failed.
        case timeOut(Job, attempt: Int)
        /// The task has left the queue. There is exactly one for each task.
        case end(Job, QueueEnd)
    }

    private enum Alarm: Sendable {
        case attempt(Int)
        case deadline
        /// While the task waits after this attempt. Set anew for each wait.
        case expiry(after: Int)

        /// Which of a task's alarms of one moment comes first. No time-out is told of a task that ends.
        var rank: UInt8 {
            switch self {
            case .deadline: 0
            case .expiry: 1
            case .attempt: 2
            }
        }
    }

    /// How many tasks may run at once; 0 means any number.
    private(set) var limit: Int
    private(set) var isSuspended = false
    private(set) var runningCount = 0
    /// How many tasks are in the queue, waiting and running.
    private(set) var count = 0
    /// What is to be done since ``takeActions()``.
    private(set) var actions: [Action] = []
    private var isReleased = false
    private var isShutDown = false
    private var entries: [QueueEntry] = []
    /// By slot, as `entries` is; apart from it, so that those can be copied as plain bytes.
    private var jobs: [Job?] = []
    private var freeSlots: [Int] = []
    private var lines: WaitingLines
    private var starts = DueHeap<Int>()
    private var timedCount = 0
    private var alarms = DueHeap<(slot: Int, alarm: Alarm)>()
    private var alarmCount = 0
    private var edges = DependencyEdges()
    private var groups: [Int: (places: [QueuePlace], liveCount: Int)] = [:]

    init(limit: Int = 0, limitPerKey: Int = 0, order: NetTaskOrder = .fifo) {
        self.limit = max(limit, 0)
        lines = WaitingLines(order: order, limitPerKey: max(limitPerKey, 0))
    }

    /// Whether nothing can start any more, as nobody is left to resume it.
    var isAbandoned: Bool { isReleased && isSuspended }
    var order: NetTaskOrder { lines.order }
    var limitPerKey: Int { lines.limitPerKey }

    /// How much is kept for tasks, and of those that have left.
    var placeCount: Int { entries.count - freeSlots.count + starts.count + alarms.count + edges.count + groups.count }

    mutating func takeActions() -> [Action] {
        defer { actions.removeAll() }
        return actions
    }

    /// Forgets the actions, and keeps the room for more.
    mutating func clearActions() {
        actions.removeAll(keepingCapacity: true)
    }

    // MARK: What happens to one task

    mutating func add(_ job: Job, id: NetTaskID, terms: QueueTerms, now: Duration) -> QueuePlace {
        makeReady(now: now)
        let entry = QueueEntry(
            id: id,
            lane: lines.join(key: terms.key),
            group: terms.group,
            timeout: terms.timeout,
            deadline: terms.deadline,
            latest: terms.expiry,
            due: terms.notBefore,
            priority: terms.priority
        )
        let slot = freeSlots.popLast() ?? entries.count
        if slot == entries.count {
            entries.append(entry)
            jobs.append(job)
        } else {
            entries[slot] = entry
            jobs[slot] = job
        }
        let place = QueuePlace(slot: slot, id: id)
        count += 1
        if terms.group != 0 {
            groups[terms.group, default: ([], 0)].places.append(place)
            groups[terms.group]?.liveCount += 1
        }
        if let expiry = terms.expiry {
            setAlarm(.expiry(after: 0), due: expiry, for: slot)
        }
        for dependency in terms.dependencies where isCurrent(dependency.on) {
            edges.add(from: place, to: dependency.on, onFailure: dependency.onFailure)
            entries[slot].openDependencies += 1
        }
        lineUp(slot, now: now)
        pump(now: now)
        return place
    }

    mutating func succeed(_ place: QueuePlace, attempt: Int, now: Duration) {
        makeReady(now: now)
        if isRunning(place, attempt) {
            end(place.slot, .finished, succeeded: true, now: now)
        }
        pump(now: now)
    }

    /// - Parameter retryAfter: the wait before the next attempt, or nil if there shall be none.
    mutating func fail(_ place: QueuePlace, attempt: Int, retryAfter: Duration?, now: Duration) {
        makeReady(now: now)
        if isRunning(place, attempt) {
            let mayRetry = !isShutDown && !isAbandoned
            // To wait for a retry that can never start would only put off the report of what went wrong.
            if mayRetry, let retryAfter, let job = jobs[place.slot], isEarlyEnough(now + retryAfter, place.slot) {
                stopRunning(place.slot)
                // If this is the deadline, that one's own alarm comes first.
                if let latest = entries[place.slot].latest {
                    setAlarm(.expiry(after: attempt), due: latest, for: place.slot)
                }
                hold(place.slot, until: now + retryAfter)
                actions.append(.retry(job, attempt: attempt, after: retryAfter))
            } else {
                end(place.slot, .finished, now: now)
            }
        }
        pump(now: now)
    }

    mutating func cancel(_ place: QueuePlace, _ reason: CancellationReason, now: Duration) {
        makeReady(now: now)
        if isCurrent(place) {
            end(place.slot, .cancelled(reason), now: now)
        }
        pump(now: now)
    }

    mutating func setPriority(_ priority: NetTaskPriority, of place: QueuePlace, now: Duration) {
        makeReady(now: now)
        if isCurrent(place), entries[place.slot].priority != priority {
            entries[place.slot].priority = priority
            if lines.contains(place.slot) {
                lines.remove(place.slot)
                lines.append(place.slot, priority: priority, lane: entries[place.slot].lane)
            }
        }
        pump(now: now)
    }

    /// The same, if it is higher than before.
    mutating func raisePriority(_ priority: NetTaskPriority, of place: QueuePlace, now: Duration) {
        if isCurrent(place), entries[place.slot].priority < priority {
            setPriority(priority, of: place, now: now)
        }
    }

    /// Lets a task that has not been started wait for another one too.
    mutating func addDependency(
        of place: QueuePlace,
        on other: QueuePlace,
        onFailure: NetTaskDependency.FailurePolicy
    ) -> DependencyVerdict {
        guard isCurrent(place) else { return .unknown }
        guard entries[place.slot].attempt == 0 else { return .started }
        guard isCurrent(other) else { return .added }
        if let path = edges.path(from: other.slot, to: place.slot, isCurrent: isCurrent) {
            return .cycle(([place.slot] + path).map { entries[$0].id })
        }
        edges.add(from: place, to: other, onFailure: onFailure)
        entries[place.slot].openDependencies += 1
        lines.remove(place.slot)
        stopTiming(place.slot)
        return .added
    }

    // MARK: What happens to all

    /// Cancels those that the predicate names, in the order in which they were added.
    mutating func cancelAll(_ reason: CancellationReason, where isMeant: (Job) -> Bool = { _ in true }, now: Duration) {
        makeReady(now: now)
        endAll(.cancelled(reason), now: now) { isMeant($1) }
        pump(now: now)
    }

    mutating func setLimit(_ limit: Int, now: Duration) {
        makeReady(now: now)
        self.limit = max(limit, 0)
        pump(now: now)
    }

    mutating func setLimitPerKey(_ limit: Int, now: Duration) {
        makeReady(now: now)
        lines.limitPerKey = max(limit, 0)
        pump(now: now)
    }

    mutating func setOrder(_ order: NetTaskOrder, now: Duration) {
        makeReady(now: now)
        lines.order = order
        pump(now: now)
    }

    mutating func suspend() {
        isSuspended = true
    }

    mutating func resume(now: Duration) {
        makeReady(now: now)
        isSuspended = false
        pump(now: now)
    }

    /// Nobody can add, resume or change anything any more.
    mutating func release(now: Duration) {
        makeReady(now: now)
        isReleased = true
        if isSuspended {
            endAll(.cancelled(.queueReleased), now: now) { entry, _ in !entry.isRunning }
        }
        pump(now: now)
    }

    /// Nothing is to be started any more.
    mutating func shutDown(_ reason: CancellationReason, now: Duration) {
        makeReady(now: now)
        isShutDown = true
        endAll(.cancelled(reason), now: now) { entry, _ in !entry.isRunning }
        pump(now: now)
    }

    /// Nothing but time may have passed.
    mutating func passTime(now: Duration) {
        makeReady(now: now)
        pump(now: now)
    }

    /// The next moment at which time alone changes something.
    mutating func nextWake() -> Duration? {
        while let alarm = alarms.first, !Self.isLive(alarm, in: entries) {
            alarms.removeFirst()
        }
        while let start = starts.first, !Self.isLive(start, in: entries) {
            starts.removeFirst()
        }
        let alarm = alarms.first?.due
        guard hasFreeSlot, let start = starts.first?.due else { return alarm }
        return alarm.map { min($0, start) } ?? start
    }

    // MARK: Where a task stands

    /// All tasks, with their priorities, in the order in which they were added.
    var tasks: [(job: Job, priority: NetTaskPriority)] {
        slotsByID { entries[$0].isHere }.compactMap { slot in jobs[slot].map { ($0, entries[slot].priority) } }
    }

    private func slotsByID(where isMeant: (Int) -> Bool) -> [Int] {
        entries.indices.filter(isMeant).sorted { entries[$0].id < entries[$1].id }
    }

    /// The number of attempts begun; nil once it has ended.
    func attempt(of place: QueuePlace) -> Int? {
        isCurrent(place) ? entries[place.slot].attempt : nil
    }

    func isCurrent(_ place: QueuePlace) -> Bool {
        entries.indices.contains(place.slot) && Self.isCurrent(place.id, at: place.slot, in: entries)
    }

    private static func isCurrent(_ id: NetTaskID, at slot: Int, in entries: [QueueEntry]) -> Bool {
        entries[slot].id == id && entries[slot].isHere
    }

    private func isRunning(_ place: QueuePlace, _ attempt: Int) -> Bool {
        isCurrent(place) && entries[place.slot].isRunning && entries[place.slot].attempt == attempt
    }

    private func isEarlyEnough(_ moment: Duration, _ slot: Int) -> Bool {
        entries[slot].latest.map { moment < $0 } ?? true
    }

    private static func isLive(_ start: DueHeap<Int>.Element, in entries: [QueueEntry]) -> Bool {
        isCurrent(start.order, at: start.value, in: entries)
            && entries[start.value].isTimed && entries[start.value].due == start.due
    }

    private static func isLive(
        _ element: DueHeap<(slot: Int, alarm: Alarm)>.Element,
        in entries: [QueueEntry]
    ) -> Bool {
        let slot = element.value.slot
        guard isCurrent(element.order, at: slot, in: entries) else { return false }
        return switch element.value.alarm {
        case .attempt(let attempt): entries[slot].isRunning && entries[slot].attempt == attempt
        case .deadline: true
        case .expiry(let attempt): !entries[slot].isRunning && entries[slot].attempt == attempt
        }
    }

    private var hasFreeSlot: Bool {
        !isSuspended && (limit == 0 || runningCount < limit)
    }

    // MARK: What follows from it

    /// Puts a task in line, unless there is something yet that it waits for.
    private mutating func lineUp(_ slot: Int, now: Duration) {
        guard entries[slot].openDependencies == 0 else { return }
        if let due = entries[slot].due, due > now {
            hold(slot, until: due)
        } else {
            entries[slot].due = nil
            lines.append(slot, priority: entries[slot].priority, lane: entries[slot].lane)
        }
    }

    /// Lets a task wait for nothing but a moment.
    private mutating func hold(_ slot: Int, until due: Duration) {
        entries[slot].due = due
        entries[slot].isTimed = true
        timedCount += 1
        starts.insert(slot, due: due, order: entries[slot].id)
        if starts.count > 64 + 2 * timedCount {
            let entries = entries
            starts.removeAll { !Self.isLive($0, in: entries) }
        }
    }

    private mutating func stopTiming(_ slot: Int) {
        if entries[slot].isTimed {
            entries[slot].isTimed = false
            timedCount -= 1
        }
    }

    /// Puts those in line whose moment has come. Done first, so that they stand before what comes later.
    private mutating func makeReady(now: Duration) {
        while let start = starts.first, start.due <= now {
            let isLive = Self.isLive(start, in: entries)
            starts.removeFirst()
            if isLive {
                stopTiming(start.value)
                lineUp(start.value, now: now)
            }
        }
    }

    private mutating func setAlarm(_ alarm: Alarm, due: Duration, for slot: Int) {
        entries[slot].alarmCount += 1
        alarmCount += 1
        alarms.insert((slot, alarm), due: due, order: entries[slot].id, rank: alarm.rank)
        if alarms.count > 64 + 4 * alarmCount {
            let entries = entries
            alarms.removeAll { !Self.isLive($0, in: entries) }
        }
    }

    private mutating func soundAlarms(now: Duration) {
        while let first = alarms.first, first.due <= now {
            alarms.removeFirst()
            guard Self.isLive(first, in: entries), let job = jobs[first.value.slot] else { continue }
            switch first.value.alarm {
            case .attempt(let attempt): actions.append(.timeOut(job, attempt: attempt))
            case .deadline: end(first.value.slot, .deadlinePassed, now: now)
            case .expiry: end(first.value.slot, .expired, now: now)
            }
        }
    }

    private mutating func stopRunning(_ slot: Int) {
        guard entries[slot].isRunning else { return }
        entries[slot].isRunning = false
        runningCount -= 1
        lines.freeSlot(of: entries[slot].lane)
        if entries[slot].timeout != nil {
            entries[slot].alarmCount -= 1
            alarmCount -= 1
        }
    }

    private mutating func endAll(_ end: QueueEnd, now: Duration, where isMeant: (QueueEntry, Job) -> Bool) {
        let meant = slotsByID { slot in jobs[slot].map { isMeant(entries[slot], $0) } ?? false }
        // One may have ended with another before its turn; its slot cannot have been used again.
        for slot in meant where entries[slot].isHere {
            self.end(slot, end, now: now)
        }
    }

    /// Takes a task out, and those that cannot run without it.
    private mutating func end(_ slot: Int, _ end: QueueEnd, succeeded: Bool = false, now: Duration) {
        var others: [(slot: Int, end: QueueEnd)] = []
        endOne(slot, end, succeeded: succeeded, now: now, &others)
        var next = 0
        while next < others.count {
            let (slot, end) = others[next]
            next += 1
            endOne(slot, end, succeeded: false, now: now, &others)
        }
    }

    /// - Parameter others: takes those that cannot run without it.
    private mutating func endOne(
        _ slot: Int,
        _ end: QueueEnd,
        succeeded: Bool,
        now: Duration,
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
                lineUp(edge.dependent.slot, now: now)
            } else {
                others.append((edge.dependent.slot, .cancelled(.dependency(id))))
            }
        }
    }

    /// - Returns: the others of its group, if the group ends with it.
    private mutating func leaveGroup(_ slot: Int, dissolve: Bool) -> [QueuePlace] {
        let group = entries[slot].group
        guard group != 0 else { return [] }
        if dissolve { return groups.removeValue(forKey: group)?.places ?? [] }
        groups[group]?.liveCount -= 1
        if groups[group]?.liveCount == 0 {
            groups[group] = nil
        }
        return []
    }

    private mutating func removeEdges(_ slot: Int) -> [DependencyEdges.Edge] {
        if edges.isEmpty { return [] }
        let entries = entries
        return edges.remove(slot) { Self.isCurrent($0.id, at: $0.slot, in: entries) }
    }

    private mutating func remove(_ slot: Int) {
        stopRunning(slot)
        stopTiming(slot)
        lines.remove(slot)
        lines.leave(entries[slot].lane)
        alarmCount -= entries[slot].alarmCount
        entries[slot].isHere = false
        jobs[slot] = nil
        freeSlots.append(slot)
        count -= 1
    }

    /// Does all that has become due or possible. The one place that starts anything.
    private mutating func pump(now: Duration) {
        soundAlarms(now: now)
        // Retries without a wait, behind those whom the alarms have put in line.
        makeReady(now: now)
        while hasFreeSlot, let slot = lines.popFirst() {
            start(slot, now: now)
        }
    }

    private mutating func start(_ slot: Int, now: Duration) {
        guard let job = jobs[slot] else { return }
        entries[slot].isRunning = true
        entries[slot].attempt += 1
        runningCount += 1
        if entries[slot].latest != nil {
            // The expiry counts for nothing while it runs.
            entries[slot].alarmCount -= 1
            alarmCount -= 1
        }
        let attempt = entries[slot].attempt
        if attempt == 1, let deadline = entries[slot].deadline {
            entries[slot].latest = min(entries[slot].latest ?? now + deadline, now + deadline)
            setAlarm(.deadline, due: now + deadline, for: slot)
        }
        if let timeout = entries[slot].timeout {
            setAlarm(.attempt(attempt), due: now + timeout, for: slot)
        }
        actions.append(.start(job, attempt: attempt))
    }
}

extension QueueStateMachine.Action: Equatable where Job: Equatable {}
