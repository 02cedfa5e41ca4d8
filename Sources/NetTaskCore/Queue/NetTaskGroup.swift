/// Several tasks, of any types of one protocol, that succeed or fail together; see ``NetTaskQueue/add(_:_:)->NetTaskGroupHandle``.
///
///     let group = [CreatePost(title: "a"), UploadPhoto(albumId: 1)].serialNetTaskGroup
///     try await queue.run(group)
public struct NetTaskGroup<Request: Sendable, Reply: Sendable>: Sendable {
    /// When the tasks run.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// One after the other: each is added to the queue when the one before it has succeeded. If one fails or is
        /// cancelled, those after it are never added.
        case serial
        /// All are added at once and run as the queue allows. If one fails or is cancelled, so are the others that have
        /// not ended.
        case concurrent
    }

    /// When the tasks run.
    public var mode: Mode
    /// The tasks, in order.
    public var tasks: [any NetTask<Request, Reply>]

    /// Makes a group. One without tasks succeeds at once.
    public init(_ mode: Mode, _ tasks: [any NetTask<Request, Reply>]) {
        self.mode = mode
        self.tasks = tasks
    }
}

extension NetTaskQueue {
    /// Accepts the tasks of a group. The first, or all of a concurrent group, are in the queue when this returns.
    /// The options are those of each task.
    @discardableResult
    public func add(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOption...) -> NetTaskGroupHandle {
        add(group, NetTaskOptions(options))
    }

    /// Accepts the tasks of a group and waits until all have succeeded. Cancelling the caller cancels the group.
    /// The options are those of each task.
    ///
    /// - Throws: the ``TaskError`` of the task that failed or was cancelled first.
    public func run(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOption...) async throws {
        if Task.isCancelled {
            throw cancellation(of: group.tasks.first.map { type(of: $0) }, .caller)
        }
        let handle = add(group, NetTaskOptions(options))
        try await handle.succeed()
    }

    private func add(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOptions) -> NetTaskGroupHandle {
        let handle = NetTaskGroupHandle(total: group.tasks.count, first: group.tasks.first.map { type(of: $0) })
        switch group.mode {
        case _ where group.tasks.isEmpty:
            handle.end(.succeeded, error: nil)
        case .serial:
            Self.addFirst(of: group.tasks[...], to: handle, options, core)
        case .concurrent:
            for (index, task) in group.tasks.enumerated() where !handle.status.isEnded {
                // Heard from the start: if another fails meanwhile, its end has to come before the one it brings here.
                handle.join(core.add(task, options.ofMember(index), group: handle))
            }
        }
        return handle
    }

    /// Adds a task, and the one after it when it has succeeded.
    private static func addFirst(
        of tasks: ArraySlice<any NetTask<Request, Reply>>,
        to handle: NetTaskGroupHandle,
        _ options: NetTaskOptions,
        _ core: QueueCore<Request, Reply>
    ) {
        guard let task = tasks.first, !handle.status.isEnded else { return }
        // Who waits for the queue to drain waits for the next one, too, which is added some time after this one has ended.
        core.scheduler.withLock { $0.openSuccessions += 1 }
        let member = core.add(task, options.ofMember(tasks.startIndex))
        handle.join(member)
        member.whenEnded(tell: handle) {
            addFirst(of: tasks.dropFirst(), to: handle, options, core)
            core.scheduler.change { $0.openSuccessions -= 1 }
        }
    }
}

/// The responses of several tasks of any types, once all are there. If one fails or is cancelled, so are the others
/// that have not ended; cancelling the caller cancels them all.
///
///     let (user, posts) = try await awaitAll(queue.add(GetUser(id: 1)), queue.add(ListPosts()))
///
/// - Throws: the ``TaskError`` of the task that failed or was cancelled first.
public func awaitAll<each T: NetTask>(
    _ handles: repeat NetTaskHandle<each T>
) async throws -> (repeat (each T).Response) {
    var members: [TaskRecord] = []
    repeat members.append((each handles).record)
    try await awaitMembers(members)
    return (repeat try (each handles).status.response())
}

/// Waits until all have succeeded. It knows no parameter packs: Swift 6.3 crashes where one is expanded in the midst of
/// an asynchronous call.
func awaitMembers(_ members: [TaskRecord]) async throws {
    let group = NetTaskGroupHandle(total: members.count, first: members.first.map { type(of: $0.work.anyTask) })
    for member in members {
        group.join(member)
        member.whenEnded(tell: group)
    }
    if members.isEmpty {
        group.end(.succeeded, error: nil)
    }
    try await group.succeed()
}

/// The error of a group whose first task is of that type, if the group is cancelled itself.
func cancellation(of first: (any NetTask.Type)?, _ reason: CancellationReason) -> any Error {
    func error<T: NetTask>(_ type: T.Type) -> any Error { TaskError<T.Rejection, Never>.cancelled(reason) }
    return first.map { error($0) } ?? TaskError<Never, Never>.cancelled(reason)
}

extension NetTaskStatus {
    /// What has come of a task that has ended.
    func response() throws -> T.Response {
        guard let result else { throw TaskError<T.Rejection, T.Failure>.cancelled(.handler) }
        return try result.get()
    }
}
