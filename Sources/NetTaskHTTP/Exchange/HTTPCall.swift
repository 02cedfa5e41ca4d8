public import Foundation
public import HTTPTypes

/// One attempt on its way out: the request as it will be sent, and the operation that it belongs to.
public struct HTTPCall: Sendable {
    /// With scheme, authority, path and header fields; a path holds the query, too.
    public var request: HTTPRequest
    /// nil for none.
    public var body: HTTPRequestBody?
    /// How long the parts of the attempt may take.
    public var timeouts: HTTPTimeouts
    /// Texts that must not be seen in anything that is written: the values that the spec calls secret. A middleware that
    /// adds a credential elsewhere than in `Authorization` adds it here.
    public var secrets: [String]
    /// What it belongs to.
    public var operation: HTTPOperation
    /// Whether the task follows a URL to another origin than that of the base URL. Credentials do not go there, unless they
    /// name its host.
    public var leavesOrigin = false
    /// Whether it is sent a second time within its attempt, since the first certainly never left.
    public internal(set) var isResend = false
    /// Where the task goes, whatever redirects and middleware make of it; nil for a call of a middleware's own.
    var ownAuthority: String?
    /// What is done about the limits of that server.
    var rateLimits = HTTPRateLimits.ignore
    /// Makes who takes the body of an accepted reply as it comes; nil if it is kept in memory.
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

    /// The URL, with a mark in place of what is secret.
    public var url: String { redaction.text(plainURL) }

    /// The same for replies, of which there are many: a credential of the headers that stands in the URL, too, is left.
    var replyURL: String { secrets.isEmpty ? plainURL : url }

    var plainURL: String {
        "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
    }

    /// Takes out of texts what is secret: the values said to be, and those of the headers that carry credentials.
    public var redaction: Redaction {
        Redaction(secrets: secrets, headers: request.headerFields)
    }

    /// Whether it goes to one of these hosts, whatever the port. nil means any, but not where a URL leads away.
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

/// The operation that an attempt belongs to, as the spec knows it. What a ``NetTaskContext`` tells of the attempt can be
/// asked for here, such as `operation.name` and `operation.attempt`.
@dynamicMemberLookup
public struct HTTPOperation: Sendable {
    /// The attempt. As it says, it is not to be kept for longer.
    public var context: NetTaskContext
    /// The method that the spec says.
    public var method: HTTPRequest.Method
    /// The uri as the spec writes it, with its variables in braces, such as `posts/{id}`: the same for all calls.
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

    /// What the spec says of the endpoint, such as its `authentication` and `extensions`; nil without a task of HTTP.
    public var endpoint: HTTPEndpoint? { task?.endpoint }

    /// What the context tells, such as `attempt`, `tags` or `isIdempotent`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<NetTaskContext, Value>) -> Value {
        get { context[keyPath: member] }
        set { context[keyPath: member] = newValue }
    }

    /// Whether a reply of this status is a success.
    func accepts(_ status: HTTPResponse.Status) -> Bool {
        endpoint?.accepts(status) ?? (200..<300).contains(status.code)
    }
}

extension HTTPOperation: SelfDescribing {
    /// Nothing of the task's params and options, nor of its queue.
    var members: KeyValuePairs<String, Any> {
        [
            "id": context.id, "name": context.name, "method": method.rawValue, "uriTemplate": uriTemplate,
            "attempt": context.attempt, "tags": context.tags,
        ]
    }
}

// MARK: - What is said of one task when it is added

extension NetTaskOption {
    /// Headers of this task's requests; they win over those of the task and of the queue. A name or a value that cannot
    /// be a header's ends the task with a ``TransportError`` of the kind `invalidRequest`, and nothing is sent.
    public static func headers(_ headers: [String: String]) -> NetTaskOption {
        .forHandler(HTTPCallOptions(headers: headers))
    }

    /// Takes the place of the base URL that the queue or the task's client has.
    public static func baseURL(_ url: String) -> NetTaskOption {
        .forHandler(HTTPCallOptions(baseURL: url))
    }

    /// Takes the place of the time-outs of the queue's ``HTTPConfiguration``.
    public static func timeouts(_ timeouts: HTTPTimeouts) -> NetTaskOption {
        .forHandler(HTTPCallOptions(timeouts: timeouts))
    }

    /// Where the file lands that a task with an ``HTTPFile`` as response downloads; by default a temporary one. A file that is
    /// there is replaced once the download is complete, and not before. Other tasks, and replies that the task does not
    /// accept, are not affected.
    ///
    /// If the folder does not exist, or if something else than a regular file is there (a folder, a device, a link), the task
    /// ends with a ``TransportError`` of the kind `invalidRequest`, and nothing is sent.
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
    /// All of a task, in one; later ones win over earlier ones.
    init(_ options: [any Sendable]) {
        for case let option as HTTPCallOptions in options {
            headers.merge(option.headers) { $1 }
            baseURL = option.baseURL ?? baseURL
            timeouts = option.timeouts ?? timeouts
            destination = option.destination ?? destination
            rateLimits = option.rateLimits ?? rateLimits
        }
    }

    /// - Throws: ``TransportError`` of the kind `invalidRequest` if one of them cannot be a header.
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

    /// Tells no values, which may be credentials.
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
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if it cannot be the name of a header.
    init(checked name: String, of what: String = "a header") throws(TransportError) {
        guard let name = HTTPField.Name(name) else {
            let reason = "\"\(excerpt(of: name.utf8))\" cannot be the name of \(what)"
            throw TransportError(.invalidRequest, reason: reason)
        }
        self = name
    }
}

extension HTTPCall {
    /// A command for a shell that sends the same request, with a mark in place of each secret; to reproduce what went
    /// wrong.
    ///
    ///     curl 'https://api.example.com/posts' -X POST -H 'Content-Type: application/json' --data-raw '{"title":"t"}'
    ///
    /// A body that is a file is sent from that file. What cannot be shown (bytes that are no text, streams, forms with
    /// files) is said in a comment.
    public var curl: String {
        let redaction = redaction
        var words = ["curl", Self.quoted(url)]
        if request.method == .head {
            words.append("--head")
        } else if request.method != .get || body != nil {
            words += ["-X", Self.quoted(request.method.rawValue)]
        }
        for field in request.headerFields {
            words += ["-H", Self.quoted("\(field.name): \(redaction.value(of: field))")]
        }
        if let url = body?.fileURL {
            words += ["--data-binary", Self.quoted("@\(url.path)")]
        } else if let data = body?.data {
            if let text = textIfUTF8(data), !text.utf8.contains(0) {
                words += ["--data-raw", Self.quoted(redaction.text(text))]
            } else {
                words.append("# and a body of \(data.count) bytes")
            }
        } else if body != nil {
            words.append("# and a body that is not in memory")
        }
        return words.joined(separator: " ")
    }

    /// In single quotes, in which a shell leaves all alone but the quote itself.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            .map(String.init).joined(separator: #"'\''"#) + "'"
    }
}
