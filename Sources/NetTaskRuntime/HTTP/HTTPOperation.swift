public import HTTPTypes

/// The operation that an attempt belongs to, as the spec knows it.
public struct HTTPOperation: Sendable {
    /// The task's number in its queue.
    public var id: NetTaskID
    /// Such as `JSONPlaceholder.GetPost`.
    public var name: String
    /// The method that the spec says.
    public var method: HTTPRequest.Method
    /// The uri as the spec writes it, with its variables in braces, such as `posts/{id}`: the same for all calls.
    public var uriTemplate: String
    /// What the task was tagged with when it was added.
    public var tags: [String]
    /// Whether sending the request twice does no more than sending it once.
    public var isIdempotent: Bool
    /// The schemes of authentication that its endpoint names, each with its client, such as `GitHub.token`.
    public var authentication: [String]
    /// What the spec says of it in keys of its author's own, which begin with `x-`.
    public var extensions: [String: JSONValue]
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// Why the attempt before failed, in a retry; nil in the first attempt.
    public var retryReason: RetryDisposition?
    /// What was said when the task was added, by ``NetTaskOption/forHandler(_:)``, in that order.
    public var handlerOptions: [any Sendable]
    /// What the task says once and for all, such as its priority.
    public var settings: NetTaskSettings
    /// The key that is the same in all attempts of this task, as it is before it is quoted; nil for none.
    public var idempotencyKey: String?

    /// Makes an operation, such as to test a middleware.
    public init(
        id: NetTaskID = NetTaskID(),
        name: String,
        method: HTTPRequest.Method = .get,
        uriTemplate: String = "",
        tags: [String] = [],
        isIdempotent: Bool = true,
        authentication: [String] = [],
        extensions: [String: JSONValue] = [:],
        attempt: Int = 1,
        retryReason: RetryDisposition? = nil,
        handlerOptions: [any Sendable] = [],
        settings: NetTaskSettings = NetTaskSettings(),
        idempotencyKey: String? = nil
    ) {
        self.id = id
        self.name = name
        self.method = method
        self.uriTemplate = uriTemplate
        self.tags = tags
        self.isIdempotent = isIdempotent
        self.authentication = authentication
        self.extensions = extensions
        self.attempt = attempt
        self.retryReason = retryReason
        self.handlerOptions = handlerOptions
        self.settings = settings
        self.idempotencyKey = idempotencyKey
    }

    init(_ message: HTTPMessage, _ context: NetTaskContext) {
        let endpoint = (context.task as? any HTTPNetTask).map { type(of: $0).endpoint }
        let template = endpoint?.uri ?? ""
        self.init(
            id: context.id,
            name: context.name,
            method: message.method,
            uriTemplate: template.isEmpty ? Redaction(secrets: message.secrets).url(message.uri) : template,
            tags: context.tags,
            isIdempotent: context.isIdempotent,
            authentication: endpoint?.authentication ?? [],
            extensions: endpoint?.extensions ?? [:],
            attempt: context.attempt,
            retryReason: context.retryReason,
            handlerOptions: context.handlerOptions,
            settings: endpoint?.settings ?? context.settings,
            idempotencyKey: context.idempotencyKey
        )
    }
}
