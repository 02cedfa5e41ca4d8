public import NetTaskHTTP
public import Observation

/// A task for a view: it runs, shows what came of it, runs again, and is cancelled.
///
///     @State private var posts = NetTaskModel<JSONPlaceholder.ListPosts>(in: .shared)
///
///     List(posts.value ?? [], id: \.id) { Text($0.title) }
///         .task { posts.run(JSONPlaceholder.ListPosts()) }
///         .overlay { if let error = posts.error { Text(error.description) } }
///
/// All of it is the main actor's. The task goes on when the model is released; call ``cancel()`` where it should not.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class NetTaskModel<T: NetTask> {
    /// Where the task stands; nil before the first ``run(_:_:)``.
    public private(set) var phase: NetTaskPhase?
    /// The number of attempts begun, 0 before the first.
    public private(set) var attempt = 0
    /// The latest response. It stays while the task runs again, and if that fails.
    public private(set) var value: T.Response?
    /// Why the latest run failed or was cancelled; nil while a run is under way, and after a success.
    public private(set) var error: TaskError<T.Rejection, T.Failure>?
    /// How far the current attempt has come, as far as the handler tells; nil while no run is under way.
    public private(set) var progress: NetTaskProgress?
    /// The task of the latest run.
    public private(set) var task: T?

    /// Whether a run is under way: in line, being sent, or waiting for its next attempt.
    public var isRunning: Bool { phase.map { !$0.isEnd } ?? false }

    private let queue: NetTaskQueue<T.Request, T.Reply>
    private var options: [NetTaskOption] = []
    private var handle: NetTaskHandle<T>?
    /// Tells the runs apart: those that share one in the queue have one handle's number.
    private var runCount = 0

    /// - Parameter queue: runs the tasks.
    public init(in queue: NetTaskQueue<T.Request, T.Reply>) {
        self.queue = queue
    }

    /// Adds a task to the queue. Cancels the task that this model added before, and shows the new one instead.
    ///
    /// - Parameters:
    ///   - task: The task to run and to show.
    ///   - options: The options of `NetTaskQueue.add(_:_:)`. ``retry()`` uses them again.
    public func run(_ task: T, _ options: NetTaskOption...) {
        self.options = options
        start(task)
    }

    /// Runs the latest task once more; nothing if there was none or if it is under way.
    public func retry() {
        if let task, !isRunning { start(task) }
    }

    /// Cancels the task. If it is not under way this does nothing.
    public func cancel() {
        handle?.cancel()
    }

    private func start(_ task: T) {
        // Before the other one is added, which may be refused or shared for the sake of this one.
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
            // What a handle tells ends with its task, and throws nothing.
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
