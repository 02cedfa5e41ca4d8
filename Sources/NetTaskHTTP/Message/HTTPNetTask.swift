public import Foundation
public import HTTPTypes

/// A task that is an HTTP request; what generated code conforms to.
///
/// A conforming type says what its endpoint is and adds its params to a packer; the default ``NetTask/pack()`` puts them
/// where they belong by method and encoding.
public protocol HTTPNetTask: NetTask where Request == HTTPMessage, Reply == HTTPReply, Rejection == StatusError {
    /// What all tasks of this type have in common. It is read several times in each attempt, so make it a constant:
    ///
    ///     static let endpoint = HTTPEndpoint("GetPost", .get, "posts/{id}", baseURL: "https://example.com")
    ///
    /// Default: a GET without a base URL, whose ``uri`` the task gives.
    static var endpoint: HTTPEndpoint { get }

    /// Throws a ``ParseError`` if the head of an accepted reply shows that it is not the response. This ends the attempt before
    /// the body has come. Default: does nothing.
    static func check(head: HTTPResponse) throws

    /// Reads the typed body of a failure, or returns nil if there is none. What it throws counts as nil, since the bytes are
    /// in the ``StatusError``. Default: nil.
    static func failure(in reply: HTTPReply) throws -> Failure?

    /// Path and query relative to the base URL, or a whole URL; variables are already percent-encoded. Of a task that follows
    /// a URL (``ParameterPacker/follow(_:)``) it is that URL. Default: the ``HTTPEndpoint/uri`` of the endpoint, which must
    /// have no variables then.
    var uri: String { get }

    /// Adds the params, in order. Default: none.
    func pack(into packer: inout ParameterPacker)
    /// Adds the params by which the task is compared with others of its type, if its ``NetTask/settings`` say
    /// ``NetTaskSettings/Identity-swift.enum/params``. Called as ``NetTask/identity(of:)`` is. Defaults to none, with which
    /// all tasks of the type are alike.
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
            // A body that cannot be read as the typed failure is still there as bytes, in the status error.
            return .status(error, (try? failure(in: error.reply)) ?? nil)
        case var error as ParseError:
            guard var reply = error.reply ?? reply else { return .parse(error) }
            reply.redaction.hidesBody = endpoint.hidesReplies
            // Only the JSON reader gives an offset.
            error.reason = reply.redaction.text(error.reason) + (error.offset == nil ? "" : reply.noteUnlessJSON)
            error.reply = reply
            return .parse(error)
        default:
            return NetTaskError(error)
        }
    }

    /// Status and headers: the content is in the response.
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
    /// Reads the body of the reply as JSON.
    @inlinable
    public func parse(_ reply: HTTPReply) throws -> Response {
        try reply.json()
    }
}

extension HTTPNetTask where Response == String {
    /// Takes the body of the reply as text in UTF-8.
    public func parse(_ reply: HTTPReply) throws -> String {
        try reply.text()
    }
}

extension HTTPNetTask where Response == Data {
    /// Takes the body of the reply as it is.
    public func parse(_ reply: HTTPReply) -> Data {
        reply.data()
    }
}

extension HTTPNetTask where Response == HTTPFile {
    /// Takes the file that the body of the reply went to.
    public func parse(_ reply: HTTPReply) -> HTTPFile {
        reply.download()
    }
}

extension HTTPNetTask where Response == HTTPFile? {
    /// Takes the file that the body of the reply went to; nil for an empty one.
    public func parse(_ reply: HTTPReply) -> HTTPFile? {
        reply.download()
    }
}
