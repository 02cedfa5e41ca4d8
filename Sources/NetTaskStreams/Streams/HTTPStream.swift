import HTTPTypes
public import NetTaskHTTP

/// A task that brings the elements of a stream as they come.
///
///     let handle = queue.add(HTTPStream(OpenAI.Chat(body: request)))
///     for try await chunk in handle.elements { print(chunk.text) }
///
/// It is sent as its ``base`` is, with its retries, limits and errors. Once the head of an accepted reply is there, it is retried
/// only if it can be resumed: its events have ids, and it is idempotent. The task's `timeout` counts up to the head. From then on the
/// format's ``HTTPStreamFormat/idle`` does, and the task's `deadline`, if it has one. The task holds its slot until the stream has ended. It reads no more from the network
/// than is taken of its elements, with some room, and so waits as long as nobody takes them.
///
/// Each value is for one stream: added a second time, it ends with an error.
public struct HTTPStream<Base: HTTPStreamTask>: HTTPStreaming {
    /// Status and headers of the reply, once the stream has ended well.
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
    /// No stream is like another: each has readers of its own.
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

    /// What a handler that knows no streams has brought, such as a mock, is read as a whole.
    public func parse(_ reply: HTTPReply) throws -> HTTPReply {
        try feed.read(reply)
        return Self.remainder(of: reply) ?? reply
    }

    /// Once the stream has begun, it must also be possible to resume it: its events have ids, and the task is idempotent. A
    /// piece that cannot be read would come again.
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

/// What an ``HTTPStream`` is, whatever task it reads.
public protocol HTTPStreaming<Base>: HTTPNetTask {
    /// The task whose reply is read as a stream.
    associatedtype Base: HTTPStreamTask
}

extension NetTaskHandle where T: HTTPStreaming {
    /// The elements of the stream, as they come. They are for one reader, since each is brought once; leaving the loop
    /// cancels the task, which closes the connection at once.
    public var elements: HTTPStreamElements<T.Base> {
        // `HTTPStream` is all there is of its protocol, which stands in for it where an extension cannot name it.
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
    /// The task is added when the loop begins, and once for each loop. The first element comes after the head of the reply:
    /// what was wrong with it, such as a status, is thrown before. Leaving the loop, and cancelling the Swift task that it is
    /// in, ends the stream and closes the connection at once. All errors are a `NetTaskError` with the task's `Failure`.
    public func stream<T: HTTPStreamTask>(_ task: T, _ options: NetTaskOption...) -> HTTPStreamElements<T> {
        stream(task, options: options)
    }

    /// The same with options that were put together before.
    public func stream<T: HTTPStreamTask>(_ task: T, options: [NetTaskOption]) -> HTTPStreamElements<T> {
        HTTPStreamElements { self.add(HTTPStream(task), options: options) }
    }
}

extension HTTPField.Name {
    /// Where a stream of events goes on (WHATWG, HTML, section 9.2.4).
    static var lastEventID: HTTPField.Name {
        // A constant that is a token.
        HTTPField.Name("Last-Event-ID") ?? .eTag
    }
}
