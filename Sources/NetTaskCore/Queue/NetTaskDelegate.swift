/// Is told when tasks end, without owning them; see ``NetTaskQueue/addDelegate(_:for:)-(NetTaskDelegate,_)``.
///
/// A class that belongs to the main actor conforms to ``MainActorNetTaskDelegate`` instead.
public protocol NetTaskDelegate: AnyObject, Sendable {
    /// A task succeeded or failed; its status says how. Called once for each task, after the closures that subscribe to
    /// it, on a thread of the concurrency pool. Not called for cancelled tasks.
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>)
}

/// A ``NetTaskDelegate`` that is called on the main actor, such as a view controller.
@MainActor
public protocol MainActorNetTaskDelegate: AnyObject, Sendable {
    /// A task succeeded or failed; its status says how. Called once for each task, after the closures that subscribe to
    /// it, on the main actor. Not called for cancelled tasks.
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>)
}

/// Which tasks a delegate is told of.
public struct NetTaskFilter: Sendable, Hashable {
    /// What it is the same by as another filter.
    let id: String
    let includes: @Sendable (any NetTask) -> Bool

    package init(id: String, includes: @escaping @Sendable (any NetTask) -> Bool) {
        self.id = id
        self.includes = includes
    }

    /// All tasks.
    public static var all: NetTaskFilter { NetTaskFilter(id: "all") { _ in true } }

    /// The tasks of that type.
    public static func type<T: NetTask>(_ type: T.Type) -> NetTaskFilter {
        NetTaskFilter(id: "type \(ObjectIdentifier(type))") { $0 is T }
    }

    public static func == (left: NetTaskFilter, right: NetTaskFilter) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension NetTaskQueue {
    /// Has a delegate told when tasks end. It is held weakly, and told once for a task, however often it was added.
    ///
    /// - Parameters:
    ///   - delegate: what is told.
    ///   - filter: which tasks. Default: all of the queue.
    public func addDelegate(_ delegate: any NetTaskDelegate, for filter: NetTaskFilter = .all) {
        let subscriber = Subscriber<TaskRecord>(.finished) { [weak delegate] record in
            if let delegate { record.work.tell(delegate, of: record) }
        }
        add(DelegateRegistration(filter: filter, delegate: { [weak delegate] in delegate }, subscriber: subscriber))
    }

    /// The same for a delegate that belongs to the main actor.
    public func addDelegate(_ delegate: any MainActorNetTaskDelegate, for filter: NetTaskFilter = .all) {
        let subscriber = Subscriber<TaskRecord>(.finished, on: .shared) { [weak delegate] record in
            guard let delegate else { return }
            MainActor.assumeIsolated { record.work.tell(delegate, of: record) }
        }
        add(DelegateRegistration(filter: filter, delegate: { [weak delegate] in delegate }, subscriber: subscriber))
    }

    /// Tells a delegate no more. A call that is under way goes on. For a delegate of the main actor, if called there, none
    /// begins after this, of an end before this either.
    ///
    /// - Parameters:
    ///   - delegate: what was told.
    ///   - filter: of which tasks it is not told any more, equal to that with which it was added. Default: of all, whatever it
    ///     was added for.
    public func removeDelegate(_ delegate: AnyObject, for filter: NetTaskFilter? = nil) {
        removeDelegates { registration in
            guard let other = registration.delegate() else { return true }
            return other === delegate && (filter == nil || filter == registration.filter)
        }
    }

    private func add(_ registration: DelegateRegistration) {
        removeDelegates { $0.delegate() == nil }
        core.scheduler.withLock { $0.delegates = $0.delegates + [registration] }
    }

    private func removeDelegates(where isMeant: (DelegateRegistration) -> Bool) {
        // Looked up without the lock, since a delegate that nobody else holds any more goes right after.
        let gone = core.scheduler.withLock { $0.delegates }.filter(isMeant).map(\.subscriber)
        core.scheduler.withLock { state in
            state.delegates = state.delegates.filter { registration in
                !gone.contains { $0 === registration.subscriber }
            }
        }
        gone.forEach { $0.cancel() }
    }
}

/// A delegate, held weakly, and what it is to be told of.
struct DelegateRegistration: Sendable {
    let filter: NetTaskFilter
    /// Nil once nobody else holds it.
    let delegate: @Sendable () -> AnyObject?
    let subscriber: Subscriber<TaskRecord>
}

extension TaskRecord {
    /// Has each of the delegates told once that the task has ended, in the order in which they were added. Under the lock.
    func tell(_ registrations: [DelegateRegistration]) {
        if registrations.isEmpty || state.phase == .cancelled { return }
        post { [self] in
            var told: Set<ObjectIdentifier> = []
            for registration in registrations where registration.filter.includes(work.anyTask) {
                guard let delegate = registration.delegate(), registration.subscriber.isActive,
                    told.insert(ObjectIdentifier(delegate)).inserted
                else { continue }
                await registration.subscriber.tell(self)
            }
        }
    }
}
