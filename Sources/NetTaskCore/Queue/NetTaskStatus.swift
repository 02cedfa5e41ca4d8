/// The state of a task. A snapshot: all properties are from the same moment.
public struct NetTaskStatus<T: NetTask>: Sendable {
    /// The current phase of the task.
    public var phase: NetTaskPhase
    /// The number of attempts that have begun; 0 before the first.
    public var attempt: Int
    /// The latest reply, even if the task did not accept it. After a success, only what ``NetTask/remainder(of:)`` keeps of it,
    /// such as its headers.
    public var reply: T.Reply?
    /// The result of the task, or `nil` until it ends. Errors of earlier attempts are not included.
    public var result: Result<T.Response, TaskError<T.Rejection, T.Failure>>?

    /// The number of attempts that have begun after the first.
    public var retryCount: Int { max(attempt - 1, 0) }
    /// Whether the task has succeeded, failed or been cancelled.
    public var isEnded: Bool { result != nil }
}

/// A phase in the life of a task. The last three are ends.
public enum NetTaskPhase: String, Sendable, Hashable, CaseIterable {
    /// The task has not started: it is ready, or waits for its date or for other tasks. Or it has started a long-running
    /// operation and waits for its next poll (``NetTaskPolling``).
    case waiting
    /// An attempt is running.
    case running
    /// The task waits for its next attempt after a failure.
    case retrying
    /// The task has its response.
    case succeeded
    /// The task ended with an error that is not a cancellation.
    case failed
    /// The task was cancelled.
    case cancelled

    package var isEnd: Bool {
        switch self {
        case .waiting, .running, .retrying: false
        case .succeeded, .failed, .cancelled: true
        }
    }
}

/// A kind of event that a closure can subscribe to, with ``NetTaskHandle/subscribe(_:_:)`` for a task and
/// ``NetTaskGroupHandle/subscribe(_:_:)`` for a group. A group has only the last three, because it does not start or retry
/// itself.
public enum NetTaskMoment: Sendable, Hashable, CaseIterable {
    /// An attempt has begun. Reported once for each attempt.
    case started
    /// An attempt has failed and is repeated. Reported once for each retry.
    case retrying
    /// The task or group has succeeded or failed. Not reported after a cancellation.
    case finished
    /// The task was cancelled, or the group or one of its tasks was.
    case cancelled
    /// The task or group has succeeded, failed or been cancelled.
    case ended

    /// Whether a task or group reaches this moment when it enters a phase.
    func includes(_ phase: NetTaskPhase) -> Bool {
        switch self {
        case .started: phase == .running
        case .retrying: phase == .retrying
        case .finished: phase == .succeeded || phase == .failed
        case .cancelled: phase == .cancelled
        case .ended: phase.isEnd
        }
    }
}

/// Something that happened to a task.
public enum NetTaskEvent<T: NetTask>: Sendable {
    /// The task was accepted and waits, or it has started a long-running operation and waits for its next poll.
    case waiting
    /// An attempt has begun.
    case started(attempt: Int)
    /// An attempt has failed and is repeated. Reported once for each retry, counted from 1. `reason` is the handler's judgement
    /// of the error.
    case retrying(retry: Int, after: Duration, reason: RetryDisposition, error: TaskError<T.Rejection, T.Failure>)
    /// The task has ended. This is the last event.
    case ended(Result<T.Response, TaskError<T.Rejection, T.Failure>>)
}

/// The progress of an attempt.
public struct NetTaskProgress: Sendable, Hashable {
    /// The direction of the data.
    public enum Direction: Sendable, Hashable, CaseIterable {
        /// The request is being sent: `completed` is a number of bytes.
        case sending
        /// The reply is being received: `completed` is a number of bytes.
        case receiving
        /// The task polls (``NetTaskPolling``): `completed` is the number of polls with a reply. From the first poll on, no
        /// other progress is reported.
        case polling
    }

    /// Whether the progress counts the request, the reply, or polls.
    public var direction: Direction
    /// The amount that is complete: bytes, polls, or the unit of the handler.
    public var completed: Int64
    /// The total amount, or `nil` if it is unknown.
    public var total: Int64?

    /// The share that is complete, from 0 to 1; `nil` if the total is unknown. It is 1 if the total is 0.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(max(Double(completed) / Double($0), 0), 1) : 1 }
    }

    /// Makes a progress, for a handler to report.
    public init(_ direction: Direction, completed: Int64, total: Int64? = nil) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }
}

/// A description of one of the tasks in a queue; see ``NetTaskQueue/tasks``.
public struct NetTaskSummary: Sendable, Identifiable {
    /// The number of the task in its queue.
    public let id: NetTaskID
    /// The task as it was added.
    public let task: any NetTask
    /// The current phase: not an end.
    public let phase: NetTaskPhase
    /// The number of attempts that have begun; 0 before the first.
    public let attempt: Int
    /// The current priority.
    public let priority: NetTaskPriority
    /// The tags that the task was added with.
    public let tags: [String]

    /// The name of the task's operation.
    public var name: String { type(of: task).name }
}

/// The events of one task, from the latest event to the end.
///
///     for await event in handle.events {
///         if case .retrying(_, let delay, _, let error) = event { print("\(error); retry in \(delay)") }
///     }
///
/// Each sequence is a separate subscription. A subscription that is made late begins with the latest event, so that it never
/// misses the end.
public struct NetTaskEvents<T: NetTask>: AsyncSequence, Sendable {
    public typealias Element = NetTaskEvent<T>

    let states: AsyncStream<TaskState>

    /// Iterates over the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var states: AsyncStream<TaskState>.Iterator

        public mutating func next() async -> NetTaskEvent<T>? {
            await states.next().map { NetTaskEvent($0) }
        }
    }

    /// Makes an iterator for one consumer. For another consumer, use ``NetTaskHandle/events`` again.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(states: states.makeAsyncIterator())
    }
}

// MARK: - Descriptions

extension NetTaskPhase {
    func text(attempt: Int) -> String {
        attempt == 0 ? "\(self)" : "\(self), attempt \(attempt)"
    }
}

extension NetTaskStatus: CustomStringConvertible {
    /// Such as `failed, attempt 2: …`.
    public var description: String {
        let text = phase.text(attempt: attempt)
        return if case .failure(let error)? = result { "\(text): \(error)" } else { text }
    }
}

extension NetTaskSummary: CustomStringConvertible {
    /// Such as `GetPost #3: running, attempt 2`.
    public var description: String { "\(name) \(id): \(phase.text(attempt: attempt))" }
}

extension NetTaskHandle: CustomStringConvertible {
    /// Such as `GetPost #3: running, attempt 2`. The contents of the task are not shown.
    public var description: String { "\(T.name) \(id): \(status)" }
}

extension NetTaskGroupStatus: CustomStringConvertible {
    /// Such as `running, 1 of 3 tasks succeeded`.
    public var description: String {
        let text = "\(phase), \(completed) of \(total) tasks succeeded"
        return error.map { "\(text): \($0)" } ?? text
    }
}

extension NetTaskGroupHandle: CustomStringConvertible {
    /// Such as `Group: running, 1 of 3 tasks succeeded`.
    public var description: String { "Group: \(status)" }
}
