/// Several tasks, of any types of one protocol, that succeed or fail together; see ``NetTaskQueue/add(_:_:)->NetTaskGroupHandle``.
///
///     let group = [CreatePost(title: "a"), UploadPhoto(albumId: 1)].serialNetTaskGroup
///     try await queue.run(group)
public struct NetTaskGroup<Request: Sendable, Reply: Sendable>: Sendable {
    /// When the tasks run.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// One after the other: each is added to the queue when the one before it has succeeded. If one fails or is
        /// cancelled, those after it are never added.
        case serial
        /// All are added at once and run as the queue allows. If one fails or is cancelled, so are the others that have
        /// not ended.
        case concurrent
    }

    /// When the tasks run.
    public var mode: Mode
    /// The tasks, in order.
    public var tasks: [any NetTask<Request, Reply>]

    /// Makes a group. One without tasks succeeds at once.
    public init(_ mode: Mode, _ tasks: [any NetTask<Request, Reply>]) {
        self.mode = mode
        self.tasks = tasks
    }
}

/// A group of HTTP tasks.
public typealias HTTPNetTaskGroup = NetTaskGroup<HTTPMessage, HTTPReply>

extension Array where Element: HTTPNetTask {
    /// The tasks as a group that runs one after the other.
    public var serialNetTaskGroup: HTTPNetTaskGroup { HTTPNetTaskGroup(.serial, self) }
    /// The tasks as a group that runs all at once.
    public var concurrentNetTaskGroup: HTTPNetTaskGroup { HTTPNetTaskGroup(.concurrent, self) }
}

extension Array where Element == any HTTPNetTask {
    /// The tasks as a group that runs one after the other.
    public var serialNetTaskGroup: HTTPNetTaskGroup { group(.serial) }
    /// The tasks as a group that runs all at once.
    public var concurrentNetTaskGroup: HTTPNetTaskGroup { group(.concurrent) }

    private func group(_ mode: HTTPNetTaskGroup.Mode) -> HTTPNetTaskGroup {
        func typed(_ task: some HTTPNetTask) -> any NetTask<HTTPMessage, HTTPReply> { task }
        return HTTPNetTaskGroup(mode, map { typed($0) })
    }
}
