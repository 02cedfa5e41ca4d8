/// That a task runs only after another one.
public struct TaskDependency: Sendable, Hashable, Codable {
    /// What becomes of a task when one that it depends on ends without success.
    public enum FailurePolicy: String, Sendable, Hashable, CaseIterable, Codable {
        /// It ends as cancelled, and so do those that depend on it.
        case cancel
        /// It runs all the same.
        case run
    }

    /// The task that comes first. One that has ended counts, as long as the store knows it.
    public var id: DurableTaskID
    /// By default ``FailurePolicy/cancel``.
    public var onFailure: FailurePolicy

    public init(_ id: DurableTaskID, onFailure: FailurePolicy = .cancel) {
        self.id = id
        self.onFailure = onFailure
    }
}
