/// A task that somebody has a handle of.
protocol WatchedTask: AnyObject, Sendable {
    var id: DurableTaskID { get }
    var isEnded: Bool { get }
    /// Something may have changed; the task has not ended.
    func learn(_ task: StoredTask)
    /// The store knows it no more.
    func vanish()
}
