public import NetTaskRuntime

/// That a task runs only after another one.
public struct TaskDependency: Sendable, Hashable, Codable {
    /// The task that comes first. One that has ended counts, as long as the store knows it.
    public var id: DurableTaskID
    /// What becomes of it if that one ends without success. Default: `NetTaskDependency.FailurePolicy.cancel`.
    public var onFailure: NetTaskDependency.FailurePolicy

    public init(_ id: DurableTaskID, onFailure: NetTaskDependency.FailurePolicy = .cancel) {
        self.id = id
        self.onFailure = onFailure
    }
}
