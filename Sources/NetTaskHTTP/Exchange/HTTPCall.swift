public import HTTPTypes
public import NetTaskSystem

/// An HTTP request of an attempt, before it is sent, and the operation that it belongs to.
public struct HTTPCall: Sendable {
    /// The request, with scheme, authority, path and header fields. The path includes the query.
    public var request: HTTPRequest
    /// The body, or `nil`.
    public var body: HTTPRequestBody?
    /// The timeouts of the parts of the attempt.
    public var timeouts: HTTPTimeouts
    /// Texts to hide in errors, logs and descriptions: the values that the spec declares as secret. A middleware that adds a
    /// credential anywhere other than in `Authorization` appends it here.
    public var secrets: [String]
    /// The operation that the request belongs to.
    public var operation: HTTPOperation
    /// Whether the task follows a URL to an origin other than that of the base URL. Credentials are not sent there, unless they
    /// name its host.
    public var leavesOrigin = false
    /// Whether the request is sent again within its attempt, because it was certainly not sent the first time.
    public internal(set) var isResend = false
    /// The authority of the task itself, before redirects and middleware; `nil` for a call that a middleware made.
    var ownAuthority: String?
    /// How the limits of that server are handled.
    var rateLimits = HTTPRateLimits.ignore
    /// Makes the receiver of the body of an accepted reply, or `nil` if the body is kept in memory.
    var makeReceiver: (@Sendable () -> any HTTPReplyReceiver)?

    /// Makes a call, such as to test a middleware.
    public init(
        request: HTTPRequest,
        body: HTTPRequestBody? = nil,
        timeouts: HTTPTimeouts = HTTPTimeouts(),
        secrets: [String] = [],
        operation: HTTPOperation
    ) {
        self.request = request
        self.body = body
        self.timeouts = timeouts
        self.secrets = secrets
        self.operation = operation
    }

    /// The URL, with `<secret>` in place of secrets.
    public var url: String { redaction.text(plainURL) }

    /// The URL for replies. Computing it is cheaper: credentials of the headers are not searched for in it.
    var replyURL: String { secrets.isEmpty ? plainURL : url }

    package var plainURL: String {
        "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
    }

    /// Hides the secrets of the call: ``secrets``, and the values of headers with credentials.
    public var redaction: Redaction {
        Redaction(secrets: secrets, headers: request.headerFields)
    }

    /// Whether the request goes to one of these hosts, at any port. With `nil`, whether it stays at the origin of the base URL.
    func goes(to hosts: Set<String>?) -> Bool {
        guard let hosts else { return !leavesOrigin }
        let host = request.host
        return hosts.contains { $0.lowercased() == host }
    }
}

extension HTTPCall: SelfDescribing {
    var members: KeyValuePairs<String, Any> {
        [
            "method": request.method.rawValue, "url": url, "headers": redaction.lines(of: request.headerFields),
            "body": body.map(\.summary) as Any, "operation": operation,
        ]
    }
}

/// The operation of an attempt. The members of its ``NetTaskContext`` can be used directly, such as `operation.name` and
/// `operation.attempt`.
@dynamicMemberLookup
public struct HTTPOperation: Sendable {
    /// The attempt. Don't keep it after the attempt has ended.
    public var context: NetTaskContext
    /// The method of the request.
    public var method: HTTPRequest.Method
    /// The uri in the spec, with its variables in braces, such as `posts/{id}`. It is the same for all calls.
    public var uriTemplate: String
    let task: EndpointOfTask?

    /// Makes an operation, such as to test a middleware.
    public init(name: String, method: HTTPRequest.Method = .get, uriTemplate: String = "") {
        context = NetTaskContext(name: name, isIdempotent: true)
        self.method = method
        self.uriTemplate = uriTemplate
        task = nil
    }

    init(_ message: HTTPMessage, _ context: NetTaskContext) {
        self.context = context
        method = message.method
        let type = (context.task as? any HTTPNetTask).map { Swift.type(of: $0) }
        task = message.task?.type == type ? message.task : type.map { ($0, $0.endpoint) }
        uriTemplate = task?.endpoint.uri ?? ""
        if uriTemplate.isEmpty {
            uriTemplate = Redaction(secrets: message.secrets).url(message.uri)
        }
    }

    /// The endpoint in the spec, with its `authentication` and `extensions`; `nil` without an HTTP task.
    public var endpoint: HTTPEndpoint? { task?.endpoint }

    /// A member of the context, such as `attempt`, `tags` or `isIdempotent`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<NetTaskContext, Value>) -> Value {
        get { context[keyPath: member] }
        set { context[keyPath: member] = newValue }
    }

    /// Whether a status means success.
    func accepts(_ status: HTTPResponse.Status) -> Bool {
        endpoint?.accepts(status) ?? (200..<300).contains(status.code)
    }
}

extension HTTPOperation: SelfDescribing {
    /// Without the params and options of the task, and without its queue.
    var members: KeyValuePairs<String, Any> {
        [
            "id": context.id, "name": context.name, "method": method.rawValue, "uriTemplate": uriTemplate,
            "attempt": context.attempt, "tags": context.tags,
        ]
    }
}

// MARK: - Options of one task

extension NetTaskOption {
    /// Sets headers of this task's requests. They override the headers of the task and the queue. If a name or a value is
    /// invalid, the task ends with a ``TransportError`` of the kind `invalidRequest`, and nothing is sent.
    public static func headers(_ headers: [String: String]) -> NetTaskOption {
        .forHandler(HTTPCallOptions(headers: headers))
    }

    /// Replaces the base URL of the queue and the task's client.
    public static func baseURL(_ url: String) -> NetTaskOption {
        .forHandler(HTTPCallOptions(baseURL: url))
    }

    /// Replaces the timeouts of the queue's ``HTTPConfiguration``.
    public static func timeouts(_ timeouts: HTTPTimeouts) -> NetTaskOption {
        .forHandler(HTTPCallOptions(timeouts: timeouts))
    }

    /// Sets the destination of a download, for a task whose response is an ``HTTPFile``. Default: a temporary file.
    ///
    /// A file at the destination is replaced when the download is complete. Other tasks, and replies that the task does not
    /// accept, are not affected. If the folder does not exist, or if the destination is not a regular file, such as a folder, a
    /// device or a link, the task ends with a ``TransportError`` of the kind `invalidRequest`, and nothing is sent.
    public static func download(to url: URL) -> NetTaskOption {
        .forHandler(HTTPCallOptions(destination: url))
    }
}

/// The HTTP options of one task.
struct HTTPCallOptions: Sendable {
    var headers: [String: String] = [:]
    var baseURL: String?
    var timeouts: HTTPTimeouts?
    var destination: URL?
    var rateLimits: HTTPRateLimits?
}

extension HTTPCallOptions: CustomStringConvertible, CustomReflectable {
    /// Merges the options of a task. If an option occurs several times, the last one applies.
    init(_ options: [any Sendable]) {
        for case let option as HTTPCallOptions in options {
            headers.merge(option.headers) { $1 }
            baseURL = option.baseURL ?? baseURL
            timeouts = option.timeouts ?? timeouts
            destination = option.destination ?? destination
            rateLimits = option.rateLimits ?? rateLimits
        }
    }

    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a header is invalid.
    func merged(into fields: HTTPFields) throws(TransportError) -> HTTPFields {
        var fields = fields
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            let fieldName = try HTTPField.Name(checked: name)
            if let reason = HeaderSink.refusal(of: value) {
                throw TransportError(.invalidRequest, reason: "the header \(name): \(reason)")
            }
            fields[fieldName] = value
        }
        return fields
    }

    /// Without the values of headers, which may be credentials.
    var description: String {
        var texts = headers.isEmpty ? [] : ["headers \(headers.keys.sorted().joined(separator: ", "))"]
        if baseURL != nil { texts.append("baseURL") }
        if let timeouts { texts.append("\(timeouts)") }
        if let rateLimits { texts.append("rateLimits \(rateLimits)") }
        if let destination { texts.append("download to \(destination.lastPathComponent)") }
        return texts.joined(separator: "; ")
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPField.Name {
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if the name is invalid.
    init(checked name: String, of what: String = "a header") throws(TransportError) {
        guard let name = HTTPField.Name(name) else {
            let reason = "\"\(excerpt(of: name.utf8))\" is not a valid name of \(what)"
            throw TransportError(.invalidRequest, reason: reason)
        }
        self = name
    }
}

extension HTTPCall {
    /// A shell command that sends the same request, with `<secret>` in place of each secret. Use it to reproduce an error.
    ///
    ///     curl 'https://api.example.com/posts' -X POST -H 'Content-Type: application/json' --data-raw '{"title":"t"}'
    ///
    /// A body in a file is sent from that file. Bodies that cannot be shown (binary data, streams, forms with files) are
    /// described in a comment.
    public var curl: String {
        let redaction = redaction
        return curl(url: url, header: redaction.value, body: redaction.text)
    }

    /// Returns the command with texts of the caller.
    package func curl(url: String, header: (HTTPField) -> String, body text: (String) -> String) -> String {
        var words = ["curl", Self.quoted(url)]
        if request.method == .head {
            words.append("--head")
        } else if request.method != .get || body != nil {
            words += ["-X", Self.quoted(request.method.rawValue)]
        }
        for field in request.headerFields {
            words += ["-H", Self.quoted("\(field.name): \(header(field))")]
        }
        if let url = body?.fileURL {
            words += ["--data-binary", Self.quoted("@\(url.path)")]
        } else if let data = body?.data {
            if let content = textIfUTF8(data), !content.utf8.contains(0) {
                words += ["--data-raw", Self.quoted(text(content))]
            } else {
                words.append("# and a body of \(data.count) bytes")
            }
        } else if body != nil {
            words.append("# and a body that is not in memory")
        }
        return words.joined(separator: " ")
    }

    /// Quotes a text for a shell. Within single quotes, only the quote itself is special.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            .map(String.init).joined(separator: #"'\''"#) + "'"
    }
}
