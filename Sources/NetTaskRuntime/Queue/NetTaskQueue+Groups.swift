extension NetTaskQueue {
    /// Accepts the tasks of a group. The first, or all of a concurrent group, are in the queue when this returns.
    ///
    /// - Parameter options: of each of the tasks.
    @discardableResult
    public func add(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOption...) -> NetTaskGroupHandle {
        add(group, NetTaskOptions(options))
    }

    /// Accepts the tasks of a group and waits until all have succeeded. Cancelling the caller cancels the group.
    ///
    /// - Parameter options: of each of the tasks.
    /// - Throws: the ``NetTaskError`` of the task that failed or was cancelled first.
    public func run(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOption...) async throws {
        if Task.isCancelled {
            throw NetTaskError<Never>.cancelled(.caller)
        }
        let handle = add(group, NetTaskOptions(options))
        let status = await withTaskCancellationHandler {
            await handle.end()
        } onCancel: {
            handle.cancel(.caller)
        }
        if let error = status.error { throw error }
    }

    private func add(_ group: NetTaskGroup<Request, Reply>, _ options: NetTaskOptions) -> NetTaskGroupHandle {
        let handle = NetTaskGroupHandle(total: group.tasks.count)
        switch group.mode {
        case _ where group.tasks.isEmpty:
            handle.end(.succeeded, error: nil)
        case .serial:
            Self.addFirst(of: group.tasks[...], to: handle, options, core)
        case .concurrent:
            let number = core.scheduler.numberOfGroup()
            for (index, task) in group.tasks.enumerated() where !handle.status.isEnded {
                let options = options.ofMember(index)
                // Heard from the start: if another fails meanwhile, its end has to come before the one it brings here.
                handle.join(Self.add(task, options, core, group: number) { handle.note($0) })
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
        let member = add(task, options.ofMember(tasks.startIndex), core)
        handle.join(member)
        member.whenEnded { end in
            handle.note(end)
            addFirst(of: tasks.dropFirst(), to: handle, options, core)
        }
    }

    private static func add(
        _ task: some NetTask<Request, Reply>,
        _ options: NetTaskOptions,
        _ core: QueueCore<Request, Reply>
    ) -> any GroupMember {
        NetTaskHandle(core.add(task, options))
    }

    private static func add<T: NetTask<Request, Reply>>(
        _ task: T,
        _ options: NetTaskOptions,
        _ core: QueueCore<Request, Reply>,
        group: Int,
        whenEnded: @escaping @Sendable (GroupMemberEnd) -> Void
    ) -> any GroupMember {
        NetTaskHandle(core.add(task, options, group: group) { whenEnded(NetTaskHandle<T>.end(of: $0)) })
    }
}

/// The responses of several tasks of any types, once all are there. If one fails or is cancelled, so are the others
/// that have not ended; cancelling the caller cancels them all.
///
///     let (user, posts) = try await awaitAll(queue.add(GetUser(id: 1)), queue.add(ListPosts()))
///
/// - Throws: the ``NetTaskError`` of the task that failed or was cancelled first.
public func awaitAll<each T: NetTask>(
    _ handles: repeat NetTaskHandle<each T>
) async throws -> (repeat (each T).Response) {
    var members: [any GroupMember] = []
    repeat members.append(each handles)
    try await awaitMembers(members)
    return (repeat try (each handles).response())
}

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// Runs several tasks at once, as the queue allows, and waits for their responses. If one fails or is cancelled, so
    /// are the others that have not ended; cancelling the caller cancels them all.
    ///
    ///     let (user, posts) = try await queue.runAll(GetUser(id: 1), ListPosts())
    ///
    /// - Throws: the ``NetTaskError`` of the task that failed or was cancelled first.
    public func runAll<each T: HTTPNetTask>(_ tasks: repeat each T) async throws -> (repeat (each T).Response) {
        if Task.isCancelled {
            throw NetTaskError<Never>.cancelled(.caller)
        }
        let handles = (repeat add(each tasks))
        var members: [any GroupMember] = []
        repeat members.append(each handles)
        try await awaitMembers(members)
        return (repeat try (each handles).response())
    }
}

/// Waits until all have succeeded. It knows no parameter packs: Swift 6.3 crashes where one is expanded in the midst of
/// an asynchronous call.
private func awaitMembers(_ members: [any GroupMember]) async throws {
    let group = NetTaskGroupHandle(total: members.count)
    for member in members {
        group.join(member)
        member.whenEnded { group.note($0) }
    }
    if members.isEmpty {
        group.end(.succeeded, error: nil)
    }
    let status = await withTaskCancellationHandler {
        await group.end()
    } onCancel: {
        group.cancel(.caller)
    }
    if let error = status.error { throw error }
}

extension NetTaskHandle {
    /// What has come of a task that has ended.
    fileprivate func response() throws -> T.Response {
        guard let result = status.result else { throw NetTaskError<T.Failure>.cancelled(.handler) }
        return try result.get()
    }
}
