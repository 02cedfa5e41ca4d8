public import Observation

/// What is in a durable queue, for a view: what is still to be done, and the dead letters.
///
///     @State private var outbox = DurableNetTaskQueueModel(queue)
///
///     List(outbox.tasks) { task in
///         Text("\(task.task.kind): \(task.state.rawValue)")
///             .swipeActions { Button("Try again") { outbox.retry([task.id]) } }
///     }
///
/// It follows the store, also where another process changes it, until it is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class DurableNetTaskQueueModel {
    /// The tasks that the query asks for, by their numbers.
    public private(set) var tasks: [StoredTask] = []
    /// Whether the store was asked: before that ``tasks`` is empty.
    public private(set) var isLoaded = false
    /// Why the latest of the methods below did not do what it should; nil once one did.
    public private(set) var error: TaskStoreError?

    /// How many runs are under way, in this process or another one.
    public var runningCount: Int { tasks.count { $0.state == .running } }
    /// How many tasks are in the dead letters.
    public var deadCount: Int { tasks.count { $0.state == .dead } }
    /// How many tasks wait.
    public var waitingCount: Int { tasks.count - runningCount - deadCount }

    @ObservationIgnored private let actions: Actions
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// What a queue can do, whatever protocol it speaks.
    private struct Actions: Sendable {
        let retry: @Sendable ([DurableTaskID]) async throws(TaskStoreError) -> Void
        let cancel: @Sendable (DurableTaskID) async throws(TaskStoreError) -> Void
        let drop: @Sendable ([DurableTaskID]) async throws(TaskStoreError) -> Void
    }

    /// - Parameters:
    ///   - queue: the queue that is shown. It is neither started nor stopped.
    ///   - query: which tasks are shown. By default the first 1,000 that have not succeeded and were not cancelled, without
    ///     what is in them.
    public init<Request, Reply>(
        _ queue: DurableNetTaskQueue<Request, Reply>,
        showing query: TaskQuery = TaskQuery(
            states: [.waiting, .blocked, .running, .dead],
            limit: 1000,
            includesPayloads: false
        )
    ) {
        actions = Actions(
            retry: { (ids) async throws(TaskStoreError) in try await queue.retry(ids) },
            cancel: { (id) async throws(TaskStoreError) in try await queue.cancel(id: id) },
            drop: { (ids) async throws(TaskStoreError) in try await queue.drop(ids) }
        )
        let lists = queue.live(query)
        watching = Task { @MainActor [weak self] in
            for await list in lists {
                self?.tasks = list
                self?.isLoaded = true
            }
        }
    }

    deinit {
        watching?.cancel()
    }

    /// Takes tasks out of the dead letters, to be run anew.
    public func retry(_ ids: [DurableTaskID]) {
        perform { [actions] () async throws(TaskStoreError) in try await actions.retry(ids) }
    }

    /// Cancels a task, and those that depend on it.
    public func cancel(_ id: DurableTaskID) {
        perform { [actions] () async throws(TaskStoreError) in try await actions.cancel(id) }
    }

    /// Removes tasks, whatever their state.
    public func drop(_ ids: [DurableTaskID]) {
        perform { [actions] () async throws(TaskStoreError) in try await actions.drop(ids) }
    }

    private func perform(_ action: @escaping @Sendable () async throws(TaskStoreError) -> Void) {
        Task { @MainActor in
            do throws(TaskStoreError) {
                try await action()
                error = nil
            } catch {
                self.error = error
            }
        }
    }
}
