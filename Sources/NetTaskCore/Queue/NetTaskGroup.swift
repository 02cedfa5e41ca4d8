/// Several tasks that succeed or fail together; see ``NetTaskQueue/add(_:_:)->NetTaskGroupHandle``.
///
///     let group = [CreatePost(title: "a"), UploadPhoto(albumId: 1)].serialNetTaskGroup
///     try await queue.run(group)
///
/// The tasks may have different types, if these have the same `Request` and `Reply`.
public struct NetTaskGroup<Request: Sendable, Reply: Sendable>: Sendable {
    /// When the tasks run.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// One after the other. Each task is added to the queue when the one before it has succeeded. If a task fails or is
        /// cancelled, the tasks after it are not added.
        case serial
        /// All tasks are added at the same time, and the queue decides when they run. If one fails or is cancelled, the others
        /// that have not ended are cancelled.
        case concurrent
    }

    /// When the tasks run.
    public var mode: Mode
    /// The tasks, in order.
    public var tasks: [any NetTask<Request, Reply>]

    /// Makes a group. A group without tasks succeeds immediately.
    public init(_ mode: Mode, _ tasks: [any NetTask<Request, Reply>]) {
        self.mode = mode
        self.tasks = tasks
    }
}

extension NetTaskQueue {
    /// Adds the tasks of a group. When this returns, the first task of a serial group or all tasks of a concurrent group are in
    /// the queue. The options apply to each task.
    @discardableResult
    public func add(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOption...) -> NetTaskGroupHandle {
        add(group, NetTaskOptions(options))
    }

    /// Adds the tasks of a group and waits until all have succeeded. Cancelling the caller cancels the group. The options apply
    /// to each task.
    ///
    /// - Throws: the ``TaskError`` of the first task that failed or was cancelled.
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
                // Observed from the start: if another member fails meanwhile, the end of that member has to precede the
                // cancellation of this one.
                handle.join(core.add(task, options.ofMember(index), group: handle))
            }
        }
        return handle
    }

    /// Adds the first of the tasks, and the next one when it has succeeded.
    private static func addFirst(
        of tasks: ArraySlice<any NetTask<Request, Reply>>,
        to handle: NetTaskGroupHandle,
        _ options: NetTaskOptions,
        _ core: QueueCore<Request, Reply>
    ) {
        guard let task = tasks.first, !handle.status.isEnded else { return }
        // Keeps ``NetTaskQueue/drain()`` waiting: the next task is added some time after this one has ended.
        core.scheduler.withLock { $0.openSuccessions += 1 }
        let member = core.add(task, options.ofMember(tasks.startIndex))
        handle.join(member)
        member.whenEnded(notify: handle) {
            addFirst(of: tasks.dropFirst(), to: handle, options, core)
            core.scheduler.change { $0.openSuccessions -= 1 }
        }
    }
}

/// Returns the responses of several tasks, of any types, once all have succeeded.
///
///     let (user, posts) = try await awaitAll(queue.add(GetUser(id: 1)), queue.add(ListPosts()))
///
/// If one task fails or is cancelled, the others that have not ended are cancelled. Cancelling the caller cancels all of them.
///
/// - Throws: the ``TaskError`` of the first task that failed or was cancelled.
public func awaitAll<each T: NetTask>(
    _ handles: repeat NetTaskHandle<each T>
) async throws -> (repeat (each T).Response) {
    var members: [TaskRecord] = []
    repeat members.append((each handles).record)
    try await awaitMembers(members)
    return (repeat try (each handles).status.response())
}

/// Waits until all have succeeded.
///
/// Workaround: A separate function without parameter packs, because Swift 6.3 crashes where a pack is expanded inside an
/// asynchronous call.
func awaitMembers(_ members: [TaskRecord]) async throws {
    let group = NetTaskGroupHandle(total: members.count, first: members.first.map { type(of: $0.work.anyTask) })
    for member in members {
        group.join(member)
        member.whenEnded(notify: group)
    }
    if members.isEmpty {
        group.end(.succeeded, error: nil)
    }
    try await group.succeed()
}

/// The error of a group that is itself cancelled. Its type is that of the errors of the group's first task.
func cancellation(of first: (any NetTask.Type)?, _ reason: CancellationReason) -> any Error {
    func error<T: NetTask>(_ type: T.Type) -> any Error { TaskError<T.Rejection, Never>.cancelled(reason) }
    return first.map { error($0) } ?? TaskError<Never, Never>.cancelled(reason)
}

extension NetTaskStatus {
    /// The response or the error of a task that has ended.
    func response() throws -> T.Response {
        guard let result else { throw TaskError<T.Rejection, T.Failure>.cancelled(.handler) }
        return try result.get()
    }
}
