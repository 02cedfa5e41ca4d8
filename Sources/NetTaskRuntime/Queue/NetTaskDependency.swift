/// Another task of the same queue, which has to end first.
public struct NetTaskDependency: Sendable {
    /// What becomes of the task that waits if the other one fails or is cancelled.
    public enum FailurePolicy: Sendable, Hashable, CaseIterable {
        /// It is cancelled, for ``CancellationReason/dependency(_:)``.
        case cancel
        /// It runs all the same.
        case run
    }

    let job: QueueJob
    let onFailure: FailurePolicy

    /// - Parameters:
    ///   - handle: the task to wait for. One that has ended already is not waited for; of one that shares a run with
    ///     others, the end of the run is.
    ///   - onFailure: what to do if it does not succeed.
    public init<T: NetTask>(_ handle: NetTaskHandle<T>, onFailure: FailurePolicy = .cancel) {
        self.job = handle.record
        self.onFailure = onFailure
    }
}
