public import Observation

/// The content of a durable queue for a view: the tasks that have not ended, and the dead letters.
///
///     @State private var outbox = DurableNetTaskQueueModel(queue)
///
///     ForEach(outbox.waiting) { Text($0.task.kind) }
///     ForEach(outbox.failures) { failure in
///         Text("\(failure.task.task.kind): \(failure.reason.rawValue)")
///             .swipeActions {
///                 Button("Try again") { outbox.retry([failure.id]) }
///                 Button("Discard") { outbox.drop([failure.id]) }
///             }
///     }
///
/// The model follows the store until it is released, including changes by other processes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class DurableNetTaskQueueModel {
    /// The tasks that match the query, in the order of their numbers.
    public private(set) var tasks: [StoredTask] = []
    /// The tasks of ``tasks`` in the dead letters, with the reasons of their failures and the replies of the server.
    public private(set) var failures: [DurableFailure] = []
    /// Whether the store was read. Before that, ``tasks`` is empty.
    public private(set) var isLoaded = false
    /// The error of the latest call of a method below; nil if it succeeded.
    public private(set) var error: TaskStoreError?

    /// The tasks of ``tasks`` that have not ended, including those that run.
    public var waiting: [StoredTask] { tasks.filter { !$0.state.isEnd } }
    /// The number of current runs, in this process and in others.
    public var runningCount: Int { tasks.count { $0.state == .running } }
    /// The number of tasks in the dead letters.
    public var deadCount: Int { tasks.count { $0.state == .dead } }
    /// The number of waiting tasks.
    public var waitingCount: Int { tasks.count - runningCount - deadCount }

    @ObservationIgnored private let actions: Actions
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// The methods of a queue, without its types.
    private struct Actions: Sendable {
        let retry: @Sendable ([DurableTaskID]) async throws(TaskStoreError) -> Void
        let cancel: @Sendable (DurableTaskID) async throws(TaskStoreError) -> Void
        let failures: @Sendable ([StoredTask], [DurableFailure]) async throws(TaskStoreError) -> [DurableFailure]
        let drop: @Sendable ([DurableTaskID]) async throws(TaskStoreError) -> Void
    }

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - queue: the queue to show. The model neither starts nor stops it.
    ///   - query: the tasks to show. Default: the first 1,000 tasks that have not succeeded and were not cancelled, without
    ///     their payloads.
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
            failures: { [core = queue.core] (tasks, known) async throws(TaskStoreError) in
                try await core.failures(among: tasks, known: known)
            },
            drop: { (ids) async throws(TaskStoreError) in try await queue.drop(ids) }
        )
        let lists = queue.live(query)
        watching = Task { @MainActor [weak self, actions] in
            var known: [DurableFailure] = []
            for await list in lists {
                // If the replies cannot be read, the failures are updated with the next list.
                if let failures = try? await actions.failures(list, known) { known = failures }
                self?.tasks = list
                self?.failures = known
                self?.isLoaded = true
            }
        }
    }

    deinit {
        watching?.cancel()
    }

    /// Moves tasks from the dead letters back to the waiting tasks.
    public func retry(_ ids: [DurableTaskID]) {
        perform { [actions] () async throws(TaskStoreError) in try await actions.retry(ids) }
    }

    /// Cancels a task, and the tasks that depend on it.
    public func cancel(_ id: DurableTaskID) {
        perform { [actions] () async throws(TaskStoreError) in try await actions.cancel(id) }
    }

    /// Removes tasks in any state.
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
