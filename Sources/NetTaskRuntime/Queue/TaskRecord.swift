/// One task from its acceptance to its end: makes its attempts, keeps its status, and tells those who watch.
///
/// What is to happen is decided by the queue's state machine. Unchecked for the reason given at ``QueueJob``.
final class TaskRecord<T: NetTask>: QueueJob, @unchecked Sendable {
    typealias Outcome = Result<T.Response, NetTaskError<T.Failure>>
    typealias Phase = NetTaskStatus<T>.Phase

    /// What there is only once a task has been started, so that those that wait are small.
    private struct Course {
        var reply: T.Reply?
        /// What the latest attempt brought, and which that was. Set by the one who is first to end that attempt.
        var outcome: Outcome?
        var endedAttempt = 0
        var wait: Duration = .zero
        var progress: NetTaskProgress?
        var result: Outcome?
    }

    private final class CourseBox {
        var course = Course()
    }

    let task: T
    let tags: [String]
    let queue: QueueCore<T.Request, T.Reply>
    let retryPolicy: Indirect<RetryPolicy>?
    /// The record that runs, if this one shares the run of another.
    private var leader: TaskRecord<T>?
    private var phase = Phase.waiting
    private var attempt = 0
    private var box: CourseBox?
    private var watchers: TaskWatchers<T>?

    init(_ task: T, _ options: NetTaskOptions, in queue: QueueCore<T.Request, T.Reply>) {
        self.task = task
        self.tags = options.tags
        self.retryPolicy = options.retry.map(Indirect.init)
        self.queue = queue
        super.init(scheduler: queue.scheduler)
    }

    private var course: Course {
        get { box?.course ?? Course() }
        _modify {
            let box = self.box ?? CourseBox()
            self.box = box
            yield &box.course
        }
    }

    // MARK: For those who watch

    var status: NetTaskStatus<T> {
        scheduler.withLock { _ in currentStatus }
    }

    /// Under the lock.
    private var currentStatus: NetTaskStatus<T> {
        if let leader, phase == .waiting {
            return leader.currentStatus
        }
        let course = box?.course
        return NetTaskStatus(phase: phase, attempt: attempt, reply: course?.reply, result: course?.result)
    }

    /// Waits for the end. The caller's cancellation does not shorten the wait.
    func result() async -> Outcome {
        await withCheckedContinuation { continuation in
            let result = scheduler.withLock { _ in
                if box?.course.result == nil {
                    watch().waiters.append(continuation)
                }
                return box?.course.result
            }
            if let result {
                continuation.resume(returning: result)
            }
        }
    }

    func events() -> NetTaskEvents<T> {
        let (stream, continuation) = AsyncStream<NetTaskEvent<T>>.makeStream()
        let key: Int? = scheduler.withLock { _ in
            continuation.yield(latestEvent)
            if box?.course.result != nil { return nil }
            watch().lastStream += 1
            watch().eventStreams[watch().lastStream] = continuation
            return watch().lastStream
        }
        if let key {
            continuation.onTermination = { [weak self] _ in
                _ = self?.scheduler.withLock { _ in self?.watchers?.eventStreams.removeValue(forKey: key) }
            }
        } else {
            continuation.finish()
        }
        return NetTaskEvents(stream: stream)
    }

    func progress() -> AsyncStream<NetTaskProgress> {
        let (stream, continuation) = AsyncStream<NetTaskProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key: Int? = scheduler.withLock { _ in
            if let latest = (leader?.box ?? box)?.course.progress {
                continuation.yield(latest)
            }
            if box?.course.result != nil { return nil }
            watch().lastStream += 1
            watch().progressStreams[watch().lastStream] = continuation
            return watch().lastStream
        }
        if let key {
            continuation.onTermination = { [weak self] _ in
                _ = self?.scheduler.withLock { _ in self?.watchers?.progressStreams.removeValue(forKey: key) }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    func subscribe(_ subscriber: Subscriber<NetTaskStatus<T>>) {
        scheduler.withLock { _ in
            if box?.course.result == nil {
                watch().subscribers.append(subscriber)
            } else if subscriber.moment == (phase == .cancelled ? .cancelled : .finished) {
                watch().post(.moment([subscriber], currentStatus), self)
            }
        }
    }

    private func watch() -> TaskWatchers<T> {
        let watchers = self.watchers ?? TaskWatchers()
        self.watchers = watchers
        return watchers
    }

    private var latestEvent: NetTaskEvent<T> {
        if let leader, phase == .waiting {
            return leader.latestEvent
        }
        if let result = box?.course.result {
            return .ended(result)
        }
        if phase == .retrying, let box, case .failure(let error)? = box.course.outcome {
            return .retrying(retry: attempt, after: box.course.wait, error: error)
        }
        return phase == .running ? .started(attempt: attempt) : .waiting
    }

    /// Tells those who watch, here and where the run is shared, what has just come about.
    private func announce(_ moment: NetTaskMoment) {
        guard let watchers else { return }
        watchers.emit(latestEvent)
        watchers.post(moment, self, currentStatus)
        for follower in watchers.followers {
            follower.announce(moment)
        }
    }

    func nextMessage() -> TaskWatchers<T>.Message? {
        scheduler.withLock { _ in watchers?.nextMessage() }
    }

    /// Tells each of the delegates once, in the order in which they were added.
    func tell(_ registrations: [DelegateRegistration]) async {
        var told: Set<ObjectIdentifier> = []
        for registration in registrations where registration.isMeant(task) {
            if let delegate = registration.delegate(), told.insert(delegate.identity).inserted {
                await delegate.tell(NetTaskHandle(self))
            }
        }
    }

    // MARK: Sharing a run

    /// What runs for this task: itself, or the one whose run it shares.
    var runner: QueueJob { leader ?? self }

    /// Lets another task share the run of this one. Under the lock.
    func admit(_ follower: TaskRecord<T>) {
        follower.leader = self
        follower.place = place
        watch().followers.append(follower)
    }

    override func cancelSeats(
        _ reason: CancellationReason,
        where isMeant: (QueueJob) -> Bool
    ) -> (ended: [QueueJob], all: Bool) {
        guard let watchers, !watchers.followers.isEmpty else { return ([], isMeant(self)) }
        let meant = watchers.followers.filter(isMeant)
        if meant.count == watchers.followers.count { return ([], true) }
        watchers.followers.removeAll { follower in meant.contains { $0 === follower } }
        for follower in meant {
            follower.finish(.failure(.cancelled(reason)))
        }
        return (meant, false)
    }

    override func isTagged(_ tag: String) -> Bool { tags.contains(tag) }
    override func isTask<Other: NetTask>(_ type: Other.Type) -> Bool { T.self == type }

    override func summary(priority: NetTaskPriority) -> NetTaskSummary {
        let phase: NetTaskSummary.Phase =
            switch phase {
            case .running: .running
            case .retrying: .retrying
            default: .waiting
            }
        return NetTaskSummary(id: place.id, task: task, phase: phase, attempt: attempt, priority: priority, tags: tags)
    }

    // MARK: What an attempt brings, under the lock

    /// Whether this is the first to end the attempt.
    ///
    /// - Parameter displaced: takes what was kept of the attempt before, which may have code of the user's to run when
    ///   it goes, and so has to outlive the lock.
    func claim(attempt: Int, _ outcome: Outcome, reply: T.Reply? = nil, displaced: inout [Any]) -> Bool {
        guard phase == .running, self.attempt == attempt, course.endedAttempt < attempt else { return false }
        if let box {
            displaced = [box.course.outcome as Any, box.course.reply as Any]
        }
        course.endedAttempt = attempt
        course.outcome = outcome
        if let reply {
            course.reply = reply
        }
        return true
    }

    func note(_ progress: NetTaskProgress, attempt: Int) {
        scheduler.withLock { _ in
            guard phase == .running, self.attempt == attempt else { return }
            course.progress = progress
            watchers?.report(progress)
            for follower in watchers?.followers ?? [] {
                follower.watchers?.report(progress)
            }
        }
    }

    // MARK: What the queue decides

    override var hasSucceeded: Bool? {
        box?.course.result.map { result in
            if case .success = result { true } else { false }
        }
    }

    override func begin(attempt: Int) {
        self.attempt = attempt
        phase = .running
        announce(.started)
    }

    override func retry(after wait: Duration) {
        phase = .retrying
        course.wait = wait
        announce(.retrying)
    }

    var lastOutcome: Outcome? { box?.course.outcome }

    override func run(attempt: Int, on worker: QueueWorker) async -> QueueStart? {
        await makeAttempt(attempt, on: worker)
    }

    override func settleTimeOut(attempt: Int) {
        judgeTimeOut(attempt)
    }

    override func claimTimeOut(attempt: Int) -> Bool {
        let error = TimeoutError(.attempt, limit: T.timeout ?? .zero, task: T.name, attempt: attempt)
        // What an earlier attempt left behind was told to those who watch, and goes when they and the next one have.
        var displaced: [Any] = []
        return claim(attempt: attempt, .failure(.timeout(error)), displaced: &displaced)
    }

    override func end(_ end: QueueEnd) {
        let result: Outcome =
            switch end {
            case .cancelled(let reason):
                .failure(.cancelled(reason))
            case .deadlinePassed:
                .failure(.timeout(TimeoutError(.deadline, limit: T.deadline, task: T.name, attempt: attempt)))
            case .expired:
                .failure(.timeout(TimeoutError(.expiry, limit: nil, task: T.name, attempt: attempt)))
            case .refused(let error):
                .failure(.other(error))
            case .finished:
                // The machine ends a task so only after an attempt has brought something.
                course.outcome ?? .failure(.cancelled(.handler))
            }
        for follower in watchers?.followers ?? [] {
            follower.attempt = attempt
            follower.course.reply = course.reply
            follower.finish(result)
        }
        finish(result)
    }

    private func finish(_ result: Outcome) {
        switch result {
        case .success: phase = .succeeded
        case .failure(.cancelled): phase = .cancelled
        case .failure: phase = .failed
        }
        course.result = result
        if let watchers {
            watchers.emit(.ended(result))
            watchers.post(phase == .cancelled ? .cancelled : .finished, self, currentStatus)
            watchers.subscribers = []
        }
    }

    override func announceEnd() {
        let (result, watchers) = scheduler.withLock { _ in (box?.course.result, self.watchers?.takeAll()) }
        // Nobody joins these once there is a result.
        guard let watchers, let result else { return }
        for waiter in watchers.waiters {
            waiter.resume(returning: result)
        }
        for stream in watchers.eventStreams {
            stream.finish()
        }
        for stream in watchers.progressStreams {
            stream.finish()
        }
        for follower in watchers.followers {
            follower.announceEnd()
        }
    }

    override func tell(_ delegates: [DelegateRegistration]) {
        if phase != .cancelled {
            watch().post(.end(delegates), self)
        }
    }
}
