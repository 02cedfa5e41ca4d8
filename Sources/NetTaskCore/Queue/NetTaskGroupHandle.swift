/// A handle to a group in a queue: use it to observe, await or cancel the group. The group continues if the handle is released.
public final class NetTaskGroupHandle: Sendable {
    private struct State {
        var status: NetTaskGroupStatus
        var members: [TaskRecord] = []
        var subscribers: [Subscriber<NetTaskGroupStatus>] = []
    }

    private let state: Locked<State>
    private let changes = Broadcast<NetTaskGroupStatus>()
    private let delivery = SerialDelivery()
    private let first: (any NetTask.Type)?

    /// - Parameter first: the type of the first task. A group that is itself cancelled has an error of this type's `TaskError`.
    init(total: Int, first: (any NetTask.Type)?) {
        self.first = first
        state = Locked(State(status: NetTaskGroupStatus(phase: .running, completed: 0, total: total)))
    }

    /// The current status of the group.
    public var status: NetTaskGroupStatus { state.withLock { $0.status } }

    /// Waits until the group has succeeded.
    ///
    /// Awaiting the value does not own the group: cancelling the caller neither cancels the group nor ends the wait.
    ///
    /// - Throws: the ``TaskError`` of the first task that failed or was cancelled.
    public var value: Void {
        get async throws {
            // In a separate task, because the caller's cancellation would end the stream.
            await Task { [progress] in for await _ in progress {} }.value
            if let error = status.error { throw error }
        }
    }

    /// Waits until the group has succeeded. Cancelling the caller cancels the group.
    func succeed() async throws {
        try await withTaskCancellationHandler {
            try await value
        } onCancel: {
            cancel(.caller)
        }
    }

    /// The progress of the group. Each use makes a new stream, which begins with the latest status and ends with the group.
    /// Slow consumers may miss values, but always get the latest.
    public var progress: AsyncStream<NetTaskGroupStatus> {
        state.withLock { state in
            state.status.isEnded
                ? .ended(with: state.status) : changes.stream(from: state.status, bufferingPolicy: .bufferingNewest(1))
        }
    }

    /// Returns the handles of those tasks of the group that have this type and have been added to the queue, in order.
    public func handles<T: NetTask>(of type: T.Type) -> [NetTaskHandle<T>] {
        state.withLock { $0.members }.compactMap { record in
            (record.work.anyTask as? T).map { NetTaskHandle(record, $0) }
        }
    }

    /// Calls a closure when the group ends.
    ///
    /// Each subscriber is called once, in the order of subscription. After the end of the group, a new subscriber is called
    /// immediately.
    ///
    /// - Parameters:
    ///   - moment: the kind of end to wait for.
    ///   - action: called on a thread of the concurrency pool.
    /// - Returns: a subscription that can be cancelled. Releasing it does not cancel it.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        _ action: @escaping @Sendable (NetTaskGroupStatus) -> Void
    ) -> NetTaskSubscription {
        subscribe(Subscriber(moment, action))
    }

    /// Calls a closure on the main actor when the group ends; otherwise the same as ``subscribe(_:_:)``.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        on actor: MainActor,
        _ action: @escaping @MainActor (NetTaskGroupStatus) -> Void
    ) -> NetTaskSubscription {
        subscribe(Subscriber(moment, on: actor) { status in MainActor.assumeIsolated { action(status) } })
    }

    /// Cancels the tasks of the group that have not ended. Tasks of a serial group that have not been added yet are never
    /// added. Has no effect once the group has ended.
    public func cancel() {
        cancel(.group)
    }

    func cancel(_ reason: CancellationReason) {
        end(.cancelled, error: cancellation(of: first, reason))
    }

    // MARK: Events of the tasks

    /// Adds a task that was added to the queue. If the group has ended meanwhile, the task is cancelled.
    func join(_ member: TaskRecord) {
        let isEnded = state.withLock { state in
            state.members.append(member)
            return state.status.isEnded
        }
        if isEnded {
            member.cancel(.group)
        }
    }

    /// Records the end of a task. The group ends with the first task that does not succeed, or with the last task.
    func memberDidEnd(_ phase: NetTaskPhase, error: (any Error)?) {
        if phase != .succeeded {
            return end(phase, error: error)
        }
        let isLast = state.withLock { state in
            if state.status.isEnded { return false }
            state.status.completed += 1
            changes.yield(state.status)
            return state.status.completed == state.status.total
        }
        if isLast { end(.succeeded, error: nil) }
    }

    func end(_ phase: NetTaskPhase, error: (any Error)?) {
        let members: [TaskRecord]? = state.withLock { state in
            // Once all members have succeeded, the success is the only end, even if it has not been reported yet.
            let isDecided = phase != .succeeded && state.status.completed == state.status.total
            guard !state.status.isEnded, !isDecided else { return nil }
            state.status.phase = phase
            state.status.error = error
            return state.members
        }
        guard let members else { return }
        if phase != .succeeded {
            for member in members {
                member.cancel(.group)
            }
        }
        changes.yield(status)
        changes.finish()
        notifySubscribers()
    }

    // MARK: Subscribers

    private func subscribe(_ subscriber: Subscriber<NetTaskGroupStatus>) -> NetTaskSubscription {
        let isEnded = state.withLock { state in
            state.subscribers.append(subscriber)
            return state.status.isEnded
        }
        if isEnded {
            notifySubscribers()
        }
        return NetTaskSubscription(subscriber)
    }

    /// Notifies the subscribers of the end.
    private func notifySubscribers() {
        state.withLock { state in
            let (status, subscribers) = (state.status, state.subscribers)
            state.subscribers = []
            delivery.post {
                for subscriber in subscribers where subscriber.moment.includes(status.phase) {
                    await subscriber.notify(status)
                }
            }
        }
    }
}

/// The state of a group. A snapshot: all properties are from the same moment.
public struct NetTaskGroupStatus: Sendable {
    /// `running`, or one of the three ends. The group succeeds when all of its tasks have succeeded. It fails when a task
    /// fails. It is cancelled when it or one of its tasks is cancelled.
    public var phase: NetTaskPhase
    /// The number of tasks that have succeeded.
    public var completed: Int
    /// The number of tasks in the group.
    public var total: Int
    /// The error of the first task that failed or was cancelled, a ``TaskError``.
    public var error: (any Error)?

    /// The share of the tasks that have succeeded, from 0 to 1. It is 1 for a group without tasks.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
    /// Whether the group has succeeded, failed or been cancelled.
    public var isEnded: Bool { phase.isEnd }
}
