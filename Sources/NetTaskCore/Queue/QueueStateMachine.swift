/// The rules of a queue, without side effects: methods are called, and events result.
///
/// The state machine calls no other code and has no clock: its caller passes the current time. Calls are enclosed by
/// ``begin(now:)`` and ``pump()``, so that a slot that becomes free is always filled. A call about a task or an attempt that
/// has ended has no effect.
struct QueueStateMachine<Job> {
    /// An event of a task.
    struct Event {
        let job: Job
        let kind: NetTaskQueueEvent.Kind
        /// The result of a task that has ended.
        var outcome: TaskOutcome?
    }

    /// The timers of a task, in the order in which timers of the same time fire. A task that ends reports no attempt timeout.
    enum Timer: UInt8, Sendable {
        case deadline
        /// Applies while the task waits after an attempt. Set for each wait.
        case expiry
        case attempt
    }

    /// The time of the current change.
    private(set) var now = Duration.zero
    /// The number of tasks that may run at the same time; 0 for no limit.
    var limit: Int {
        didSet { limit = max(limit, 0) }
    }
    /// The number of tasks with the same key that may run at the same time; 0 for no limit.
    var limitPerKey: Int {
        get { ready.limitPerKey }
        set { ready.limitPerKey = max(newValue, 0) }
    }
    var order: NetTaskOrder {
        get { ready.order }
        set { ready.order = newValue }
    }
    var isSuspended = false
    var runningCount = 0
    /// The number of tasks in the queue, waiting and running.
    var count = 0
    /// The events since ``clearEvents()``, in order.
    var events: [Event] = []
    /// The attempts since then whose timeout has passed. They precede the events.
    var timedOut: [(job: Job, attempt: Int, limit: Duration?)] = []
    var isReleased = false
    var isShutDown = false
    var entries: [QueueEntry] = []
    /// By slot, as `entries`. Separate, so that `entries` can be copied as plain bytes.
    var jobs: [Job?] = []
    var freeSlots: [Int] = []
    var ready: ReadyQueue
    var starts = DueHeap()
    /// The ranks are the raw values of ``Timer``.
    var timers = DueHeap()
    var edges = DependencyEdges()
    var groups: [Int: (places: [QueuePlace], liveCount: Int)] = [:]
    /// The lanes, by the bucket of their key.
    var lanes: [Int: QueueLane] = [:]
    /// The number of lanes at which idle ones are removed.
    var laneCleanupThreshold = 64
    /// When the lanes open.
    var openings = DueHeap()
    /// Whether all tasks need their keys, because a server has stated a limit.
    var needsKeys = false
    /// Whether all tasks have their keys.
    var hasKeys = false
    /// The longest time for which a server's limit holds a task.
    var maxHold = Duration.seconds(3600)
    /// The longest hold that a task waits for, or `nil` for no limit. A task with a longer hold ends. Only durable queues set
    /// this: they postpone such tasks.
    var maxWaitInLane: Duration?
    /// The tokens that were given back in this change. Other queues may be waiting for them.
    var returnedTokens: [RateTokens] = []

    init(limit: Int = 0, limitPerKey: Int = 0, order: NetTaskOrder = .fifo) {
        self.limit = max(limit, 0)
        ready = ReadyQueue(order: order, limitPerKey: max(limitPerKey, 0))
    }

    /// Whether the queue was released while suspended, so that nothing can start.
    var isAbandoned: Bool { isReleased && isSuspended }

    /// Removes the events, and keeps their storage for later events.
    mutating func clearEvents() {
        events.removeAll(keepingCapacity: true)
        if !timedOut.isEmpty { timedOut = [] }
    }

    /// Begins a change at a time. Between changes, only time passes.
    mutating func begin(now: Duration) {
        self.now = now
        makeReady()
    }

    // MARK: Changes of one task

    mutating func add(_ job: Job, id: NetTaskID, _ options: QueueTaskOptions) -> QueuePlace {
        let entry = QueueEntry(
            id: id,
            bucket: ready.join(key: options.key),
            group: options.group,
            timeout: options.timeout,
            deadline: options.deadline,
            latest: options.expiry,
            priority: options.priority,
            stage: .blocked(by: 0),
            acceptedAt: now,
            mayRunAt: max(options.notBefore ?? now, now)
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
        setRate(options.rate, of: entry.bucket)
        if options.group != 0 {
            groups[options.group, default: ([], 0)].places.append(place)
            groups[options.group]?.liveCount += 1
        }
        if let expiry = options.expiry {
            setTimer(.expiry, due: expiry, for: slot)
        }
        for dependency in options.dependencies where isCurrent(dependency.on) {
            edges.add(from: place, to: dependency.on, onFailure: dependency.onFailure)
            entries[slot].openDependencies += 1
        }
        enqueueIfReady(slot)
        return place
    }

    /// Marks the result of an attempt as received, so that the attempt cannot time out. The consequences follow later.
    ///
    /// - Returns: `false` if the attempt has ended.
    mutating func stopAttempt(_ place: QueuePlace, _ attempt: Int) -> Bool {
        guard isRunning(place, attempt), entries[place.slot].running?.isOver == false else { return false }
        entries[place.slot].running?.isOver = true
        return true
    }

    /// Ends a task with the response of an attempt.
    mutating func succeed(_ place: QueuePlace, attempt: Int, _ outcome: TaskOutcome) {
        if isRunning(place, attempt) { end(place.slot, outcome) }
    }

    /// Ends a task with the result of an attempt, or delays it until its next attempt.
    mutating func finishAttempt(_ place: QueuePlace, attempt: Int, _ outcome: TaskOutcome, _ decision: TaskDecision) {
        guard isRunning(place, attempt), let job = jobs[place.slot] else { return }
        let slot = place.slot
        guard let wait = decision.wait else { return end(slot, outcome) }
        // A retry that can never start would only delay the report of the error.
        if isShutDown || isAbandoned {
            let cancellation = isShutDown ? CancellationReason.queueShutDown : .queueReleased
            return end(slot, decision.reason == nil ? .failure(cancellation) : outcome)
        }
        if decision.reason != nil, let latest = entries[slot].latest, now + wait >= latest { return end(slot, outcome) }
        stopRunning(slot)
        if let lane = decision.lane { move(slot, to: lane) }
        // If the latest start is the deadline, the deadline's own timer fires first.
        if let latest = entries[slot].latest {
            setTimer(.expiry, due: latest, for: slot)
        }
        entries[slot].mayRunAt = now + wait
        delay(slot)
        let kind = decision.reason.map { NetTaskQueueEvent.Kind.retrying(retry: attempt, after: wait, reason: $0) }
        events.append(Event(job: job, kind: kind ?? .pending(attempt: attempt, after: wait)))
    }

    /// Removes the timeout of an attempt.
    mutating func endTimeout(_ place: QueuePlace, attempt: Int) {
        if isRunning(place, attempt) {
            entries[place.slot].running?.hasTimeout = false
        }
    }

    mutating func cancel(_ place: QueuePlace, _ reason: CancellationReason) {
        if isCurrent(place) {
            end(place.slot, .failure(reason))
        }
    }

    mutating func setPriority(_ priority: NetTaskPriority, of place: QueuePlace) {
        if isCurrent(place), entries[place.slot].priority != priority {
            entries[place.slot].priority = priority
            if case .ready = entries[place.slot].stage {
                ready.remove(place.slot)
                ready.append(place.slot, priority: priority, bucket: entries[place.slot].bucket)
            }
        }
    }

    /// Sets the priority, if it is higher than before.
    mutating func raisePriority(_ priority: NetTaskPriority, of place: QueuePlace) {
        if isCurrent(place), entries[place.slot].priority < priority {
            setPriority(priority, of: place)
        }
    }

    /// Sets the key of a task that was added without one.
    mutating func setKey(_ key: String?, of place: QueuePlace) {
        if let key, isCurrent(place) {
            let entry = entries[place.slot]
            let bucket = ready.move(place.slot, from: entry.bucket, to: key, isRunning: entry.running != nil)
            entries[place.slot].bucket = bucket
            if entry.running?.isReported == false {
                lanes[entry.bucket]?.openCount -= 1
                lanes[bucket]?.openCount += 1
            }
            updateLane(entry.bucket)
            updateLane(bucket)
            if case .ready = entry.stage { countDeadlineIfHeld(place.slot) }
        }
    }

    /// Adds a dependency to a task that has not been started, or returns the reason why this is impossible.
    mutating func addDependency(
        of place: QueuePlace,
        on other: QueuePlace,
        onFailure: NetTaskDependency.FailurePolicy
    ) -> NetTaskDependencyError? {
        guard attempt(of: place) == 0 else { return .started(place.id) }
        guard isCurrent(other) else { return nil }
        if let path = edges.path(from: other.slot, to: place.slot, isCurrent: isCurrent) {
            return .cycle(([place.slot] + path).map { entries[$0].id })
        }
        edges.add(from: place, to: other, onFailure: onFailure)
        ready.remove(place.slot)
        entries[place.slot].openDependencies += 1
        return nil
    }

    // MARK: Changes of the queue

    /// The queue was released: no caller can add tasks or resume it.
    mutating func release() {
        isReleased = true
        if isSuspended {
            endWaiting(.queueReleased)
        }
    }

    /// Ends the waiting tasks. No further attempt starts.
    mutating func shutDown() {
        isShutDown = true
        endWaiting(.queueShutDown)
    }

    /// The next time at which something changes without a call.
    mutating func nextWake() -> Duration? {
        while let timer = timers.first, !Self.isLive(timer: timer, in: entries) {
            timers.removeFirst()
        }
        while let start = starts.first, !Self.isLive(start, in: entries) {
            starts.removeFirst()
        }
        let timer = timers.first?.due
        guard hasFreeSlot else { return timer }
        return [timer, starts.first?.due, nextOpening()].compactMap { $0 }.min()
    }

    // MARK: State of a task

    /// All tasks with their priorities, in the order in which they were added.
    var tasks: [(job: Job, priority: NetTaskPriority)] {
        slotsByID { entries[$0].isQueued }.compactMap { slot in jobs[slot].map { ($0, entries[slot].priority) } }
    }

    func slotsByID(where isIncluded: (Int) -> Bool) -> [Int] {
        entries.indices.filter(isIncluded).sorted { entries[$0].id < entries[$1].id }
    }

    /// The number of attempts that have begun, or `nil` if the task has ended.
    func attempt(of place: QueuePlace) -> Int? {
        isCurrent(place) ? entries[place.slot].attempt : nil
    }

    func isCurrent(_ place: QueuePlace) -> Bool {
        entries.indices.contains(place.slot) && Self.isCurrent(place.id, at: place.slot, in: entries)
    }

    static func isCurrent(_ id: NetTaskID, at slot: Int, in entries: [QueueEntry]) -> Bool {
        entries[slot].id == id && entries[slot].isQueued
    }

    func isRunning(_ place: QueuePlace, _ attempt: Int) -> Bool {
        isCurrent(place) && entries[place.slot].running != nil && entries[place.slot].attempt == attempt
    }

    static func isLive(_ start: DueHeap.Element, in entries: [QueueEntry]) -> Bool {
        guard isCurrent(start.order, at: start.value, in: entries), case .delayed = entries[start.value].stage
        else { return false }
        return entries[start.value].mayRunAt == start.due
    }

    static func isLive(timer: DueHeap.Element, in entries: [QueueEntry]) -> Bool {
        let slot = timer.value
        guard isCurrent(timer.order, at: slot, in: entries) else { return false }
        let run = entries[slot].running
        return switch Timer(rawValue: timer.rank) {
        case .deadline, nil: true
        case .expiry: run == nil && entries[slot].attempt == timer.attempt
        case .attempt: run.map { $0.hasTimeout && !$0.isOver } ?? false && entries[slot].attempt == timer.attempt
        }
    }

    var hasFreeSlot: Bool {
        !isSuspended && (limit == 0 || runningCount < limit)
    }
}

/// The location of a task in its queue, for access in constant time. If the ID of the entry differs, the task has left the
/// queue.
struct QueuePlace: Sendable, Hashable {
    let slot: Int
    let id: NetTaskID
}

/// The options of a task for the state machine. Times are durations since the queue's time source was made.
struct QueueTaskOptions: Sendable {
    struct Dependency: Sendable {
        var on: QueuePlace
        var onFailure: NetTaskDependency.FailurePolicy
    }

    var priority = NetTaskPriority.normal
    /// Tasks with the same key share the limit per key. `nil` for no limit per key.
    var key: String?
    /// The rate of the lane, unless an earlier task has set it.
    var rate: RateShare?
    /// The tasks of a group end together when one of them does not succeed; 0 for no group.
    var group = 0
    /// The task does not start before this time.
    var notBefore: Duration?
    /// The task does not start after this time.
    var expiry: Duration?
    /// The timeout of one attempt.
    var timeout: Duration?
    /// The deadline of all attempts. It counts from the start of the first attempt, or from when a lane first holds the task.
    var deadline: Duration?
    /// The dependencies that have not ended.
    var dependencies: [Dependency] = []
}

/// The decision after an attempt without a response.
struct TaskDecision: Sendable {
    /// The delay of the next attempt, or `nil` if the task ends with the result of this one.
    var wait: Duration?
    /// The handler's classification of the failure, or `nil` if nothing has failed.
    var reason: RetryDisposition?
    /// The lane of the next attempt, if it changes.
    var lane: QueueTaskLane?
    /// An event to report before the end of the task.
    var event: NetTaskQueueEvent.Kind?
}

/// The settings that attempts have in common if they send requests of the same endpoint.
struct QueueTaskLane: Sendable {
    var key: String?
    var rate: RateShare?
    /// The timeout of one attempt.
    var timeout: Duration?
}

/// The stage of a task in its queue.
enum QueueStage: Sendable {
    /// The task waits for this number of other tasks.
    case blocked(by: Int)
    /// The task waits for the time from which it may run.
    case delayed
    /// The task can start when a slot is free.
    case ready
    case running(RunningAttempt)
    /// The task has left the queue. Its slot may be used again.
    case left
}

/// A running attempt.
struct RunningAttempt: Sendable {
    let startedAt: Duration
    var hasTimeout: Bool
    /// Whether the attempt has a token of its lane's rate.
    var hasToken: Bool
    /// Whether the reply has stated the server's limits.
    var isReported = false
    /// Whether the result was received, and its consequences are still to come.
    var isOver = false
}

/// The state machine's entry for a task.
struct QueueEntry: Sendable {
    let id: NetTaskID
    /// The bucket of the task's key in the ready queue.
    var bucket: Int
    let group: Int
    var timeout: Duration?
    let deadline: Duration?
    /// Whether the deadline has been started.
    var countsDeadline = false
    /// No attempt starts at this time or later.
    var latest: Duration?
    var priority: NetTaskPriority
    var stage: QueueStage
    var attempt = 0
    let acceptedAt: Duration
    /// The time from which the task may run, if it waits for no other tasks.
    var mayRunAt: Duration
    /// When the first attempt started.
    var firstStart = Duration.zero

    var isQueued: Bool {
        if case .left = stage { false } else { true }
    }

    var uncountedDeadline: Duration? { countsDeadline ? nil : deadline }

    /// The number of tasks that it waits for.
    var openDependencies: Int {
        get {
            if case .blocked(let count) = stage { count } else { 0 }
        }
        set { stage = .blocked(by: newValue) }
    }

    /// The running attempt.
    var running: RunningAttempt? {
        get {
            if case .running(let attempt) = stage { attempt } else { nil }
        }
        set {
            if let newValue { stage = .running(newValue) }
        }
    }
}
