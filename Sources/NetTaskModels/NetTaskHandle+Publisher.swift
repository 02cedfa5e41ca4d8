#if canImport(Combine)
    public import Combine
    public import NetTaskHTTP

    extension NetTaskHandle {
        /// The events of the task, for Combine. It begins with the latest event and ends with the task's response or error as
        /// an event. It never fails.
        ///
        ///     handle.publisher.receive(on: DispatchQueue.main).sink { event in show(event) }
        ///
        /// Each subscription is independent. Events arrive on a thread of the concurrency pool. Cancelling a subscription does
        /// not cancel the task.
        public var publisher: some Publisher<NetTaskEvent<T>, Never> { EventPublisher(handle: self) }
    }

    private struct EventPublisher<T: NetTask>: Publisher {
        typealias Output = NetTaskEvent<T>
        typealias Failure = Never

        let handle: NetTaskHandle<T>

        func receive<S: Subscriber<NetTaskEvent<T>, Never>>(subscriber: S) {
            let subscription = EventSubscription<T>(subscriber)
            subscriber.receive(subscription: subscription)
            subscription.start(handle.events)
        }
    }

    /// Forwards events as the subscriber demands them.
    ///
    /// Unchecked: a subscriber may not be `Sendable`, but only the task that `start` makes calls it. The closures hide its
    /// type, which a task must not capture either.
    private final class EventSubscription<T: NetTask>: Subscription, @unchecked Sendable {
        private struct State {
            var demand = Subscribers.Demand.none
            var isCancelled = false
            /// Reads the events.
            var task: Task<Void, Never>?
            /// Waits for demand.
            var waiter: CheckedContinuation<Void, Never>?
        }

        private let receive: (NetTaskEvent<T>) -> Subscribers.Demand
        private let finish: () -> Void
        private let state = Locked(State())

        init<S: Subscriber<NetTaskEvent<T>, Never>>(_ subscriber: S) {
            receive = { subscriber.receive($0) }
            finish = { subscriber.receive(completion: .finished) }
        }

        func start(_ events: NetTaskEvents<T>) {
            let task = Task {
                for await event in events {
                    guard await isAskedForMore() else { return }
                    let more = receive(event)
                    state.withLock { $0.demand = $0.demand - 1 + more }
                }
                if !state.withLock({ $0.isCancelled }) { finish() }
            }
            change { $0.task = task }
        }

        func request(_ demand: Subscribers.Demand) {
            change { $0.demand += demand }
        }

        func cancel() {
            change { $0.isCancelled = true }
        }

        /// - Returns: `false` once the subscription was cancelled.
        private func isAskedForMore() async -> Bool {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    let waits = !state.isCancelled && state.demand == .none
                    if waits { state.waiter = continuation }
                    return waits
                }
                if !waits { continuation.resume() }
            }
            return !state.withLock { $0.isCancelled }
        }

        private func change(_ body: (inout State) -> Void) {
            let (waiter, ended) = state.withLock { state in
                body(&state)
                defer { state.waiter = nil }
                return (state.waiter, state.isCancelled ? state.task : nil)
            }
            waiter?.resume()
            ended?.cancel()
        }
    }
#endif
