/// The rules of a queue and nothing else: calls go in, events come out. It calls nobody, waits for nothing and knows
/// no clock but the moments that it is told.
///
/// Calls stand between ``begin(now:)`` and ``pump()``, so that no way of leaving a slot can forget to refill it. A call
/// about a task that has ended, or about an attempt that is over, changes nothing.
struct QueueStateMachine<Job> {
    /// Something that has happened to a task.
    struct Event {
        let job: Job
        let kind: NetTaskQueueEvent.Kind
        /// How the task ended.
        var outcome: TaskOutcome?
    }

    /// In the order in which those of a task come that are due at one moment. No time-out is told of a task that ends.
    enum Timer: UInt8, Sendable {
        case deadline
        /// While the task waits after an attempt. Set anew for each wait.
        case expiry
        case attempt
    }

    /// The moment of the change that is under way.
    private(set) var now = Duration.zero
    /// How many tasks may run at once; 0 means any number.
    var limit: Int {
        didSet { limit = max(limit, 0) }
    }
    /// The same for the tasks of one key.
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
    /// How many tasks are in the queue, waiting and running.
    var count = 0
    /// What has happened since ``clearEvents()``, in this order.
    var events: [Event] = []
    /// The attempts that took longer than their time-out since then. They come before the events.
    var timedOut: [(job: Job, attempt: Int, limit: Duration?)] = []
    var isReleased = false
    var isShutDown = false
    var entries: [QueueEntry] = []
    /// By slot, as `entries` is; apart from it, so that those can be copied as plain bytes.
    var jobs: [Job?] = []
    var freeSlots: [Int] = []
    var ready: ReadyQueue
    var starts = DueHeap()
    /// Their ranks are those of ``Timer``.
    var timers = DueHeap()
    var edges = DependencyEdges()
    var groups: [Int: (places: [QueuePlace], liveCount: Int)] = [:]
    /// What holds tasks back by their keys, by the bucket of the key.
    var lanes: [Int: QueueLane] = [:]
    /// How many lanes there are when it is looked for such as may be forgotten.
    var lanesToForget = 64
    /// When lanes open.
    var openings = DueHeap()
    /// Whether each task has to have its key, since a server has told of its limits.
    var needsKeys = false
    /// Whether each task has it.
    var hasKeys = false
    /// The longest time for which a server's limit holds a task.
    var maxHold = Duration.seconds(3600)
    /// The longest hold that a task waits for; one that would wait for longer ends. nil for any. Of durable queues alone, which
    /// put such tasks off.
    var maxWaitInLane: Duration?
    /// The tokens that were given back in this change, for which other queues may wait.
    var returnedTokens: [RateTokens] = []

    init(limit: Int = 0, limitPerKey: Int = 0, order: NetTaskOrder = .fifo) {
        self.limit = max(limit, 0)
        ready = ReadyQueue(order: order, limitPerKey: max(limitPerKey, 0))
    }

    /// Whether nothing can start any more, as nobody is left to resume it.
    var isAbandoned: Bool { isReleased && isSuspended }

    /// Forgets the events, and keeps the room for more.
    mutating func clearEvents() {
        events.removeAll(keepingCapacity: true)
        if !timedOut.isEmpty { timedOut = [] }
    }

    /// A change begins: nothing but time may have passed since the one before.
    mutating func begin(now: Duration) {
        self.now = now
        makeReady()
    }

    // MARK: What happens to one task

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

    /// An attempt has brought something, so that it cannot take too long any more. What follows from it is still to come.
    ///
    /// - Returns: false if it is over already.
    mutating func stopAttempt(_ place: QueuePlace, _ attempt: Int) -> Bool {
        guard isRunning(place, attempt), entries[place.slot].running?.isOver == false else { return false }
        entries[place.slot].running?.isOver = true
        return true
    }

    /// Ends a task with the response that an attempt has brought.
    mutating func succeed(_ place: QueuePlace, attempt: Int, _ outcome: TaskOutcome) {
        if isRunning(place, attempt) { end(place.slot, outcome) }
    }

    /// Ends a task with what an attempt has brought, or has it wait for the next one.
    mutating func settle(_ place: QueuePlace, attempt: Int, _ outcome: TaskOutcome, _ decision: TaskDecision) {
        guard isRunning(place, attempt), let job = jobs[place.slot] else { return }
        let slot = place.slot
        guard let wait = decision.wait else { return end(slot, outcome) }
        // To wait for a retry that can never start would only put off the report of what went wrong.
        if isShutDown || isAbandoned {
            let cancellation = isShutDown ? CancellationReason.queueShutDown : .queueReleased
            return end(slot, decision.reason == nil ? .failure(cancellation) : outcome)
        }
        if decision.reason != nil, let latest = entries[slot].latest, now + wait >= latest { return end(slot, outcome) }
        stopRunning(slot)
        if let lane = decision.lane { move(slot, to: lane) }
        // If this is the deadline, that one's own timer comes first.
        if let latest = entries[slot].latest {
            setTimer(.expiry, due: latest, for: slot)
        }
        entries[slot].mayRunAt = now + wait
        delay(slot)
        let kind = decision.reason.map { NetTaskQueueEvent.Kind.retrying(retry: attempt, after: wait, reason: $0) }
        events.append(Event(job: job, kind: kind ?? .pending(attempt: attempt, after: wait)))
    }

    /// Takes the time-out away from an attempt.
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

    /// The same, if it is higher than before.
    mutating func raisePriority(_ priority: NetTaskPriority, of place: QueuePlace) {
        if isCurrent(place), entries[place.slot].priority < priority {
            setPriority(priority, of: place)
        }
    }

    /// Has a task count for a key that was not known when it was added.
    mutating func setKey(_ key: String?, of place: QueuePlace) {
        if let key, isCurrent(place) {
            let entry = entries[place.slot]
            let bucket = ready.move(place.slot, from: entry.bucket, to: key, isRunning: entry.running != nil)
            entries[place.slot].bucket = bucket
            if entry.running?.isReported == false {
                lanes[entry.bucket]?.openCount -= 1
                lanes[bucket]?.openCount += 1
            }
            settleLane(entry.bucket)
            settleLane(bucket)
            if case .ready = entry.stage { countDeadlineIfHeld(place.slot) }
        }
    }

    /// Lets a task that has not been started wait for another one too; or says why it cannot.
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

    // MARK: What happens to all

    /// Nobody can add, resume or change anything any more.
    mutating func release() {
        isReleased = true
        if isSuspended {
            endWaiting(.queueReleased)
        }
    }

    /// Nothing is to be started any more.
    mutating func shutDown() {
        isShutDown = true
        endWaiting(.queueShutDown)
    }

    /// The next moment at which time alone changes something.
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

    // MARK: Where a task stands

    /// All tasks, with their priorities, in the order in which they were added.
    var tasks: [(job: Job, priority: NetTaskPriority)] {
        slotsByID { entries[$0].isHere }.compactMap { slot in jobs[slot].map { ($0, entries[slot].priority) } }
    }

    func slotsByID(where isMeant: (Int) -> Bool) -> [Int] {
        entries.indices.filter(isMeant).sorted { entries[$0].id < entries[$1].id }
    }

    /// The number of attempts begun; nil once it has ended.
    func attempt(of place: QueuePlace) -> Int? {
        isCurrent(place) ? entries[place.slot].attempt : nil
    }

    func isCurrent(_ place: QueuePlace) -> Bool {
        entries.indices.contains(place.slot) && Self.isCurrent(place.id, at: place.slot, in: entries)
    }

    static func isCurrent(_ id: NetTaskID, at slot: Int, in entries: [QueueEntry]) -> Bool {
        entries[slot].id == id && entries[slot].isHere
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

/// Where a task is found in its queue, at no cost however many there are. The id tells whether it still is.
struct QueuePlace: Sendable, Hashable {
    let slot: Int
    let id: NetTaskID
}

/// What a queue has to know of a task. Moments are durations since the opening of the queue's clock.
struct QueueTaskOptions: Sendable {
    struct Dependency: Sendable {
        var on: QueuePlace
        var onFailure: NetTaskDependency.FailurePolicy
    }

    var priority = NetTaskPriority.normal
    /// Tasks of one key share the limit per key; nil shares none.
    var key: String?
    /// What its key is limited to, unless another task has said so before.
    var rate: RateShare?
    /// Tasks of one group end when one of them does not succeed; 0 is no group.
    var group = 0
    /// The moment before which it does not start.
    var notBefore: Duration?
    /// The moment after which it does not start.
    var expiry: Duration?
    /// Of one attempt.
    var timeout: Duration?
    /// Of all attempts, from the start of the first or from when a lane first holds the task.
    var deadline: Duration?
    /// Those that have not ended yet.
    var dependencies: [Dependency] = []
}

/// What follows from an attempt that brought no response.
struct TaskDecision: Sendable {
    /// The wait before the next attempt; nil if the task ends with what the attempt brought.
    var wait: Duration?
    /// What the handler made of the failure; nil if nothing has failed.
    var reason: RetryDisposition?
    /// That of the next attempt, if it is another one.
    var lane: QueueTaskLane?
    /// What observers are told before the end.
    var told: NetTaskQueueEvent.Kind?
}

/// What holds for the attempts of a task whose requests are those of one endpoint.
struct QueueTaskLane: Sendable {
    var key: String?
    var rate: RateShare?
    /// Of one attempt.
    var timeout: Duration?
}

/// Where a task stands in its queue.
enum QueueStage: Sendable {
    /// It waits for so many others.
    case blocked(by: Int)
    /// It waits for the moment from which it may run.
    case delayed
    /// It is in line.
    case ready
    case running(RunningAttempt)
    /// It has left. The slot may be used again.
    case left
}

/// An attempt that is under way.
struct RunningAttempt: Sendable {
    let startedAt: Duration
    var hasTimeout: Bool
    /// Whether it has a token of its lane's rate.
    var hasToken: Bool
    /// Whether the reply to it has told of the server's limits.
    var isReported = false
    /// Whether it has brought something, and what follows from it is still to come.
    var isOver = false
}

/// What the state machine knows of a task in its queue.
struct QueueEntry: Sendable {
    let id: NetTaskID
    /// Of the key that it counts for, in the queue of those that are ready.
    var bucket: Int
    let group: Int
    var timeout: Duration?
    let deadline: Duration?
    /// Whether the deadline counts already.
    var countsDeadline = false
    /// No attempt starts at this moment or later.
    var latest: Duration?
    var priority: NetTaskPriority
    var stage: QueueStage
    var attempt = 0
    let acceptedAt: Duration
    /// The moment from which nothing but others keeps it from running.
    var mayRunAt: Duration
    /// When its first attempt was started.
    var firstStart = Duration.zero

    var isHere: Bool {
        if case .left = stage { false } else { true }
    }

    var uncountedDeadline: Duration? { countsDeadline ? nil : deadline }

    /// How many tasks it waits for.
    var openDependencies: Int {
        get {
            if case .blocked(let count) = stage { count } else { 0 }
        }
        set { stage = .blocked(by: newValue) }
    }

    /// Its attempt that is under way.
    var running: RunningAttempt? {
        get {
            if case .running(let attempt) = stage { attempt } else { nil }
        }
        set {
            if let newValue { stage = .running(newValue) }
        }
    }
}
