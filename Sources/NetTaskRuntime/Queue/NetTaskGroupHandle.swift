/// A group in a queue: to watch it, to await it, to cancel it. It goes on if nobody holds this.
public final class NetTaskGroupHandle: Sendable {
    private struct State {
        var status: NetTaskGroupStatus
        var members: [any GroupMember] = []
        var subscribers: [Subscriber<NetTaskGroupStatus>] = []
        var isTelling = false
        var streams: [Int: AsyncStream<NetTaskGroupStatus>.Continuation] = [:]
        var lastStream = 0
        var waiters: [CheckedContinuation<NetTaskGroupStatus, Never>] = []
    }

    private let state: Locked<State>

    init(total: Int) {
        state = Locked(State(status: NetTaskGroupStatus(phase: .running, completed: 0, total: total)))
    }

    /// Where the group stands now.
    public var status: NetTaskGroupStatus { state.withLock { $0.status } }

    /// Waits until the group has succeeded.
    ///
    /// Awaiting it does not own the group: cancelling the one who waits neither cancels it nor ends the wait.
    ///
    /// - Throws: the ``NetTaskError`` of the task that failed or was cancelled first.
    public var value: Void {
        get async throws {
            if let error = await end().error { throw error }
        }
    }

    /// How far the group comes: a new subscription at each use, which begins with the latest status and ends with the
    /// group's end. Who is slow misses what was in between, never the latest.
    public var progress: AsyncStream<NetTaskGroupStatus> {
        let (stream, continuation) = AsyncStream<NetTaskGroupStatus>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key: Int? = state.withLock { state in
            continuation.yield(state.status)
            if state.status.isEnded { return nil }
            state.lastStream += 1
            state.streams[state.lastStream] = continuation
            return state.lastStream
        }
        if let key {
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.streams.removeValue(forKey: key) }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// The handles of those of its tasks that have been added to the queue and are of that type, in order.
    public func handles<T: NetTask>(of type: T.Type) -> [NetTaskHandle<T>] {
        state.withLock { $0.members }.compactMap { $0 as? NetTaskHandle<T> }
    }

    /// Has a closure called when the group ends.
    ///
    /// All who subscribe are called once, in the order of subscription; who does so after the end, too.
    ///
    /// - Parameter action: called on a thread of the concurrency pool.
    /// - Returns: a means to stop it. It may be dropped.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskGroupMoment,
        _ action: @escaping @Sendable (NetTaskGroupStatus) -> Void
    ) -> NetTaskSubscription {
        subscribe(Subscriber(moment.ofTask, .onPool(action)))
    }

    /// Has a closure called on the main actor when the group ends; else as ``subscribe(_:_:)``.
    @discardableResult
    public func subscribe(
        _ moment: NetTaskGroupMoment,
        on actor: MainActor,
        _ action: @escaping @MainActor (NetTaskGroupStatus) -> Void
    ) -> NetTaskSubscription {
        subscribe(Subscriber(moment.ofTask, .onMainActor(action)))
    }

    /// Cancels those of its tasks that have not ended; the others are never added. Once the group has ended this does
    /// nothing.
    public func cancel() {
        cancel(.group)
    }

    func cancel(_ reason: CancellationReason) {
        end(.cancelled, error: NetTaskError<Never>.cancelled(reason))
    }

    // MARK: What happens to its tasks

    /// Takes in a task that was added to the queue; if the group has ended meanwhile, the task does too.
    func join(_ member: any GroupMember) {
        let isEnded = state.withLock { state in
            state.members.append(member)
            return state.status.isEnded
        }
        if isEnded {
            member.cancel(.group)
        }
    }

    /// Takes in the end of a task; the first that is no success ends the group, and so does the last one.
    func note(_ end: GroupMemberEnd) {
        switch end {
        case .failed(let error): self.end(.failed, error: error)
        case .cancelled(let error): self.end(.cancelled, error: error)
        case .succeeded:
            let isLast = state.withLock { state in
                if state.status.isEnded { return false }
                state.status.completed += 1
                for stream in state.streams.values {
                    stream.yield(state.status)
                }
                return state.status.completed == state.status.total
            }
            if isLast { self.end(.succeeded, error: nil) }
        }
    }

    func end(_ phase: NetTaskGroupStatus.Phase, error: (any Error)?) {
        let (status, members, waiters, streams) = state.withLock { state in
            // Once all have succeeded there is but one end, though it may still be on its way.
            let isDecided = phase != .succeeded && state.status.completed == state.status.total
            guard !state.status.isEnded, !isDecided else {
                return (nil as NetTaskGroupStatus?, [any GroupMember](), state.waiters, state.streams)
            }
            state.status.phase = phase
            state.status.error = error
            defer { (state.waiters, state.streams) = ([], [:]) }
            return (state.status, state.members, state.waiters, state.streams)
        }
        guard let status else { return }
        if phase != .succeeded {
            for member in members {
                member.cancel(.group)
            }
        }
        for stream in streams.values {
            stream.yield(status)
            stream.finish()
        }
        for waiter in waiters {
            waiter.resume(returning: status)
        }
        tell()
    }

    func end() async -> NetTaskGroupStatus {
        await withCheckedContinuation { continuation in
            let status: NetTaskGroupStatus? = state.withLock { state in
                if state.status.isEnded { return state.status }
                state.waiters.append(continuation)
                return nil
            }
            if let status {
                continuation.resume(returning: status)
            }
        }
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

    /// Calls those who subscribed to the end, one after the other.
    private func tell() {
        let isTelling = state.withLock { state in
            defer { state.isTelling = true }
            return state.isTelling
        }
        if isTelling { return }
        Task.detached {
            while let (subscriber, status) = self.nextSubscriber() {
                if subscriber.moment.includes(status.phase == .cancelled ? .cancelled : .finished) {
                    await subscriber.tell(status)
                }
            }
        }
    }

    private func nextSubscriber() -> (Subscriber<NetTaskGroupStatus>, NetTaskGroupStatus)? {
        state.withLock { state in
            if state.subscribers.isEmpty {
                state.isTelling = false
                return nil
            }
            return (state.subscribers.removeFirst(), state.status)
        }
    }
}
