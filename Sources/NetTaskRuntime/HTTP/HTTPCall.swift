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
    /// Where the body of an accepted reply goes.
    var receiver = HTTPReceiver.memory

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

    private var plainURL: String {
        "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
    }

    /// Takes out of texts what is secret: the values said to be, and those of the headers that carry credentials.
    public var redaction: Redaction {
        Redaction(secrets: secrets, headers: request.headerFields)
    }
}
