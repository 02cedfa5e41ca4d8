import Foundation

/// Another task of the same queue, which has to end first.
public struct NetTaskDependency: Sendable {
    /// What becomes of the task that waits if the other one fails or is cancelled.
    public enum FailurePolicy: String, Sendable, Hashable, CaseIterable, Codable {
        /// It is cancelled, for ``CancellationReason/dependency(_:)``.
        case cancel
        /// It runs all the same.
        case run
    }

    let record: TaskRecord
    let onFailure: FailurePolicy

    /// - Parameters:
    ///   - handle: the task to wait for. One that has ended already is not waited for; of one that shares a run with
    ///     others, the end of the run is.
    ///   - onFailure: what to do if it does not succeed.
    public init<T: NetTask>(_ handle: NetTaskHandle<T>, onFailure: FailurePolicy = .cancel) {
        self.record = handle.record
        self.onFailure = onFailure
    }

    /// Whether the task that waits cannot run any more. Under the lock of its queue.
    var hasFailed: Bool { onFailure == .cancel && record.isEnded && record.state.phase != .succeeded }
}

/// Why a task cannot depend on another.
///
/// A `do` that can throw it has to end with a `catch` without a pattern, such as `catch { throw error }`. Without one,
/// Swift 6.3.1 crashes in many functions that throw.
public enum NetTaskDependencyError: Error, Sendable, Hashable {
    /// Each of these tasks would depend on the next; the last is the first again.
    case cycle([NetTaskID])
    /// The task that should wait has been started already, or has ended.
    case started(NetTaskID)
    /// The other task is in another queue. Await its value instead.
    case otherQueue
}

extension NetTaskDependencyError: DescribedError {
    public var description: String {
        switch self {
        case .cycle(let path):
            "The tasks would wait for each other: " + path.map(\.description).joined(separator: " after ")
        case .started(let id):
            "Task \(id) has been started, so that it cannot wait for another; say it when the task is added"
        case .otherQueue:
            "A task can depend only on tasks of its own queue; await the other one's value before adding this one"
        }
    }
}
