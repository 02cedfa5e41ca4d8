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
