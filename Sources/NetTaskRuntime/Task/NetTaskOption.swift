/// Something to say about one task when it is added to a queue.
public enum NetTaskOption: Sendable, Hashable {
    /// A label to recognise the task by. May be given more than once.
    case tag(String)
    /// Takes the place of the task's own ``NetTask/retry``.
    case retry(RetryPolicy)
}

/// All options of one task, settled.
public struct NetTaskOptions: Sendable, Hashable {
    /// All tags, in the order given.
    public var tags: [String] = []
    /// nil means the task's own.
    public var retry: RetryPolicy?

    /// Later options win over earlier ones.
    public init(_ options: [NetTaskOption] = []) {
        for option in options {
            switch option {
            case .tag(let tag): tags.append(tag)
            case .retry(let policy): retry = policy
            }
        }
    }
}
