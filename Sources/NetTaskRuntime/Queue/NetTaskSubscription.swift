/// A closure that is called when something happens to a task. It stays in force if this value is dropped.
public struct NetTaskSubscription: Sendable {
    private let stop: @Sendable () -> Void

    init<Status>(_ subscriber: Subscriber<Status>) {
        // Weak, so that who keeps this does not keep the closure beyond the end of the task.
        stop = { [weak action = subscriber.action] in
            _ = action?.withLock { action in
                defer { action = nil }
                return action
            }
        }
    }

    /// Sees to it that the closure is not called again, and lets go of it. A call that is under way goes on; on the main
    /// actor none can begin after this was called there.
    public func cancel() {
        stop()
    }
}

/// One closure of a user's, and what it wants to be told.
struct Subscriber<Status: Sendable>: Sendable {
    enum Action: Sendable {
        case onPool(@Sendable (Status) async -> Void)
        case onMainActor(@MainActor @Sendable (Status) -> Void)
    }

    let moment: NetTaskMoment
    /// Nil once the subscription was cancelled.
    let action: Locked<Action?>

    init(_ moment: NetTaskMoment, _ action: Action) {
        self.moment = moment
        self.action = Locked(action)
    }

    func tell(_ status: Status) async {
        switch action.withLock({ $0 }) {
        case .onPool(let action)?: await action(status)
        case .onMainActor?: await tellOnMainActor(status)
        case nil: break
        }
    }

    /// Looks there again, since it may have been cancelled there meanwhile.
    @MainActor
    private func tellOnMainActor(_ status: Status) {
        if case .onMainActor(let action)? = action.withLock({ $0 }) {
            action(status)
        }
    }
}
