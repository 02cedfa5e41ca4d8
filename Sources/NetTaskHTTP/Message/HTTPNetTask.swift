public import HTTPTypes
public import NetTaskSystem

/// A task that sends an HTTP request. Generated tasks conform to it.
///
///     struct GetPost: HTTPNetTask {
///         typealias Response = Post
///         static let endpoint = HTTPEndpoint("GetPost", .get, "posts/{id}", baseURL: "https://example.com")
///         var id: Int
///         var uri: String { "posts/\(id)" }
///     }
///
/// A conforming type has an endpoint, and adds its params to a packer. The default ``NetTask/pack()`` places the params by
/// method and encoding.
public protocol HTTPNetTask: NetTask where Request == HTTPMessage, Reply == HTTPReply, Rejection == StatusError {
    /// The endpoint of all tasks of this type. It is read several times in each attempt, so make it a constant. Default: a GET
    /// endpoint without a base URL; the task implements ``uri``.
    static var endpoint: HTTPEndpoint { get }

    /// Throws a ``ParseError`` if the head of an accepted reply shows that the body is not the response. The attempt then ends
    /// before the body has arrived. Default: does nothing.
    static func check(head: HTTPResponse) throws

    /// Parses the typed body of a failure, or returns `nil` if there is none. An error counts as `nil`, because the bytes are
    /// in the ``StatusError``. Default: `nil`.
    static func failure(in reply: HTTPReply) throws -> Failure?

    /// The path and query relative to the base URL, or a whole URL, with percent-encoded values of variables. For a task that
    /// follows a URL (``ParameterPacker/follow(_:)``), that URL. Default: the ``HTTPEndpoint/uri`` of the endpoint, which must
    /// then have no variables.
    var uri: String { get }

    /// Adds the params, in order. Default: none.
    func pack(into packer: inout ParameterPacker)
    /// Adds the params that identify duplicates of the task, if its ``NetTask/settings`` have
    /// ``NetTaskSettings/Identity-swift.enum/params``. Called like ``NetTask/identity(of:)``. Default: none, which makes all
    /// tasks of the type duplicates.
    func packIdentity(into packer: inout ParameterPacker)
}

extension HTTPNetTask {
    public static var endpoint: HTTPEndpoint { HTTPEndpoint() }

    public static var settings: NetTaskSettings { endpoint.settings }

    public var uri: String { Self.endpoint.uri }

    public static func check(head: HTTPResponse) throws {}

    public static func failure(in reply: HTTPReply) throws -> Failure? { nil }

    public static func check(_ reply: HTTPReply) throws {
        if reply.acceptedCode == reply.code { return }
        let endpoint = endpoint
        if !endpoint.accepts(reply.status) {
            var reply = reply
            reply.redaction.hidesBody = endpoint.hidesReplies
            throw StatusError(reply: reply)
        }
    }

    public static func failure(for error: any Error, reply: HTTPReply?) -> NetTaskError<Failure> {
        switch error {
        case let error as StatusError:
            // The bytes of a body that cannot be parsed as the typed failure are in the status error.
            return .status(error, (try? failure(in: error.reply)) ?? nil)
        case var error as ParseError:
            guard var reply = error.reply ?? reply else { return .parse(error) }
            reply.redaction.hidesBody = endpoint.hidesReplies
            // Only errors of the JSON reader have an offset.
            error.reason = reply.redaction.text(error.reason) + (error.offset == nil ? "" : reply.noteUnlessJSON)
            error.reply = reply
            return .parse(error)
        case var error as NetTaskTimeoutError:
            if error.request.isEmpty { error.request = endpoint.request }
            return .timeout(error)
        case var error as PackError:
            error.request = endpoint.request
            return .pack(error)
        default:
            return NetTaskError(error)
        }
    }

    /// Returns the status and the headers. The content is in the response.
    public static func remainder(of reply: HTTPReply) -> HTTPReply? {
        var reply = reply
        (reply.body, reply.file) = (Data(), nil)
        return reply
    }

    public static func identity(of task: Self) throws -> AnyHashable? {
        settings.identity == .params ? try ParameterPacker.identity(of: task) : AnyHashable(try task.pack())
    }

    public func pack(into packer: inout ParameterPacker) {}

    public func packIdentity(into packer: inout ParameterPacker) {}

    public func pack() throws -> HTTPMessage {
        let endpoint = Self.endpoint
        return try ParameterPacker.message(
            task: endpoint.name ?? String(describing: Self.self),
            endpoint,
            of: Self.self,
            uri: uri,
            receivesFile: endpoint.receivesFile || Response.self == HTTPFile.self || Response.self == HTTPFile?.self
        ) { packer in
            pack(into: &packer)
        }
    }
}

extension HTTPNetTask where Response: JSONReadable {
    /// Parses the body of the reply as JSON.
    @inlinable
    public func parse(_ reply: HTTPReply) throws -> Response {
        try reply.json()
    }
}

extension HTTPNetTask where Response == String {
    /// Returns the body of the reply as UTF-8 text.
    public func parse(_ reply: HTTPReply) throws -> String {
        try reply.text()
    }
}

extension HTTPNetTask where Response == Data {
    /// Returns the body of the reply.
    public func parse(_ reply: HTTPReply) -> Data {
        reply.data()
    }
}

extension HTTPNetTask where Response == HTTPFile {
    /// Returns the file with the body of the reply.
    public func parse(_ reply: HTTPReply) -> HTTPFile {
        reply.download()
    }
}

extension HTTPNetTask where Response == HTTPFile? {
    /// Returns the file with the body of the reply, or `nil` if the body is empty.
    public func parse(_ reply: HTTPReply) -> HTTPFile? {
        reply.download()
    }
}
