public import Foundation
public import HTTPTypes

/// A task that is an HTTP request; what generated code conforms to.
///
/// A conforming type says where it goes (``method``, ``uri``) and adds its params to a packer; the default
/// ``NetTask/pack()`` puts them where they belong by method and request type.
public protocol HTTPNetTask: NetTask where Request == HTTPMessage, Reply == HTTPReply {
    /// By default GET.
    static var method: HTTPRequest.Method { get }
    /// The URL that ``uri`` is relative to, unless the queue has one of its own. By default nil.
    static var baseURL: String? { get }
    /// How params that go into the body are written. By default ``HTTPRequestType/form``.
    static var request: HTTPRequestType { get }
    /// ``uri`` as the spec writes it, with its variables in braces. By default empty, for a uri without variables.
    static var uriTemplate: String { get }

    /// The schemes of authentication that it needs, each with its client, such as `GitHub.token`; see
    /// ``HTTPAuthentication``. By default none.
    static var authentication: [String] { get }
    /// What the spec says of the operation in keys of its author's own, which begin with `x-`. By default nothing.
    static var extensions: [String: JSONValue] { get }
    /// Whether the body of an accepted reply goes to a file. By default where the response is a ``File`` or `File?`.
    static var receivesFile: Bool { get }

    /// Whether a reply of this status is a success. By default those from 200 to 299.
    static func accepts(_ status: HTTPResponse.Status) -> Bool
    /// Reads the typed body of a failure, or returns nil if there is none. What it throws counts as nil, since the bytes are
    /// in the ``StatusError``. By default nil.
    static func failure(in reply: HTTPReply) throws -> Failure?

    /// Path and query relative to the base URL, or a whole URL; variables are already percent-encoded. Of a task that follows
    /// a URL (``ParameterPacker/follow(_:)``) it is that URL.
    var uri: String { get }
    /// Adds the params, in order. By default none.
    func pack(into packer: inout ParameterPacker)
    /// Adds the params by which the task is compared with others of its type, if its ``NetTask/delivery`` says
    /// ``NetTaskDelivery/Identity-swift.enum/params``. Called as ``NetTask/identity(of:)`` is. By default none, with which
    /// all tasks of the type are alike.
    func packIdentity(into packer: inout ParameterPacker)
}

extension HTTPNetTask {
    public static var method: HTTPRequest.Method { .get }
    public static var baseURL: String? { nil }
    public static var request: HTTPRequestType { .form }
    public static var uriTemplate: String { "" }
    public static var authentication: [String] { [] }
    public static var extensions: [String: JSONValue] { [:] }
    public static var receivesFile: Bool { Response.self == File.self || Response.self == File?.self }

    /// True for the methods that RFC 9110 calls idempotent, and for all with an idempotency key.
    public static var isIdempotent: Bool {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: true
        default: delivery.idempotencyKey != nil
        }
    }

    public static func accepts(_ status: HTTPResponse.Status) -> Bool {
        (200..<300).contains(status.code)
    }

    public static func failure(in reply: HTTPReply) throws -> Failure? { nil }

    public static func check(_ reply: HTTPReply) throws {
        if !accepts(reply.status) {
            throw StatusError(reply: reply)
        }
    }

    public static func failure(for error: any Error, reply: HTTPReply?) -> NetTaskError<Failure> {
        switch error {
        case let error as StatusError:
            // A body that cannot be read as the typed failure is still there as bytes, in the status error.
            return .status(error, (try? failure(in: error.reply)) ?? nil)
        case var error as ParseError:
            error.reply = error.reply ?? reply
            error.reason = error.reply?.redaction.text(error.reason) ?? error.reason
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
        delivery.identity == .params ? try ParameterPacker.identity(of: task) : AnyHashable(try task.pack())
    }

    public func pack(into packer: inout ParameterPacker) {}

    public func packIdentity(into packer: inout ParameterPacker) {}

    public func pack() throws -> HTTPMessage {
        let uri = self.uri
        var message = try ParameterPacker.message(
            task: Self.name,
            method: Self.method,
            request: Self.request,
            baseURL: Self.baseURL,
            uri: uri
        ) { packer in
            pack(into: &packer)
        }
        let template = Self.uriTemplate
        if !template.isEmpty, message.followed == nil {
            try PathSegment.checkVariables(of: uri, template: template, task: Self.name)
        }
        message.receivesFile = Self.receivesFile
        return message
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

extension HTTPNetTask where Response == File {
    /// Takes the file that the body of the reply went to.
    public func parse(_ reply: HTTPReply) -> File {
        reply.download()
    }
}

extension HTTPNetTask where Response == File? {
    /// Takes the file that the body of the reply went to; nil for an empty one.
    public func parse(_ reply: HTTPReply) -> File? {
        reply.download()
    }
}
