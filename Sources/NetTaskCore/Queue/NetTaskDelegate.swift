/// Is notified when tasks end; see ``NetTaskQueue/addDelegate(_:for:)-(NetTaskDelegate,_)``. A queue holds its delegates
/// weakly.
///
/// A class that is isolated to the main actor conforms to ``MainActorNetTaskDelegate`` instead.
public protocol NetTaskDelegate: AnyObject, Sendable {
    /// Called once for each task that succeeds or fails, on a thread of the concurrency pool, after the task's subscribers. The
    /// status of the handle has the result. Not called for cancelled tasks.
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>)
}

/// A ``NetTaskDelegate`` that is called on the main actor, such as a view controller.
@MainActor
public protocol MainActorNetTaskDelegate: AnyObject, Sendable {
    /// Called once for each task that succeeds or fails, on the main actor, after the task's subscribers. The status of the
    /// handle has the result. Not called for cancelled tasks.
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>)
}

/// The tasks that a delegate is notified of.
public struct NetTaskFilter: Sendable, Hashable {
    /// Identifies the filter: filters with the same ID are equal.
    let id: String
    let includes: @Sendable (any NetTask) -> Bool

    package init(id: String, includes: @escaping @Sendable (any NetTask) -> Bool) {
        self.id = id
        self.includes = includes
    }

    /// All tasks.
    public static var all: NetTaskFilter { NetTaskFilter(id: "all") { _ in true } }

    /// The tasks of one type.
    public static func type<T: NetTask>(_ type: T.Type) -> NetTaskFilter {
        NetTaskFilter(id: "type \(ObjectIdentifier(type))") { $0 is T }
    }

    public static func == (left: NetTaskFilter, right: NetTaskFilter) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension NetTaskQueue {
    /// Adds a delegate that is notified when tasks end.
    ///
    /// The queue holds the delegate weakly. It notifies the delegate once for each task, even if the delegate was added several
    /// times.
    ///
    /// - Parameters:
    ///   - delegate: the delegate.
    ///   - filter: the tasks to notify it of. Default: all tasks of the queue.
    public func addDelegate(_ delegate: any NetTaskDelegate, for filter: NetTaskFilter = .all) {
        let subscriber = Subscriber<TaskRecord>(.finished) { [weak delegate] record in
            if let delegate { record.work.notify(delegate, of: record) }
        }
        add(DelegateRegistration(filter: filter, delegate: { [weak delegate] in delegate }, subscriber: subscriber))
    }

    /// Adds a delegate that is called on the main actor. In all other respects, the queue treats it like other delegates.
    public func addDelegate(_ delegate: any MainActorNetTaskDelegate, for filter: NetTaskFilter = .all) {
        let subscriber = Subscriber<TaskRecord>(.finished, on: .shared) { [weak delegate] record in
            guard let delegate else { return }
            MainActor.assumeIsolated { record.work.notify(delegate, of: record) }
        }
        add(DelegateRegistration(filter: filter, delegate: { [weak delegate] in delegate }, subscriber: subscriber))
    }

    /// Removes a delegate. A call that has begun completes.
    ///
    /// If called on the main actor for a delegate of the main actor, no further call begins, even for a task that ended before.
    ///
    /// - Parameters:
    ///   - delegate: the delegate.
    ///   - filter: removes only registrations with this filter. Default: `nil`, all registrations of the delegate.
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

    private func removeDelegates(where shouldRemove: (DelegateRegistration) -> Bool) {
        // Read without the lock: releasing the last reference to a delegate runs its `deinit`, which is code of users.
        let removed = core.scheduler.withLock { $0.delegates }.filter(shouldRemove).map(\.subscriber)
        core.scheduler.withLock { state in
            state.delegates = state.delegates.filter { registration in
                !removed.contains { $0 === registration.subscriber }
            }
        }
        removed.forEach { $0.cancel() }
    }
}

/// A delegate, held weakly, and the tasks that it is notified of.
struct DelegateRegistration: Sendable {
    let filter: NetTaskFilter
    /// Returns `nil` once the delegate was released.
    let delegate: @Sendable () -> AnyObject?
    let subscriber: Subscriber<TaskRecord>
}

extension TaskRecord {
    /// Notifies each delegate once, in the order in which they were added, that the task has ended. Call with the lock held.
    func notify(_ registrations: [DelegateRegistration]) {
        if registrations.isEmpty || state.phase == .cancelled { return }
        post { [self] in
            var notified: Set<ObjectIdentifier> = []
            for registration in registrations where registration.filter.includes(work.anyTask) {
                guard let delegate = registration.delegate(), registration.subscriber.isActive,
                    notified.insert(ObjectIdentifier(delegate)).inserted
                else { continue }
                await registration.subscriber.notify(self)
            }
        }
    }
}
