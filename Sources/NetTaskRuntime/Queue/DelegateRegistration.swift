/// What a delegate was registered for.
enum DelegateTopic: Sendable, Hashable {
    case all
    case type(ObjectIdentifier)
    case uri(String)
}

/// A delegate, held weakly, and what it wants to be told of.
final class DelegateRegistration: Sendable {
    enum Delegate: Sendable {
        case onPool(any NetTaskDelegate)
        case onMainActor(any MainActorNetTaskDelegate)

        var identity: ObjectIdentifier {
            switch self {
            case .onPool(let delegate): ObjectIdentifier(delegate)
            case .onMainActor(let delegate): ObjectIdentifier(delegate)
            }
        }
    }

    let topic: DelegateTopic
    /// Nil once nobody else holds it.
    let delegate: @Sendable () -> Delegate?
    let isMeant: @Sendable (any NetTask) -> Bool
    /// False once it was removed; ends may be on their way to it then.
    private let isActive = Locked(true)

    init(
        _ topic: DelegateTopic,
        _ delegate: @escaping @Sendable () -> Delegate?,
        isMeant: @escaping @Sendable (any NetTask) -> Bool
    ) {
        self.topic = topic
        self.delegate = delegate
        self.isMeant = isMeant
    }

    func deactivate() {
        isActive.withLock { $0 = false }
    }

    /// Tells the delegate, unless it is gone, was removed, or is one of `told`, to whom it is added.
    func tell<T>(_ handle: NetTaskHandle<T>, unlessIn told: inout Set<ObjectIdentifier>) async {
        guard isMeant(handle.task), let delegate = delegate(), isActive.withLock({ $0 }),
            told.insert(delegate.identity).inserted
        else { return }
        switch delegate {
        case .onPool(let delegate): delegate.netTaskDidEnd(handle)
        case .onMainActor(let delegate): await tell(handle, onMainActor: delegate)
        }
    }

    /// Looks there again, since it may have been removed there meanwhile.
    @MainActor
    private func tell<T>(_ handle: NetTaskHandle<T>, onMainActor delegate: any MainActorNetTaskDelegate) {
        if isActive.withLock({ $0 }) {
            delegate.netTaskDidEnd(handle)
        }
    }
}
