public import NetTaskRuntime

/// A durable task that a closure does, in place of a request: what KTBTaskQueue and SYNQueue were for.
///
///     struct Resize: ExecutedTask, Codable {
///         static let storedForm = StoredForm(kind: "Resize")
///         var path: String
///     }
public protocol ExecutedTask: DurableNetTask where Request == Void, Reply == Void, Response == Void {}

extension ExecutedTask {
    /// There is nothing to pack.
    public func pack() {}
}

/// A durable queue whose tasks are done by closures; its handler is a ``DurableExecutors``.
public typealias ExecutedTaskQueue = DurableNetTaskQueue<Void, Void>
