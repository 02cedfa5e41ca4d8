public import HTTPTypes

/// A packed HTTP task, from which the handler makes a request.
public struct HTTPMessage: Sendable, Hashable {
    /// The method of the request.
    public var method: HTTPRequest.Method
    /// The base URL of the task's client. A base URL of the handler replaces it.
    public var baseURL: String?
    /// The path and query relative to the base URL, a whole URL, or the URL that the task follows.
    public var uri: String
    /// The params of the query, percent-encoded, without `?`.
    public var query: String
    /// The headers that the task set.
    private var ownHeaders: HTTPFields
    /// The content type of the body, unless the task set one. It is added to the headers only on access, to save memory: many
    /// messages wait in the queue.
    private var contentType: String?
    /// The body, or `nil`.
    public var body: HTTPRequestBody?
    /// Texts to hide in errors, logs and descriptions of this message and its request: the unescaped values of secrets. None is
    /// empty. They are ignored in comparisons of messages.
    public var secrets: [String]
    /// Whether the body of an accepted reply is written to a file.
    public var receivesFile: Bool
    /// The endpoint that the message was packed with, or `nil` if its task packed it in another way.
    var task: EndpointOfTask?
    /// Set if ``uri`` is a URL that the task follows.
    var followed: FollowedURL?
    /// The receiver of the body of an accepted reply, or `nil` if the body is kept. It is ignored in comparisons of messages.
    package var receiver: (any HTTPReplyReceiver)?

    /// Makes a message. The content type applies to the body, unless the headers have one.
    public init(
        method: HTTPRequest.Method = .get,
        baseURL: String? = nil,
        uri: String,
        query: String = "",
        headers: HTTPFields = HTTPFields(),
        contentType: String? = nil,
        body: HTTPRequestBody? = nil,
        secrets: [String] = [],
        receivesFile: Bool = false
    ) {
        self.method = method
        self.baseURL = baseURL
        self.uri = uri
        self.query = query
        ownHeaders = headers
        self.contentType = contentType
        self.body = body
        self.secrets = secrets
        self.receivesFile = receivesFile
    }

    /// The headers that the task set, and the content type of its body.
    public var headers: HTTPFields {
        get {
            guard let contentType, !ownHeaders.contains(.contentType) else { return ownHeaders }
            var headers = ownHeaders
            headers.append(HTTPField(name: .contentType, value: contentType))
            return headers
        }
        set {
            ownHeaders = newValue
            contentType = nil
        }
    }
}

extension HTTPMessage {
    // Compares the headers as they are sent, whether the task or the body has set them.

    public static func == (message: HTTPMessage, other: HTTPMessage) -> Bool {
        message.method == other.method && message.baseURL == other.baseURL && message.uri == other.uri
            && message.query == other.query && message.headers == other.headers && message.body == other.body
            && message.receivesFile == other.receivesFile && message.followed == other.followed
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(uri)
        hasher.combine(query)
        hasher.combine(body)
    }
}

extension HTTPMessage: SelfDescribing {
    /// All members without secrets, credentials and bodies.
    var members: KeyValuePairs<String, Any> {
        let redaction = Redaction(secrets: secrets, headers: headers)
        return [
            "method": method.rawValue, "baseURL": baseURL.map(redaction.url) as Any, "uri": redaction.url(uri),
            "query": redaction.text(query), "headers": redaction.lines(of: headers),
            "body": body.map(\.summary) as Any,
        ]
    }
}
