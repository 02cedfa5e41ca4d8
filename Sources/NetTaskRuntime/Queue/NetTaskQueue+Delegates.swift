extension NetTaskQueue {
    /// Has a delegate told when any task of the queue ends. It is held weakly, and told once for a task, however often
    /// it was added.
    public func addDelegate(_ delegate: any NetTaskDelegate) {
        add(DelegateRegistration(.all, { [weak delegate] in delegate.map { .onPool($0) } }, isMeant: { _ in true }))
    }

    /// The same for a delegate that belongs to the main actor.
    public func addDelegate(_ delegate: any MainActorNetTaskDelegate) {
        add(
            DelegateRegistration(.all, { [weak delegate] in delegate.map { .onMainActor($0) } }, isMeant: { _ in true })
        )
    }

    /// Has a delegate told when tasks of that type end. It is held weakly, and told once for a task, however often it
    /// was added.
    public func addDelegate<T: NetTask>(_ delegate: any NetTaskDelegate, for type: T.Type) {
        add({ [weak delegate] in delegate.map { .onPool($0) } }, for: type)
    }

    /// The same for a delegate that belongs to the main actor.
    public func addDelegate<T: NetTask>(_ delegate: any MainActorNetTaskDelegate, for type: T.Type) {
        add({ [weak delegate] in delegate.map { .onMainActor($0) } }, for: type)
    }

    /// Tells a delegate no more, whatever it was added for. A call that is under way goes on.
    public func removeDelegate(_ delegate: any NetTaskDelegate) {
        remove(ObjectIdentifier(delegate)) { _ in true }
    }

    /// Tells a delegate no more, whatever it was added for. If called on the main actor, not of ends before this either.
    public func removeDelegate(_ delegate: any MainActorNetTaskDelegate) {
        remove(ObjectIdentifier(delegate)) { _ in true }
    }

    /// Tells a delegate no more of tasks of that type.
    public func removeDelegate<T: NetTask>(_ delegate: any NetTaskDelegate, for type: T.Type) {
        remove(ObjectIdentifier(delegate)) { $0 == .type(ObjectIdentifier(type)) }
    }

    /// Tells a delegate no more of tasks of that type.
    public func removeDelegate<T: NetTask>(_ delegate: any MainActorNetTaskDelegate, for type: T.Type) {
        remove(ObjectIdentifier(delegate)) { $0 == .type(ObjectIdentifier(type)) }
    }

    private func add<T: NetTask>(
        _ delegate: @escaping @Sendable () -> DelegateRegistration.Delegate?,
        for type: T.Type
    ) {
        add(DelegateRegistration(.type(ObjectIdentifier(type)), delegate) { $0 is T })
    }

    func add(_ registration: DelegateRegistration) {
        removeAll { $0.delegate() == nil }
        core.scheduler.withLock { $0.delegates = $0.delegates + [registration] }
    }

    func remove(_ delegate: ObjectIdentifier, where isMeant: (DelegateTopic) -> Bool) {
        removeAll { registration in
            registration.delegate().map { $0.identity == delegate && isMeant(registration.topic) } ?? true
        }
    }

    private func removeAll(where isMeant: (DelegateRegistration) -> Bool) {
        // Looked up without the lock, since a delegate that nobody else holds any more goes right after.
        let gone = core.scheduler.withLock { $0.delegates }.filter(isMeant)
        core.scheduler.withLock { state in
            state.delegates = state.delegates.filter { registration in !gone.contains { $0 === registration } }
        }
        gone.forEach { $0.deactivate() }
    }
}
