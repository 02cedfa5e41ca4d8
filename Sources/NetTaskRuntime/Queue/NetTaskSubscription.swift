/// A closure that is called when something happens to a task. It stays in force if this value is dropped.
public struct NetTaskSubscription: Sendable {
    private let isActive: Locked<Bool>

    init(_ isActive: Locked<Bool>) {
        self.isActive = isActive
    }

    /// Sees to it that the closure is not called again. A call that is under way goes on.
    public func cancel() {
        isActive.withLock { $0 = false }
    }
}

/// One closure of a user's, and what it wants to be told.
struct Subscriber<Status: Sendable>: Sendable {
    let moment: NetTaskMoment
    let isActive = Locked(true)
    let action: @Sendable (Status) async -> Void

    func tell(_ status: Status) async {
        if isActive.withLock({ $0 }) {
            await action(status)
        }
    }
}
