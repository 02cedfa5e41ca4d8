public import NetTaskRuntime

/// That a durable task has ended, and how.
public struct DurableNetTaskEnd<T: NetTask>: Sendable {
    /// Its number.
    public var id: DurableTaskID
    /// The task; nil where it ended without a run in this process, since what is stored of an ended task is removed.
    public var task: T?
    /// How it ended.
    public var result: Result<T.Response, DurableNetTaskError<T.Failure>>
}
