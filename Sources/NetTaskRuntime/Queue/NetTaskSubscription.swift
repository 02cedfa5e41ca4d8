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
