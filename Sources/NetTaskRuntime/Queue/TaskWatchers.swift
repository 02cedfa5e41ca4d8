/// Those who watch one task. Made for the first of them; guarded by the lock of the task's queue.
final class TaskWatchers<T: NetTask> {
    typealias Outcome = Result<T.Response, NetTaskError<T.Failure>>

    /// Something to be told, in this order, one after the other.
    enum Message: Sendable {
        case moment([Subscriber<NetTaskStatus<T>>], NetTaskStatus<T>)
        case end([DelegateRegistration])
    }

    var waiters: [CheckedContinuation<Outcome, Never>] = []
    var eventStreams: [Int: AsyncStream<NetTaskEvent<T>>.Continuation] = [:]
    var progressStreams: [Int: AsyncStream<NetTaskProgress>.Continuation] = [:]
    var lastStream = 0
    var subscribers: [Subscriber<NetTaskStatus<T>>] = []
    /// Tasks that share the run of this one.
    var followers: [TaskRecord<T>] = []
    private var messages: [Message] = []
    private var isDelivering = false

    func emit(_ event: NetTaskEvent<T>) {
        for stream in eventStreams.values {
            stream.yield(event)
        }
    }

    func report(_ progress: NetTaskProgress) {
        for stream in progressStreams.values {
            stream.yield(progress)
        }
    }

    /// Has the subscribers called who want to be told of that moment.
    func post(_ moment: NetTaskMoment, _ record: TaskRecord<T>, _ status: NetTaskStatus<T>) {
        let meant = subscribers.filter { $0.moment == moment }
        if !meant.isEmpty {
            post(.moment(meant, status), record)
        }
    }

    /// Has a message delivered, after those before it. Never on the thread that posts it, which may hold locks.
    func post(_ message: Message, _ record: TaskRecord<T>) {
        messages.append(message)
        if isDelivering { return }
        isDelivering = true
        Task.detached(priority: record.threadPriority) {
            while let message = record.nextMessage() {
                switch message {
                case .moment(let subscribers, let status):
                    for subscriber in subscribers {
                        await subscriber.tell(status)
                    }
                case .end(let registrations):
                    await record.tell(registrations)
                }
            }
        }
    }

    /// Those who wait for the end, who are woken without the lock.
    func takeAll() -> (
        waiters: [CheckedContinuation<Outcome, Never>],
        eventStreams: [AsyncStream<NetTaskEvent<T>>.Continuation],
        progressStreams: [AsyncStream<NetTaskProgress>.Continuation],
        followers: [TaskRecord<T>]
    ) {
        defer { (waiters, eventStreams, progressStreams, followers) = ([], [:], [:], []) }
        return (waiters, Array(eventStreams.values), Array(progressStreams.values), followers)
    }

    func nextMessage() -> Message? {
        if messages.isEmpty {
            isDelivering = false
            return nil
        }
        return messages.removeFirst()
    }
}
