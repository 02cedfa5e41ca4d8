#if canImport(Combine)
    public import Combine
    public import NetTaskHTTP

    extension NetTaskHandle {
        /// What happens to the task, for Combine: the latest event first, then each that follows, and last the end with the task's
        /// response or error. It never fails.
        ///
        /// Each subscription stands for itself. Events come on a thread of the concurrency pool: `receive(on:)` takes them to the
        /// main one. Cancelling a subscription does not cancel the task.
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

    /// Hands events on as they are asked for.
    ///
    /// `@unchecked`, since a subscriber need not be `Sendable`: only the one task that `start` makes calls it. The closures hide its
    /// type, which a task must not capture either.
    private final class EventSubscription<T: NetTask>: Subscription, @unchecked Sendable {
        private struct State {
            var demand = Subscribers.Demand.none
            var isCancelled = false
            /// Reads the events.
            var task: Task<Void, Never>?
            /// Who waits until something is asked for.
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

        /// - Returns: false once it is cancelled.
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
