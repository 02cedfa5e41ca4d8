/// A group in a queue: to watch it, to await it, to cancel it. It goes on if nobody holds this.
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

    /// - Parameter first: the type of the first task, whose error the group has if it is cancelled itself.
    init(total: Int, first: (any NetTask.Type)?) {
        self.first = first
        state = Locked(State(status: NetTaskGroupStatus(phase: .running, completed: 0, total: total)))
    }

    /// Where the group stands now.
    public var status: NetTaskGroupStatus { state.withLock { $0.status } }

    /// Waits until the group has succeeded.
    ///
    /// Awaiting it does not own the group: cancelling the one who waits neither cancels it nor ends the wait.
    ///
    /// - Throws: the ``TaskError`` of the task that failed or was cancelled first.
    public var value: Void {
        get async throws {
            // In a task of its own, since the caller's cancellation would end the stream.
            await Task { [progress] in for await _ in progress {} }.value
            if let error = status.error { throw error }
        }
    }

    /// The same, but the caller owns the group: its cancellation cancels it.
    func succeed() async throws {
        try await withTaskCancellationHandler {
            try await value
        } onCancel: {
            cancel(.caller)
        }
    }

    /// How far the group comes: a new subscription at each use, which begins with the latest status and ends with the
    /// group's end. Slow consumers may skip values but always get the latest.
    public var progress: AsyncStream<NetTaskGroupStatus> {
        state.withLock { state in
            state.status.isEnded
                ? .ended(with: state.status) : changes.stream(from: state.status, bufferingPolicy: .bufferingNewest(1))
        }
    }

    /// The handles of those of its tasks that have been added to the queue and are of that type, in order.
    public func handles<T: NetTask>(of type: T.Type) -> [NetTaskHandle<T>] {
        state.withLock { $0.members }.compactMap { record in
            (record.work.anyTask as? T).map { NetTaskHandle(record, $0) }
        }
    }

    /// Has a closure called when the group ends.
    ///
    /// All who subscribe are called once, in the order of subscription; who does so after the end, too.
    ///
    /// - Parameters:
    ///   - moment: the end that is meant.
    ///   - action: called on a thread of the concurrency pool.
    /// - Returns: a means to stop it. It may be dropped.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        _ action: @escaping @Sendable (NetTaskGroupStatus) -> Void
    ) -> NetTaskSubscription {
        subscribe(Subscriber(moment, action))
    }

    /// Has a closure called on the main actor when the group ends; else as ``subscribe(_:_:)``.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskMoment,
        on actor: MainActor,
        _ action: @escaping @MainActor (NetTaskGroupStatus) -> Void
    ) -> NetTaskSubscription {
        subscribe(Subscriber(moment, on: actor) { status in MainActor.assumeIsolated { action(status) } })
    }

    /// Cancels those of its tasks that have not ended; the others are never added. Once the group has ended this does
    /// nothing.
    public func cancel() {
        cancel(.group)
    }

    func cancel(_ reason: CancellationReason) {
        end(.cancelled, error: cancellation(of: first, reason))
    }

    // MARK: What happens to its tasks

    /// Takes in a task that was added to the queue; if the group has ended meanwhile, the task does too.
    func join(_ member: TaskRecord) {
        let isEnded = state.withLock { state in
            state.members.append(member)
            return state.status.isEnded
        }
        if isEnded {
            member.cancel(.group)
        }
    }

    /// Takes in the end of a task; the first that is no success ends the group, and so does the last one.
    func note(_ phase: NetTaskPhase, error: (any Error)?) {
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
            // Once all have succeeded there is but one end, though it may still be on its way.
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
        tell()
    }

    // MARK: Subscribers

    private func subscribe(_ subscriber: Subscriber<NetTaskGroupStatus>) -> NetTaskSubscription {
        let isEnded = state.withLock { state in
            state.subscribers.append(subscriber)
            return state.status.isEnded
        }
        if isEnded {
            tell()
        }
        return NetTaskSubscription(subscriber)
    }

    /// Has those called that subscribed to the end.
    private func tell() {
        state.withLock { state in
            let (status, subscribers) = (state.status, state.subscribers)
            state.subscribers = []
            delivery.post {
                for subscriber in subscribers where subscriber.moment.includes(status.phase) {
                    await subscriber.tell(status)
                }
            }
        }
    }
}

/// Where a group stands. A snapshot: all of it is from one moment.
public struct NetTaskGroupStatus: Sendable {
    /// The stage that the group has come to: running, or one of the three ends. It has succeeded when all of its tasks
    /// have, failed when one has, and is cancelled when it was or one of its tasks was.
    public var phase: NetTaskPhase
    /// How many tasks have succeeded.
    public var completed: Int
    /// How many tasks there are.
    public var total: Int
    /// The error of the task that failed or was cancelled first, a ``TaskError``.
    public var error: (any Error)?

    /// The share of tasks that have succeeded, from 0 to 1. Of a group without tasks it is 1.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
    /// Whether it is over: succeeded, failed or cancelled.
    public var isEnded: Bool { phase.isEnd }
}
