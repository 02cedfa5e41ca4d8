public import NetTaskHTTP

extension NetTaskQueue {
    /// Whether a task of this type is in the queue: in line, running, or waiting for a date, for others or for a retry.
    /// One that has ended is not.
    ///
    /// For tests of code that adds tasks and does not wait for them. In a queue that is suspended nothing starts, so
    /// that all that was added is still there:
    ///
    ///     queue.suspend()
    ///     editor.publish("x")
    ///     #expect(queue.contains(CreatePost.self) { $0.title == "x" })
    ///     queue.cancelAll()
    ///
    /// - Parameters:
    ///   - type: the type of the task.
    ///   - isMeant: picks among the tasks of the type; by default any will do. Called in the order of adding, on the caller's
    ///     thread, and not after the first that is meant. It may use the queue.
    public func contains<T: NetTask>(_ type: T.Type, where isMeant: (T) -> Bool = { _ in true }) -> Bool
    where T.Request == Request, T.Reply == Reply {
        tasks(of: type).contains(where: isMeant)
    }

    /// The tasks of this type that are in the queue, all from one moment, in the order in which they were added. Those
    /// that have ended are not.
    ///
    ///     #expect(queue.tasks(of: CreatePost.self).map(\.title) == ["x", "y"])
    ///
    /// What is known besides, such as the phase and the tags, is in `NetTaskQueue.tasks`.
    public func tasks<T: NetTask>(of type: T.Type) -> [T] where T.Request == Request, T.Reply == Reply {
        tasks.compactMap { $0.task as? T }
    }
}
