import NetTaskRuntime

/// A task that somebody has a handle of.
protocol WatchedTask: AnyObject, Sendable {
    var id: DurableTaskID { get }
    /// The type that the handle takes it for.
    var type: any NetTask.Type { get }
    var isEnded: Bool { get }
    /// Something may have changed; the task has not ended.
    func learn(_ task: StoredTask)
    /// The store knows it no more, or it is of another type.
    func vanish()
}
