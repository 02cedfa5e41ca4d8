/// Where a task stands. A snapshot: all of it is from one moment.
public struct NetTaskStatus<T: NetTask>: Sendable {
    /// The stage that the task has come to.
    public var phase: NetTaskPhase
    /// The number of attempts begun, 0 before the first.
    public var attempt: Int
    /// What the handler brought last, whatever its worth. Of a success, what ``NetTask/remainder(of:)`` keeps of it, such as
    /// its headers.
    public var reply: T.Reply?
    /// How it ended; nil as long as it has not. Errors of earlier attempts do not show here.
    public var result: Result<T.Response, TaskError<T.Rejection, T.Failure>>?

    /// The number of attempts begun after the first.
    public var retryCount: Int { max(attempt - 1, 0) }
    /// Whether it is over: succeeded, failed or cancelled.
    public var isEnded: Bool { result != nil }
}

/// A stage of a task's life. The last three are ends.
public enum NetTaskPhase: String, Sendable, Hashable, CaseIterable {
    /// Not started yet: in line, or waiting for its date or for other tasks; or it waits to be asked again what it has
    /// started (``NetTaskPolling``).
    case waiting
    /// An attempt is under way.
    case running
    /// Waiting for its next attempt.
    case retrying
    /// It has its response.
    case succeeded
    /// It ended with an error other than a cancellation.
    case failed
    /// It was cancelled.
    case cancelled

    package var isEnd: Bool {
        switch self {
        case .waiting, .running, .retrying: false
        case .succeeded, .failed, .cancelled: true
        }
    }
}

/// What one can subscribe to, of a task with ``NetTaskHandle/subscribe(_:_:)`` and of a group with
/// ``NetTaskGroupHandle/subscribe(_:_:)``. A group has only the last three: it never starts or retries by itself.
public enum NetTaskMoment: Sendable, Hashable, CaseIterable {
    /// An attempt began. Told once for each.
    case started
    /// An attempt failed and is to be repeated. Told once for each retry.
    case retrying
    /// It succeeded or failed. What is cancelled never finishes.
    case finished
    /// It was cancelled, or one of the tasks of the group was.
    case cancelled
    /// It is over, whichever way.
    case ended

    /// Whether it is this moment when a task, or a group, comes to that phase.
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
    /// It was accepted and stands in line; or it has started something, and waits to ask how far that has come.
    case waiting
    /// An attempt began.
    case started(attempt: Int)
    /// An attempt failed and is to be repeated. Told once for each retry, counted from 1, with what the handler made of
    /// the error.
    case retrying(retry: Int, after: Duration, reason: RetryDisposition, error: TaskError<T.Rejection, T.Failure>)
    /// It is over. Nothing follows.
    case ended(Result<T.Response, TaskError<T.Rejection, T.Failure>>)
}

/// How far an attempt has come.
public struct NetTaskProgress: Sendable, Hashable {
    /// Which way the data goes.
    public enum Direction: Sendable, Hashable, CaseIterable {
        case sending
        case receiving
        /// What was started is asked how far it has come (``NetTaskPolling``): what is completed is polls that were
        /// answered, and nothing else is told from then on.
        case polling
    }

    /// Whether it is the request that is sent, or the reply that comes in; or neither, but how often it was asked.
    public var direction: Direction
    /// How much is done: bytes, polls, or whatever the handler counts.
    public var completed: Int64
    /// How much there is in all; nil as long as nobody knows.
    public var total: Int64?

    /// The share that is done, from 0 to 1; nil if the total is not known. Of a total of 0 it is 1.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(max(Double(completed) / Double($0), 0), 1) : 1 }
    }

    /// Makes a progress, such as to report it from a handler.
    public init(_ direction: Direction, completed: Int64, total: Int64? = nil) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }
}

/// What a queue tells of one of its tasks; see ``NetTaskQueue/tasks``.
public struct NetTaskSummary: Sendable, Identifiable {
    /// The number of the task in its queue.
    public let id: NetTaskID
    /// The task as it was added.
    public let task: any NetTask
    /// Where it stands: it has not ended.
    public let phase: NetTaskPhase
    /// The number of attempts begun, 0 before the first.
    public let attempt: Int
    /// Its priority now.
    public let priority: NetTaskPriority
    /// The tags that it was added with.
    public let tags: [String]

    /// The name of the task's operation.
    public var name: String { type(of: task).name }
}

/// What happens to one task, from the latest event on to the end.
///
/// Each sequence is a subscription of its own. One made late begins with the latest event, so the end is never missed.
public struct NetTaskEvents<T: NetTask>: AsyncSequence, Sendable {
    public typealias Element = NetTaskEvent<T>

    let states: AsyncStream<TaskState>

    /// Gives the events one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var states: AsyncStream<TaskState>.Iterator

        public mutating func next() async -> NetTaskEvent<T>? {
            await states.next().map { NetTaskEvent($0) }
        }
    }

    /// Iterates over the events. An iterator is for one consumer; ask the handle for `events` again for another.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(states: states.makeAsyncIterator())
    }
}

// MARK: - For people to read

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
    /// Such as `GetPost #3: running, attempt 2`. What is in the task is not shown.
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
