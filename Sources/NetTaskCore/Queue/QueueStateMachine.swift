/// The rules of a queue and nothing else: calls go in, actions come out. It calls nobody, waits for nothing and knows
/// no clock but the moments that it is told.
///
/// Calls stand between ``begin(now:)`` and ``pump()``, so that no way of leaving a slot can forget to refill it. A call
/// about a task that has ended, or about an attempt that is over, changes nothing.
struct QueueStateMachine<Job> {
    /// What is to be done, in this order.
    enum Action {
        case start(Job, attempt: Int)
        /// The task waits for its next attempt.
        case retry(Job, attempt: Int, after: Duration)
        /// The task waits for its next attempt, and the latest one has not failed.
        case pause(Job, attempt: Int, after: Duration)
        /// The attempt has taken too long and is to be reported as failed.
        case timeOut(Job, attempt: Int)
        /// The server's limit holds the tasks of the key for so long. The job is the one whose reply says so; for a reminder, five
        /// minutes later, it is one that waits.
        case hold(Job, key: String?, for: Duration, isReminder: Bool)
        /// The task has left the queue. There is exactly one for each task.
        case end(Job, QueueEnd)
    }

    enum Timer: Sendable {
        case attempt(Int)
        case deadline
        /// While the task waits after this attempt. Set anew for each wait.
        case expiry(after: Int)

        /// Which of a task's timers of one moment comes first. No time-out is told of a task that ends.
        var rank: UInt8 {
            switch self {
            case .deadline: 0
            case .expiry: 1
            case .attempt: 2
            }
        }
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
    /// What is to be done since ``clearActions()``.
    var actions: [Action] = []
    var isReleased = false
    var isShutDown = false
    var entries: [QueueEntry] = []
    /// By slot, as `entries` is; apart from it, so that those can be copied as plain bytes.
    var jobs: [Job?] = []
    var freeSlots: [Int] = []
    var ready: ReadyQueue
    var starts = DueHeap<Int>()
    var timers = DueHeap<(slot: Int, timer: Timer)>()
    var edges = DependencyEdges()
    var groups: [Int: (places: [QueuePlace], liveCount: Int)] = [:]
    /// What holds tasks back by their keys, by the bucket of the key.
    var lanes: [Int: QueueLane] = [:]
    /// How many lanes there are when it is looked for such as may be forgotten.
    var lanesToForget = 64
    /// When lanes open.
    var openings = DueHeap<Int>()
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

    /// How much is kept for tasks, and of those that have left.
    var placeCount: Int {
        entries.count - freeSlots.count + starts.count + timers.count + edges.count + groups.count + lanes.count
            + openings.count
    }

    /// Forgets the actions, and keeps the room for more.
    mutating func clearActions() {
        actions.removeAll(keepingCapacity: true)
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
            due: options.notBefore,
            priority: options.priority
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
            setTimer(.expiry(after: 0), due: expiry, for: slot)
        }
        for dependency in options.dependencies where isCurrent(dependency.on) {
            edges.add(from: place, to: dependency.on, onFailure: dependency.onFailure)
            entries[slot].openDependencies += 1
        }
        enqueueIfReady(slot)
        return place
    }

    mutating func succeed(_ place: QueuePlace, attempt: Int) {
        if isRunning(place, attempt) {
            end(place.slot, .finished, succeeded: true)
        }
    }

    /// - Parameter retryAfter: the wait before the next attempt, or nil if there shall be none.
    mutating func fail(_ place: QueuePlace, attempt: Int, retryAfter: Duration?) {
        if isRunning(place, attempt) {
            let mayRetry = !isShutDown && !isAbandoned
            // To wait for a retry that can never start would only put off the report of what went wrong.
            if mayRetry, let retryAfter, let job = jobs[place.slot], isEarlyEnough(now + retryAfter, place.slot) {
                stopRunning(place.slot)
                // If this is the deadline, that one's own timer comes first.
                if let latest = entries[place.slot].latest {
                    setTimer(.expiry(after: attempt), due: latest, for: place.slot)
                }
                delay(place.slot, until: now + retryAfter)
                actions.append(.retry(job, attempt: attempt, after: retryAfter))
            } else {
                end(place.slot, .finished)
            }
        }
    }

    /// Takes the time-out away from an attempt.
    mutating func endTimeout(_ place: QueuePlace, attempt: Int) {
        if isRunning(place, attempt) {
            entries[place.slot].timedAttempt = nil
        }
    }

    mutating func cancel(_ place: QueuePlace, _ reason: CancellationReason) {
        if isCurrent(place) {
            end(place.slot, .cancelled(reason))
        }
    }

    mutating func setPriority(_ priority: NetTaskPriority, of place: QueuePlace) {
        if isCurrent(place), entries[place.slot].priority != priority {
            entries[place.slot].priority = priority
            if ready.contains(place.slot) {
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
            let bucket = ready.move(place.slot, from: entry.bucket, to: key, isRunning: entry.isRunning)
            entries[place.slot].bucket = bucket
            if entry.isRunning, !entry.isReported {
                lanes[entry.bucket]?.openCount -= 1
                lanes[bucket]?.openCount += 1
            }
            settleLane(entry.bucket)
            settleLane(bucket)
            if ready.contains(place.slot) { countDeadlineIfHeld(place.slot) }
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
        entries[place.slot].openDependencies += 1
        ready.remove(place.slot)
        entries[place.slot].isTimed = false
        return nil
    }

    // MARK: What happens to all

    /// Cancels those that the predicate names, in the order in which they were added.
    mutating func cancelAll(_ reason: CancellationReason, where isMeant: (Job) -> Bool = { _ in true }) {
        endAll(.cancelled(reason)) { isMeant($1) }
    }

    /// Nobody can add, resume or change anything any more.
    mutating func release() {
        isReleased = true
        if isSuspended {
            endAll(.cancelled(.queueReleased)) { entry, _ in !entry.isRunning }
        }
    }

    /// Nothing is to be started any more.
    mutating func shutDown(_ reason: CancellationReason) {
        isShutDown = true
        endAll(.cancelled(reason)) { entry, _ in !entry.isRunning }
    }

    /// The next moment at which time alone changes something.
    mutating func nextWake() -> Duration? {
        while let timer = timers.first, !Self.isLive(timer, in: entries) {
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
        isCurrent(place) && entries[place.slot].isRunning && entries[place.slot].attempt == attempt
    }

    func isEarlyEnough(_ moment: Duration, _ slot: Int) -> Bool {
        entries[slot].latest.map { moment < $0 } ?? true
    }

    static func isLive(_ start: DueHeap<Int>.Element, in entries: [QueueEntry]) -> Bool {
        isCurrent(start.order, at: start.value, in: entries)
            && entries[start.value].isTimed && entries[start.value].due == start.due
    }

    static func isLive(
        _ element: DueHeap<(slot: Int, timer: Timer)>.Element,
        in entries: [QueueEntry]
    ) -> Bool {
        let slot = element.value.slot
        guard isCurrent(element.order, at: slot, in: entries) else { return false }
        return switch element.value.timer {
        case .attempt(let attempt): entries[slot].isRunning && entries[slot].timedAttempt == attempt
        case .deadline: true
        case .expiry(let attempt): !entries[slot].isRunning && entries[slot].attempt == attempt
        }
    }

    var hasFreeSlot: Bool {
        !isSuspended && (limit == 0 || runningCount < limit)
    }
}

extension QueueStateMachine.Action: Equatable where Job: Equatable {}

/// Where a task is found in its queue, at no cost however many there are. The id tells whether it still is.
struct QueuePlace: Sendable, Hashable {
    let slot: Int
    let id: NetTaskID
}

/// How the rules of a queue end a task.
enum QueueEnd: Sendable, Equatable {
    /// With what the last attempt brought.
    case finished
    case cancelled(CancellationReason)
    case deadlinePassed
    /// Its deadline has passed while it waited for its lane.
    case deadlinePassedInHold(NetTaskHold)
    case expired
    /// It would have had to wait too long for its lane.
    case held(NetTaskHold)
    /// It was never accepted.
    case refused(NetTaskDependencyError)
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

/// What holds for the attempts of a task whose requests are those of one endpoint.
struct QueueTaskLane: Sendable {
    var key: String?
    var rate: RateShare?
    /// Of one attempt.
    var timeout: Duration?
}

/// What the state machine knows of a task in its queue.
struct QueueEntry: Sendable {
    let id: NetTaskID
    /// Of the key that it counts for, in the queue of those that are ready.
    var bucket: Int
    let group: Int
    var timeout: Duration?
    /// nil once it counts.
    var deadline: Duration?
    /// No attempt starts at this moment or later.
    var latest: Duration?
    /// While it waits for a date or a retry: until when.
    var due: Duration?
    /// Whether nothing but that moment is missing.
    var isTimed = false
    var isRunning = false
    /// False once it has left, until the slot is used again.
    var isHere = true
    var priority: NetTaskPriority
    var attempt = 0
    /// When the latest attempt was started.
    var startedAt = Duration.zero
    /// Whether the reply to it has told of the server's limits.
    var isReported = false
    /// Whether the attempt has a token of its lane's rate.
    var hasToken = false
    /// The attempt that has a time-out; nil if the latest one has none.
    var timedAttempt: Int?
    /// How many tasks it waits for.
    var openDependencies = 0
}
