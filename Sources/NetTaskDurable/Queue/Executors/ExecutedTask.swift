public import NetTaskCore
public import NetTaskPacking

/// A durable task that a closure executes, instead of a request. It replaces the tasks of KTBTaskQueue and SYNQueue.
///
///     struct Resize: ExecutedTask, Codable {
///         static let storedForm = StoredForm(kind: "Resize")
///         var path: String
///     }
public protocol ExecutedTask: DurableNetTask where Request == Void, Reply == Void, Response == Void {}

extension ExecutedTask {
    /// An executed task has no request.
    public func pack() {}
}

/// A durable queue whose tasks are executed by closures. Its handler is a ``DurableExecutors``.
public typealias ExecutedTaskQueue = DurableNetTaskQueue<Void, Void>

/// A task with a name and JSON instead of its own type, for simple work, or for kinds that are known only at run time.
///
///     executors.on("PostThisVitalThing") { task, _ in try await post(task.userInfo) }
///     try await queue.enqueue(NamedTask("PostThisVitalThing", ["wow": "so important"]))
///
/// The kind of a task in the store is its name, so that tasks without a closure for their name are kept and counted separately.
/// If you cancel or look up tasks by this type, the operation applies to all names with a closure.
public struct NamedTask: ExecutedTask, Codable, Hashable {
    public static let storedForm = StoredForm(kind: "NamedTask")

    /// The name. It selects the closure, and is the kind of the task in the store.
    public var name: String
    /// The input of the closure.
    public var userInfo: JSONValue

    /// Makes a task.
    public init(_ name: String, _ userInfo: JSONValue = [:]) {
        self.name = name
        self.userInfo = userInfo
    }
}
