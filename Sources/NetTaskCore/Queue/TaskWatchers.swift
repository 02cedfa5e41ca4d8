/// Those who watch one task. Made for the first of them; guarded by the lock of the task's queue.
final class TaskWatchers {
    /// Those who go once they have been told of the end.
    struct Audience {
        var waiters: [@Sendable (TaskOutcome) -> Void] = []
        var events: Broadcast<TaskSnapshot>?
        var progress: Broadcast<NetTaskProgress>?
        var subscribers: [Subscriber<TaskSnapshot>] = []
        /// Tasks that share the run of this one.
        var followers: [TaskRecord] = []
    }

    var audience = Audience()
    /// The task that runs, if this one shares its run.
    var leader: TaskRecord?
    var latestProgress: NetTaskProgress?
    var delivery = SerialDelivery()
    /// What makes the task the same as others.
    var identity: TaskIdentity?
}

/// Those who wait for the end of a task, or of all.
struct QueueEnds: Sendable {
    var records: [TaskRecord] = []
    var drained: [Broadcast<Never>] = []
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func add(_ other: QueueEnds) {
        if !other.records.isEmpty { records += other.records }
        if !other.drained.isEmpty { drained += other.drained }
        if !other.waiters.isEmpty { waiters += other.waiters }
    }

    func announce() {
        for record in records { record.announceEnd() }
        for broadcast in drained { broadcast.finish() }
        for waiter in waiters { waiter.resume() }
    }
}

/// One source of values for any number of `AsyncStream`s.
final class Broadcast<Element: Sendable>: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var lastKey = 0
    }

    private let listeners = Locked(Listeners())

    /// A stream of what is yielded from now on, after the first value.
    func stream(
        from first: Element?,
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: bufferingPolicy)
        if let first {
            continuation.yield(first)
        }
        let key = listeners.withLock { listeners in
            listeners.lastKey += 1
            listeners.continuations[listeners.lastKey] = continuation
            return listeners.lastKey
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: key) }
        }
        return stream
    }

    func yield(_ element: Element) {
        for continuation in current() {
            continuation.yield(element)
        }
    }

    func finish() {
        for continuation in current() {
            continuation.finish()
        }
    }

    /// A copy, made under the lock: ThreadSanitizer sees no order between a read of the dictionary's own storage and a
    /// later change in place, which only its reference count gives.
    private func current() -> [AsyncStream<Element>.Continuation] {
        listeners.withLock { Array($0.continuations.values) }
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream that is over after that value.
    static func ended(with last: Element?) -> AsyncStream {
        AsyncStream { continuation in
            if let last {
                continuation.yield(last)
            }
            continuation.finish()
        }
    }
}

/// Calls closures one after the other, in the order in which they were posted, on the concurrency pool: never on the
/// thread that posts them, which may hold locks. Guarded by the lock of its owner.
struct SerialDelivery: Sendable {
    typealias Action = @Sendable () async -> Void

    private var actions: [Action] = []
    private var isDelivering = false

    /// - Parameter next: gives ``takeAll()``, under the lock.
    mutating func post(next: @escaping @Sendable () -> [Action], _ action: @escaping Action) {
        actions.append(action)
        if isDelivering { return }
        isDelivering = true
        Task.detached(priority: Task.currentPriority) {
            var actions = next()
            while !actions.isEmpty {
                for action in actions {
                    await action()
                }
                actions = next()
            }
        }
    }

    mutating func takeAll() -> [Action] {
        isDelivering = !actions.isEmpty
        defer { actions = [] }
        return actions
    }
}

/// One closure of a user's, and what it is to be told.
final class Subscriber<Status: Sendable>: Sendable {
    let moment: NetTaskMoment
    /// Where the closure is called; nil for the concurrency pool.
    private let actor: MainActor?
    /// Nil once the subscription was cancelled.
    private let action: Locked<(@Sendable (Status) -> Void)?>

    init(_ moment: NetTaskMoment, on actor: MainActor? = nil, _ action: @escaping @Sendable (Status) -> Void) {
        self.moment = moment
        self.actor = actor
        self.action = Locked(action)
    }

    var isActive: Bool { action.withLock { $0 != nil } }

    func tell(_ status: Status) async {
        await tell(status, isolation: actor)
    }

    /// Looks for the closure there, since it may have been cancelled there meanwhile.
    private func tell(_ status: Status, isolation: isolated (any Actor)?) {
        action.withLock { $0 }?(status)
    }

    func cancel() {
        // The closure goes without the lock.
        _ = action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

/// A closure that is called when something happens to a task. It stays in force if this value is dropped.
public struct NetTaskSubscription: Sendable {
    private let stop: @Sendable () -> Void

    init<Status>(_ subscriber: Subscriber<Status>) {
        // Weak, so that who keeps this does not keep the closure beyond the end of the task.
        stop = { [weak subscriber] in subscriber?.cancel() }
    }

    /// Stops calls of the closure, and lets go of it. A call that is under way goes on; on the main actor none can begin
    /// after this was called there.
    public func cancel() {
        stop()
    }
}
