import HTTPTypes
public import NetTaskHTTP

/// A task that returns the elements of a stream as they arrive.
///
///     let handle = queue.add(HTTPStream(OpenAI.Chat(body: request)))
///     for try await chunk in handle.elements { print(chunk.text) }
///
/// It is sent like its ``base``, with the same retries, limits and errors. After the head of an accepted reply, it is retried
/// only if the stream can be resumed: its events have IDs, and the task is idempotent. The task's `timeout` applies until the
/// head has arrived. Afterward, the ``HTTPStreamFormat/idle`` of the format applies. The task's `deadline` applies to the whole
/// stream. The task uses its slot until the stream has ended. It reads only slightly ahead of the consumer, so while no
/// elements are read, it does not receive more data.
///
/// Use each value for only one stream. If it is added twice, the second task ends with an error.
public struct HTTPStream<Base: HTTPStreamTask>: HTTPStreaming {
    /// The status and the headers of the reply, after the stream has ended without an error.
    public typealias Response = HTTPReply
    public typealias Failure = Base.Failure

    /// The task whose reply is read as a stream.
    public let base: Base
    let feed: StreamFeed<Base>

    /// Makes the task of a stream.
    public init(_ base: Base) {
        self.base = base
        feed = StreamFeed()
    }

    public static var endpoint: HTTPEndpoint { Base.endpoint }
    public static var settings: NetTaskSettings { Base.settings }
    public static func check(_ reply: HTTPReply) throws { try Base.check(reply) }
    public static func isIdempotent(_ task: Self, _ settings: NetTaskSettings) -> Bool {
        Base.isIdempotent(task.base, settings)
    }
    public static func failure(in reply: HTTPReply) throws -> Base.Failure? { try Base.failure(in: reply) }
    public static func failure(for error: any Error, reply: HTTPReply?) -> NetTaskError<Base.Failure> {
        Base.failure(for: error, reply: reply)
    }
    /// Streams have no duplicates, because each has its own reader.
    public static func identity(of task: Self) throws -> AnyHashable? { nil }

    public var uri: String { base.streamed.uri }

    public func pack() throws -> HTTPMessage {
        var message = try base.streamed.pack()
        if !message.headers.contains(.accept) {
            message.headers[.accept] = Base.stream.framing.mediaTypes.joined(separator: ", ")
        }
        if let id = feed.lastEventID {
            message.headers[.lastEventID] = id
        }
        message.receiver = feed
        return message
    }

    /// Parses the complete reply of a handler that does not support streams, such as a mock.
    public func parse(_ reply: HTTPReply) throws -> HTTPReply {
        try feed.read(reply)
        return Self.remainder(of: reply) ?? reply
    }

    /// After the stream has begun, it is retried only if it can be resumed: its events have IDs, and the task is idempotent. It
    /// is not retried after an element that cannot be parsed, because that element would arrive again.
    public func shouldRetry(after error: NetTaskError<Base.Failure>) -> Bool {
        guard base.shouldRetry(after: error) else { return false }
        if !feed.hasBegun { return true }
        if case .parse = error { return false }
        feed.endAttempt()
        return feed.lastEventID != nil && Self.isIdempotent(self, Self.settings)
    }
}

extension HTTPStream: NetTaskResuming {
    package var resumption: (latestAttempt: Int, delay: Duration) { feed.resumption }
}

/// The protocol of ``HTTPStream``, for extensions that cannot name its `Base`.
public protocol HTTPStreaming<Base>: HTTPNetTask {
    /// The task whose reply is read as a stream.
    associatedtype Base: HTTPStreamTask
}

extension NetTaskHandle where T: HTTPStreaming {
    /// The elements of the stream as they arrive. Read them in only one loop, because each element is delivered once. Leaving
    /// the loop cancels the task, which closes the connection immediately.
    public var elements: HTTPStreamElements<T.Base> {
        // `HTTPStream` is the only type of this protocol. The protocol is needed, because an extension of the handle cannot
        // name the generic type.
        guard let handle = self as? NetTaskHandle<HTTPStream<T.Base>> else {
            return HTTPStreamElements { nil }
        }
        return HTTPStreamElements { handle }
    }
}

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// Reads the reply of a task as a stream.
    ///
    ///     for try await chunk in queue.stream(OpenAI.Chat(body: request)) { print(chunk.text) }
    ///
    /// The task is added when the loop begins, once for each loop. An error in the head of the reply, such as a status, is
    /// thrown before the first element. Leaving the loop, or cancelling its Swift task, ends the stream and closes the
    /// connection immediately. All errors are a `NetTaskError` with the task's `Failure`.
    public func stream<T: HTTPStreamTask>(_ task: T, _ options: NetTaskOption...) -> HTTPStreamElements<T> {
        stream(task, options: options)
    }

    /// Reads the reply of a task as a stream, with an array of options.
    public func stream<T: HTTPStreamTask>(_ task: T, options: [NetTaskOption]) -> HTTPStreamElements<T> {
        HTTPStreamElements { self.add(HTTPStream(task), options: options) }
    }
}

extension HTTPField.Name {
    /// The event after which a stream is resumed (WHATWG, HTML, section 9.2.4).
    static var lastEventID: HTTPField.Name {
        // The constant is a valid name, so the alternative is never used.
        HTTPField.Name("Last-Event-ID") ?? .eTag
    }
}
