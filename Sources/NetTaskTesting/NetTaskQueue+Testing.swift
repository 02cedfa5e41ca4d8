public import NetTaskHTTP

extension NetTaskQueue {
    /// Whether the queue contains a task of this type that has not ended.
    ///
    ///     queue.suspend()
    ///     editor.publish("x")
    ///     #expect(queue.contains(CreatePost.self) { $0.title == "x" })
    ///     queue.cancelAll()
    ///
    /// Use it to test code that adds tasks without awaiting them. A suspended queue starts nothing, so it still contains all
    /// added tasks.
    ///
    /// - Parameters:
    ///   - type: the type of the task.
    ///   - isIncluded: selects among the tasks of the type. Called in the order in which they were added, on the caller's
    ///     thread, up to the first match. It may use the queue. Default: all tasks match.
    public func contains<T: NetTask>(_ type: T.Type, where isIncluded: (T) -> Bool = { _ in true }) -> Bool
    where T.Request == Request, T.Reply == Reply {
        tasks(of: type).contains(where: isIncluded)
    }

    /// A snapshot of the tasks of this type in the queue, in the order in which they were added. Tasks that have ended are not
    /// included.
    ///
    ///     #expect(queue.tasks(of: CreatePost.self).map(\.title) == ["x", "y"])
    ///
    /// `NetTaskQueue.tasks` also has their phases and tags.
    public func tasks<T: NetTask>(of type: T.Type) -> [T] where T.Request == Request, T.Reply == Reply {
        tasks.compactMap { $0.task as? T }
    }
}
