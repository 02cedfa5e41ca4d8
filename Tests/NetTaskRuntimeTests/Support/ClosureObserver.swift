import NetTaskRuntime

/// An observer that is a closure.
struct ClosureObserver: NetTaskObserver {
    let action: @Sendable (NetTaskQueueEvent) -> Void

    init(_ action: @escaping @Sendable (NetTaskQueueEvent) -> Void) {
        self.action = action
    }

    /// Records the events.
    init(_ box: Box<[NetTaskQueueEvent]>) {
        self.init { event in box.update { $0.append(event) } }
    }

    func observe(_ event: NetTaskQueueEvent) {
        action(event)
    }
}
