public import NetTaskCore
public import NetTaskPacking

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

/// A task that has a name and JSON, and no type of its own: for work that is not worth one, or whose kinds are known only
/// at run time.
///
///     executors.on("PostThisVitalThing") { task, _ in try await post(task.userInfo) }
///     try await queue.enqueue(NamedTask("PostThisVitalThing", ["wow": "so important"]))
///
/// In a store its kind is its name, so that tasks of a name that nobody has a closure for are kept, and counted apart.
/// By this type are cancelled, and looked up, all those that there is a closure for.
public struct NamedTask: ExecutedTask, Codable, Hashable {
    public static let storedForm = StoredForm(kind: "NamedTask")

    /// Says which closure does it, and is its kind in the store.
    public var name: String
    /// What the closure needs to know.
    public var userInfo: JSONValue

    /// Names a task.
    public init(_ name: String, _ userInfo: JSONValue = [:]) {
        self.name = name
        self.userInfo = userInfo
    }
}
