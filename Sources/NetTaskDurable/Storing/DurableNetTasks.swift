public import NetTaskRuntime

/// The durable tasks of a client, to be registered with a durable queue. Generated code has one for each client, such as
/// `Shop.durableTasks`.
public struct DurableNetTasks<Request: Sendable, Reply: Sendable>: Sendable {
    /// The types, each once.
    public var types: [any DurableNetTask<Request, Reply>.Type]

    /// Names the types.
    public init(_ types: [any DurableNetTask<Request, Reply>.Type]) {
        self.types = types
    }
}

/// The durable tasks of a client that speaks HTTP.
public typealias DurableHTTPNetTasks = DurableNetTasks<HTTPMessage, HTTPReply>
