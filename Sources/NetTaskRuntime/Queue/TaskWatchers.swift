/// Those who watch one task. Made for the first of them; guarded by the lock of the task's queue.
final class TaskWatchers {
    /// An `AsyncStream` of a user's.
    struct Stream<Element> {
        let yield: (Element) -> Void
        let finish: () -> Void
    }

    /// Something to be told, in this order, one after the other.
    enum Message: Sendable {
        case moment([Subscriber<TaskSnapshot>], TaskSnapshot)
        case end([DelegateRegistration])
    }

    var waiters: [@Sendable (TaskOutcome) -> Void] = []
    var eventStreams: [Int: Stream<TaskSnapshot>] = [:]
    var progressStreams: [Int: Stream<NetTaskProgress>] = [:]
    var lastStream = 0
    var subscribers: [Subscriber<TaskSnapshot>] = []
    /// The latest.
    var progress: NetTaskProgress?
    /// What makes it the same as others.
    var identity: TaskIdentity?
    /// Tasks that share the run of this one.
    var followers: [QueueJob] = []
    private var messages: [Message] = []
    private var isDelivering = false

    /// Has the subscribers called who want to be told of that moment.
    func post(_ moment: NetTaskMoment, _ snapshot: TaskSnapshot, of job: QueueJob) {
        let meant = subscribers.filter { $0.moment.includes(moment) }
        if !meant.isEmpty {
            job.post(.moment(meant, snapshot))
        }
    }

    /// Has a message delivered, after those before it. Never on the thread that posts it, which may hold locks.
    func post(_ message: Message, of job: QueueJob) {
        messages.append(message)
        if isDelivering { return }
        isDelivering = true
        Task.detached(priority: job.threadPriority) {
            while let message = job.nextMessage() {
                switch message {
                case .moment(let subscribers, let snapshot):
                    for subscriber in subscribers {
                        await subscriber.tell(snapshot)
                    }
                case .end(let registrations):
                    await job.deliver(to: registrations)
                }
            }
        }
    }

    func nextMessage() -> Message? {
        if messages.isEmpty {
            isDelivering = false
            return nil
        }
        return messages.removeFirst()
    }
}
