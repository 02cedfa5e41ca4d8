import NetTaskRuntime

@testable import NetTaskCore

/// The four steps that each call takes.
extension SlowQueueModel {
    // MARK: 1. Held tasks become ready

    mutating func makeDueTasksReady(now: Int) {
        let due = tasks.filter { $0.state == .held && $0.heldUntil <= now && !hasOpenDependency($0.number) }
        for task in due.sorted(by: { ($0.heldUntil, $0.number) < ($1.heldUntil, $1.number) }) {
            makeReady(task.number)
        }
    }

    mutating func makeReady(_ number: Int) {
        guard let index = index(of: number) else { return }
        turns += 1
        tasks[index].state = .ready
        tasks[index].turn = fault == .retryOvertakesTheLine && tasks[index].attempt > 0 ? -turns : turns
    }

    // MARK: 2. What is called for

    mutating func change(_ call: QueueCall, now: Int) {
        switch call {
        case .add(let number, let terms): add(number, terms, now: now)
        case .succeed(let number, let attempt):
            if isRunning(number, attempt: attempt) { end(number, .finished, isSuccess: true, now: now) }
        case .fail(let number, let attempt, let wait):
            if isRunning(number, attempt: attempt) { fail(number, retryAfter: wait, now: now) }
        case .cancel(let number): end(number, .cancelled(.handle), now: now)
        case .cancelAll(let numbers): endAll(numbers, .cancelled(.queue), now: now)
        case .setPriority(let priority, let number): setPriority(priority, of: number)
        case .raisePriority(let priority, let number):
            if isRaised(number, to: priority) { setPriority(priority, of: number) }
        case .setLimit(let limit): self.limit = limit
        case .setLimitPerKey(let limit): limitPerKey = limit
        case .setOrder(let order): self.order = order
        case .suspend: isSuspended = true
        case .resume: isSuspended = false
        case .release:
            isReleased = true
            if isSuspended, fault != .releaseForgetsWaitingTasks {
                endAll(waitingNumbers, .cancelled(.queueReleased), now: now)
            }
        case .shutDown:
            isShutDown = true
            endAll(waitingNumbers, .cancelled(.queueShutDown), now: now)
        case .passTime, .addDependency: break
        }
    }

    private var waitingNumbers: [Int] {
        tasks.filter { $0.state != .running }.map(\.number)
    }

    private mutating func endAll(_ numbers: [Int], _ end: MachineEnd, now: Int) {
        for number in numbers.sorted() {
            self.end(number, end, now: now)
        }
    }

    private func isRunning(_ number: Int, attempt: Int) -> Bool {
        tasks.contains {
            $0.number == number && $0.state == .running && ($0.attempt == attempt || fault == .staleAttemptIsAccepted)
        }
    }

    private mutating func add(_ number: Int, _ terms: PlainTerms, now: Int) {
        tasks.append(
            Task(
                number: number,
                priority: terms.priority,
                key: terms.key,
                group: terms.group,
                timeout: terms.timeout,
                deadline: terms.deadline,
                expiry: terms.expiry,
                addedAt: now,
                heldUntil: terms.notBefore ?? .min
            )
        )
        for dependency in terms.dependencies where index(of: dependency.on) != nil {
            edges.append(Edge(task: number, on: dependency.on, onFailure: dependency.onFailure))
        }
        makeDueTasksReady(now: now)
    }

    private mutating func fail(_ number: Int, retryAfter: Int?, now: Int) {
        guard let index = index(of: number) else { return }
        let task = tasks[index]
        let due = now + (retryAfter ?? 0)
        let isTooLate =
            due >= task.deadlineMoment ?? .max || due >= task.expiry ?? .max && fault != .retryAfterExpiryIsWaitedFor
        let mayRetry = !(isShutDown && fault != .shutDownStillRetries) && !(isReleased && isSuspended)
        guard let retryAfter, !isTooLate, mayRetry else {
            return end(number, .finished, now: now)
        }
        tasks[index].state = .held
        tasks[index].heldUntil = due
        tasks[index].timeOutMoment = nil
        actions.append(.retry(number, attempt: task.attempt, after: retryAfter))
    }

    /// Whether this priority is higher than that of the task. If not, the call has no effect.
    func isRaised(_ number: Int, to priority: NetTaskPriority) -> Bool {
        tasks.contains { $0.number == number && $0.priority < priority }
    }

    private mutating func setPriority(_ priority: NetTaskPriority, of number: Int) {
        guard let index = index(of: number), fault != .priorityChangeIsIgnored else { return }
        let isSame = tasks[index].priority == priority && fault != .samePriorityGoesToTheEnd
        tasks[index].priority = priority
        if tasks[index].state == .ready, !isSame {
            makeReady(number)
        }
    }

    // MARK: 4. The pump

    mutating func pump(now: Int) {
        makeDueTasksReady(now: now)
        while hasFreeSlot, let number = nextToStart, let index = index(of: number) {
            tasks[index].state = .running
            tasks[index].attempt += 1
            tasks[index].timeOutMoment = tasks[index].timeout.map { now + $0 }
            if tasks[index].attempt == 1 {
                let from = fault == .deadlineCountsFromAdding ? tasks[index].addedAt : now
                tasks[index].deadlineMoment = tasks[index].deadline.map { from + $0 }
            }
            actions.append(.start(number, attempt: tasks[index].attempt))
        }
    }

    private var nextToStart: Int? {
        let ready = tasks.filter {
            $0.state == .ready && (!isSuspended || $0.attempt > 0 && fault == .suspendedRetryStarts)
        }
        if fault == .fullKeyBlocksOthers {
            return ready.min(by: startsBefore).flatMap { isFull(key: $0.key) ? nil : $0.number }
        }
        return ready.filter { !isFull(key: $0.key) }.min(by: startsBefore)?.number
    }

    private func startsBefore(_ left: Task, _ right: Task) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        let isFIFO = (order == .fifo) != (fault == .lifoAndFifoAreSwapped)
        return isFIFO ? left.turn < right.turn : left.turn > right.turn
    }

    func forgetsToRefill(after call: QueueCall) -> Bool {
        switch (fault, call) {
        case (.noRefillAfterCancel, .cancel), (.noRefillAfterCancel, .cancelAll): true
        case (.noRefillInRetryWait, .fail(_, _, .some)): true
        default: false
        }
    }
}
