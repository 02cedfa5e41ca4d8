public import HTTPTypes

/// A packed HTTP task: what the handler makes a request of.
public struct HTTPMessage: Sendable, Hashable {
    /// The method of the request.
    public var method: HTTPRequest.Method
    /// The base URL of the task's client. One of the handler's own takes its place.
    public var baseURL: String?
    /// Path and query relative to the base URL, or a whole URL; or the URL that the task follows.
    public var uri: String
    /// The params of the query, percent-encoded, without `?`.
    public var query: String
    /// The headers that the task set.
    private var ownHeaders: HTTPFields
    /// The content type of the body, unless the task set one. It becomes a header only where it is looked at: many
    /// messages wait for their turn.
    private var contentType: String?
    /// nil for a request without a body.
    public var body: HTTPRequestBody?
    /// Texts that must not be shown of this message, nor of what becomes of it: the values of secrets, as they are before
    /// they are escaped. None is empty. Messages that differ in nothing else are equal.
    public var secrets: [String]
    /// Whether the body of an accepted reply goes to a file.
    public var receivesFile: Bool
    /// The endpoint that it was packed by; nil if its task packed it in another way.
    var task: EndpointOfTask?
    /// Set if ``uri`` is a URL that the task follows.
    var followed: FollowedURL?
    /// Who takes the body of an accepted reply as it comes; nil if it is kept. Messages that differ in nothing else are
    /// equal.
    package var receiver: (any HTTPReplyReceiver)?

    /// Makes a message of its parts. The content type is that of the body, unless the headers have one.
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
    // By the headers as they are sent, from wherever they come.

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
    /// Without secrets, credentials and bodies.
    var members: KeyValuePairs<String, Any> {
        let redaction = Redaction(secrets: secrets, headers: headers)
        return [
            "method": method.rawValue, "baseURL": baseURL.map(redaction.url) as Any, "uri": redaction.url(uri),
            "query": redaction.text(query), "headers": redaction.lines(of: headers),
            "body": body.map(\.summary) as Any,
        ]
    }
}
