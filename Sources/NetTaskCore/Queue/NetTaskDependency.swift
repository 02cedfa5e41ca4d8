import NetTaskSystem

/// Another task of the same queue that has to end before a task starts.
public struct NetTaskDependency: Sendable {
    /// What happens to the dependent task if the other one fails or is cancelled.
    public enum FailurePolicy: String, Sendable, Hashable, CaseIterable, Codable {
        /// The dependent task is cancelled, with the reason ``CancellationReason/dependency(_:)``.
        case cancel
        /// The dependent task runs.
        case run
    }

    let record: TaskRecord
    let onFailure: FailurePolicy

    /// Makes a dependency.
    ///
    /// - Parameters:
    ///   - handle: the task to wait for. A task that has ended already is not waited for. If the task shares a run with others,
    ///     the dependent task waits for the end of the run.
    ///   - onFailure: what happens to the dependent task if the other one does not succeed. Default: it is cancelled.
    public init<T: NetTask>(_ handle: NetTaskHandle<T>, onFailure: FailurePolicy = .cancel) {
        self.record = handle.record
        self.onFailure = onFailure
    }

    /// Whether the dependent task can no longer run. Call with the lock of its queue held.
    var hasFailed: Bool { onFailure == .cancel && record.isEnded && record.state.phase != .succeeded }
}

/// The reason why a task cannot depend on another.
///
/// End a `do` that can throw this error with a `catch` without a pattern, such as `catch { throw error }`. Without it, Swift
/// 6.3.1 crashes in many functions that throw.
public enum NetTaskDependencyError: Error, Sendable, Hashable {
    /// The tasks would depend on each other: each on the next one of the array, whose last element is also its first.
    case cycle([NetTaskID])
    /// The dependent task has been started or has ended.
    case started(NetTaskID)
    /// The other task is in another queue. Await its value instead.
    case otherQueue
}

extension NetTaskDependencyError: DescribedError {
    public var description: String {
        switch self {
        case .cycle(let path):
            "The tasks would depend on each other: " + path.map(\.description).joined(separator: " after ")
        case .started(let id):
            "Task \(id) has been started and cannot get a new dependency; use the option `after` when the task is added"
        case .otherQueue:
            "A task can depend only on tasks of its own queue; await the value of the other task before you add this one"
        }
    }
}
