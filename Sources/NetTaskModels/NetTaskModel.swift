public import NetTaskHTTP
public import Observation

/// A task for a view, which can run it, show its result, run it again and cancel it.
///
///     @State private var posts = NetTaskModel<JSONPlaceholder.ListPosts>(in: .shared)
///
///     List(posts.value ?? [], id: \.id) { Text($0.title) }
///         .task { posts.run(JSONPlaceholder.ListPosts()) }
///         .overlay { if let error = posts.error { Text(error.description) } }
///
/// All members are isolated to the main actor. The task continues after the model is released; to prevent this, call
/// ``cancel()``.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class NetTaskModel<T: NetTask> {
    /// The current phase of the task; `nil` before the first ``run(_:_:)``.
    public private(set) var phase: NetTaskPhase?
    /// The number of attempts that have begun; 0 before the first.
    public private(set) var attempt = 0
    /// The latest response. It remains while the task runs again, and if that run fails.
    public private(set) var value: T.Response?
    /// The error of the latest run; `nil` during a run and after a success.
    public private(set) var error: TaskError<T.Rejection, T.Failure>?
    /// The progress of the current attempt, if the handler reports it; `nil` without a run.
    public private(set) var progress: NetTaskProgress?
    /// The task of the latest run.
    public private(set) var task: T?

    /// Whether the task has been added and has not ended.
    public var isRunning: Bool { phase.map { !$0.isEnd } ?? false }

    private let queue: NetTaskQueue<T.Request, T.Reply>
    private var options: [NetTaskOption] = []
    private var handle: NetTaskHandle<T>?
    /// Distinguishes the runs. Runs of tasks that share a run in the queue have the same task number.
    private var runCount = 0

    /// - Parameter queue: the queue that runs the tasks.
    public init(in queue: NetTaskQueue<T.Request, T.Reply>) {
        self.queue = queue
    }

    /// Adds a task to the queue and shows it. Cancels the previous task of this model.
    ///
    /// - Parameters:
    ///   - task: the task to run and show.
    ///   - options: the options of `NetTaskQueue.add(_:_:)`. ``retry()`` uses them again.
    public func run(_ task: T, _ options: NetTaskOption...) {
        self.options = options
        start(task)
    }

    /// Runs the latest task again. Has no effect if there is none or if it is running.
    public func retry() {
        if let task, !isRunning { start(task) }
    }

    /// Cancels the task. Has no effect if it is not running.
    public func cancel() {
        handle?.cancel()
    }

    private func start(_ task: T) {
        // Cancels first, because the new task may be a duplicate of the old one.
        handle?.cancel()
        let handle = queue.add(task, options: options)
        self.handle = handle
        self.task = task
        runCount += 1
        (phase, attempt, error, progress) = (.waiting, 0, nil, nil)
        watch(handle.events) { $0.show($1) }
        watch(handle.progress) { $0.progress = $1 }
    }

    private func watch<Events: AsyncSequence & Sendable>(
        _ events: Events,
        _ show: @escaping @MainActor (NetTaskModel, Events.Element) -> Void
    ) where Events.Element: Sendable {
        let run = runCount
        Task { @MainActor [weak self] in
            // The sequences of a handle end with its task, and do not throw.
            var iterator = events.makeAsyncIterator()
            while let event = try? await iterator.next(), let self, isShown(run) { show(self, event) }
        }
    }

    private func isShown(_ run: Int) -> Bool { run == runCount && handle != nil }

    private func show(_ event: NetTaskEvent<T>) {
        switch event {
        case .waiting:
            phase = .waiting
        case .started(let attempt):
            (phase, self.attempt) = (.running, attempt)
        case .retrying:
            (phase, progress) = (.retrying, nil)
        case .ended(.success(let value)):
            (phase, self.value, progress, handle) = (.succeeded, value, nil, nil)
        case .ended(.failure(let error)):
            let isCancelled = if case .cancelled = error { true } else { false }
            (phase, self.error, progress, handle) = (isCancelled ? .cancelled : .failed, error, nil, nil)
        }
    }
}
