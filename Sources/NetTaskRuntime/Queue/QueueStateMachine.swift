/// The rules of a queue and nothing else: events go in, actions come out. It calls nobody, waits for nothing and
/// knows no clock but the moments that it is told.
///
/// Every change is followed by the same ``pump``, so that no way of leaving a slot can forget to refill it.
struct QueueStateMachine: Sendable {
    /// What has happened.
    enum Event: Sendable {
        case added(NetTaskID, timeout: Duration?, deadline: Duration?)
        case succeeded(NetTaskID, attempt: Int)
        /// - Parameter retryAfter: the wait before the next attempt, or nil if there shall be none.
        case failed(NetTaskID, attempt: Int, retryAfter: Duration?)
        case cancelled(NetTaskID, CancellationReason)
        case cancelledAll(CancellationReason)
        case limitChanged(Int)
        case suspended
        case resumed
        /// Nobody can add, resume or change anything any more.
        case released
        /// Nothing but time may have passed.
        case timePassed
    }

    /// What is to be done, in this order.
    enum Action: Sendable, Equatable {
        case start(NetTaskID, attempt: Int)
        /// The task waits for its next attempt.
        case retry(NetTaskID, attempt: Int, after: Duration)
        /// The attempt has taken too long and is to be reported as failed.
        case timeOut(NetTaskID, attempt: Int)
        /// The task has left the queue. There is exactly one for each task.
        case end(NetTaskID, End)
    }

    enum End: Sendable, Equatable {
        /// With what the last attempt brought.
        case finished
        case cancelled(CancellationReason)
        case deadlinePassed
    }

    private struct Entry: Sendable {
        var timeout: Duration?
        var deadline: Duration?
        var deadlineMoment: Duration?
        var attempt = 0
        var isRunning = false
    }

    private enum Alarm: Sendable {
        case attempt(Int)
        case deadline
    }

    /// The tasks in the queue. On its own, so that a question to it does not copy the line and the alarms.
    private struct Entries: Sendable {
        var byID: [NetTaskID: Entry] = [:]

        func isRunning(_ id: NetTaskID, _ attempt: Int? = nil) -> Bool {
            guard let entry = byID[id], entry.isRunning else { return false }
            return attempt == nil || attempt == entry.attempt
        }

        func isWaiting(_ id: NetTaskID) -> Bool {
            byID[id].map { !$0.isRunning } ?? false
        }

        func isLive(_ alarm: DueHeap<Alarm>.Element) -> Bool {
            switch alarm.value {
            case .attempt(let attempt): isRunning(alarm.order, attempt)
            case .deadline: byID[alarm.order] != nil
            }
        }
    }

    /// How many tasks may run at once; 0 means any number.
    private(set) var limit: Int
    private(set) var isSuspended = false
    private(set) var runningCount = 0
    private var isReleased = false
    private var entries = Entries()
    private var line = WaitingLine()
    private var alarms = DueHeap<Alarm>()

    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    /// How many tasks are in the queue, waiting and running.
    var count: Int { entries.byID.count }

    /// How much is kept for them, and of those that have left.
    var placeCount: Int { entries.byID.count + line.placeCount + alarms.count }

    /// Takes in what has happened, and says what to do about it.
    mutating func handle(_ event: Event, now: Duration) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .added(let id, let timeout, let deadline):
            entries.byID[id] = Entry(timeout: timeout, deadline: deadline)
            line.append(id, now: now)
        case .succeeded(let id, let attempt):
            if entries.isRunning(id, attempt) {
                end(id, .finished, &actions)
            }
        case .failed(let id, let attempt, let retryAfter):
            if entries.isRunning(id, attempt) {
                fail(id, retryAfter: retryAfter, now: now, &actions)
            }
        case .cancelled(let id, let reason):
            end(id, .cancelled(reason), &actions)
        case .cancelledAll(let reason):
            for id in entries.byID.keys.sorted() {
                end(id, .cancelled(reason), &actions)
            }
        case .limitChanged(let limit):
            self.limit = max(limit, 0)
        case .suspended:
            isSuspended = true
        case .resumed:
            isSuspended = false
        case .released:
            isReleased = true
            if isSuspended {
                for id in entries.byID.keys.sorted() where !entries.isRunning(id) {
                    end(id, .cancelled(.queueReleased), &actions)
                }
            }
        case .timePassed:
            break
        }
        pump(now: now, &actions)
        return actions
    }

    /// The next moment at which time alone changes something.
    mutating func nextWake() -> Duration? {
        while let alarm = alarms.first, !entries.isLive(alarm) {
            alarms.removeFirst()
        }
        let retry = hasFreeSlot ? line.nextRetry(isWaiting: entries.isWaiting) : nil
        return [alarms.first?.due, retry].compactMap { $0 }.min()
    }

    private var hasFreeSlot: Bool {
        !isSuspended && (limit == 0 || runningCount < limit)
    }

    private mutating func end(_ id: NetTaskID, _ end: End, _ actions: inout [Action]) {
        guard let entry = entries.byID.removeValue(forKey: id) else { return }
        if entry.isRunning {
            runningCount -= 1
        }
        actions.append(.end(id, end))
    }

    private mutating func fail(_ id: NetTaskID, retryAfter: Duration?, now: Duration, _ actions: inout [Action]) {
        guard var entry = entries.byID[id], let retryAfter, !(isReleased && isSuspended) else {
            return end(id, .finished, &actions)
        }
        let due = now + retryAfter
        // To wait for a retry that can never start would only put off the report of what went wrong.
        if let deadline = entry.deadlineMoment, due >= deadline {
            return end(id, .finished, &actions)
        }
        entry.isRunning = false
        entries.byID[id] = entry
        runningCount -= 1
        line.insertRetry(id, due: due)
        actions.append(.retry(id, attempt: entry.attempt, after: retryAfter))
    }

    /// Does all that has become due or possible. The one place that starts anything.
    private mutating func pump(now: Duration, _ actions: inout [Action]) {
        while let alarm = alarms.first, alarm.due <= now || !entries.isLive(alarm) {
            alarms.removeFirst()
            guard entries.isLive(alarm) else { continue }
            switch alarm.value {
            case .attempt(let attempt): actions.append(.timeOut(alarm.order, attempt: attempt))
            case .deadline: end(alarm.order, .deadlinePassed, &actions)
            }
        }
        while hasFreeSlot, let id = line.popReady(now: now, isWaiting: entries.isWaiting) {
            start(id, now: now, &actions)
        }
        line.compact(waiting: entries.byID.count - runningCount, isWaiting: entries.isWaiting)
        if alarms.count > 64 + 4 * entries.byID.count {
            let entries = entries
            alarms.removeAll { !entries.isLive($0) }
        }
    }

    private mutating func start(_ id: NetTaskID, now: Duration, _ actions: inout [Action]) {
        guard var entry = entries.byID[id] else { return }
        entry.isRunning = true
        entry.attempt += 1
        if entry.attempt == 1, let deadline = entry.deadline {
            entry.deadlineMoment = now + deadline
            alarms.insert(.deadline, due: now + deadline, order: id)
        }
        if let timeout = entry.timeout {
            alarms.insert(.attempt(entry.attempt), due: now + timeout, order: id)
        }
        entries.byID[id] = entry
        runningCount += 1
        actions.append(.start(id, attempt: entry.attempt))
    }
}
