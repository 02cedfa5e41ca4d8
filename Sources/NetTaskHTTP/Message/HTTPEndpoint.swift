public import HTTPTypes

/// What the spec says of one endpoint; all its tasks have it in common. See ``HTTPNetTask/endpoint``.
///
///     static var endpoint: HTTPEndpoint { HTTPEndpoint("GetPost", .get, "posts/{id}", baseURL: "https://example.com") }
public struct HTTPEndpoint: Sendable {
    /// The HTTP method.
    public let method: HTTPRequest.Method
    /// Path and query relative to ``baseURL``, or a whole URL, as the spec writes it: with its variables in braces.
    public let uri: String
    private let name: String?
    private var parts: SharedParts

    /// The URL that ``uri`` is relative to, unless the queue has one of its own. Default: that of the ``HTTPAPI``.
    public var baseURL: String? {
        get { parts.value.baseURL }
        _modify { yield &parts.value.baseURL }
    }
    /// How params that go into the body are written. Default: that of the ``HTTPAPI``, which is form.
    public var encoding: HTTPRequestEncoding {
        get { parts.value.encoding }
        _modify { yield &parts.value.encoding }
    }
    /// The schemes of authentication that it needs, each with its client, such as `GitHub.token`; see
    /// ``HTTPAuthentication``. Default: those of the ``HTTPAPI``, which are none.
    public var authentication: [String] {
        get { parts.value.authentication }
        _modify { yield &parts.value.authentication }
    }
    /// The statuses that are a success. Default: `nil`, those from 200 to 299.
    public var acceptedStatuses: [ClosedRange<Int>]? {
        get { parts.value.acceptedStatuses }
        _modify { yield &parts.value.acceptedStatuses }
    }
    /// Whether the body of an accepted reply goes to a file. It does so in any case where the response is an ``HTTPFile``.
    /// Default: `false`.
    public var receivesFile: Bool {
        get { parts.value.receivesFile }
        _modify { yield &parts.value.receivesFile }
    }
    /// Whether replies may hold secrets, so that errors quote nothing of a body that cannot be read. Default: `false`.
    public var hidesReplies: Bool {
        get { parts.value.hidesReplies }
        _modify { yield &parts.value.hidesReplies }
    }
    /// What the spec says in keys of its author's own, which begin with `x-`. Default: none.
    public var extensions: [String: JSONValue] {
        get { parts.value.extensions }
        _modify { yield &parts.value.extensions }
    }
    /// Retries, time-outs and delivery. Default: those of the ``HTTPAPI``; methods that RFC 9110 calls idempotent are so.
    /// Their name is that of the endpoint, where it has one.
    public var settings: NetTaskSettings {
        get {
            var settings = parts.value.settings
            settings.name = operationName
            settings.isIdempotent = settings.isIdempotent ?? (method.isIdempotent ? true : nil)
            return settings
        }
        _modify { yield &parts.value.settings }
    }

    /// Makes an endpoint that belongs to no API, for tasks that are written by hand.
    ///
    /// - Parameters:
    ///   - name: the name of the operation. Default: `nil`, the name of the task's type.
    ///   - method: the HTTP method. Default: GET.
    ///   - uri: with its variables in braces.
    ///   - baseURL: what `uri` is relative to. Default: `nil`, that of the queue.
    ///   - encoding: how a body is written. Default: form.
    ///   - settings: retries, time-outs and delivery. Default: none.
    public init(
        _ name: String? = nil,
        _ method: HTTPRequest.Method = .get,
        _ uri: String = "",
        baseURL: String? = nil,
        encoding: HTTPRequestEncoding = .form,
        settings: NetTaskSettings = NetTaskSettings()
    ) {
        var api = HTTPAPI(baseURL: baseURL)
        api.encoding = encoding
        api.settings = settings
        api.settings.name = name ?? settings.name
        self.init(api, nil, method, uri)
    }

    fileprivate init(_ api: HTTPAPI, _ name: String?, _ method: HTTPRequest.Method, _ uri: String) {
        self.method = method
        self.uri = uri
        self.name = name
        parts = api.parts
    }

    /// The name of the operation, where one is given.
    var operationName: String? { name ?? parts.value.settings.name }

    /// Whether a reply of this status is a success.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        guard let acceptedStatuses else { return (200...299).contains(status.code) }
        return acceptedStatuses.contains { $0.contains(status.code) }
    }
}

/// What all endpoints of a client have in common: the `defaults` of its spec. A generated client has one, such as
/// `JSONPlaceholder.api`.
public struct HTTPAPI: Sendable {
    fileprivate var parts = SharedParts()

    /// Makes an API with the defaults of the properties.
    public init(baseURL: String? = nil) {
        self.baseURL = baseURL
    }

    /// The URL that the endpoints' uris are relative to. Default: `nil`, that of the queue.
    public var baseURL: String? {
        get { parts.value.baseURL }
        _modify { yield &parts.value.baseURL }
    }
    /// How params that go into a body are written. Default: form.
    public var encoding: HTTPRequestEncoding {
        get { parts.value.encoding }
        _modify { yield &parts.value.encoding }
    }
    /// The schemes of authentication that the endpoints need. Default: none.
    public var authentication: [String] {
        get { parts.value.authentication }
        _modify { yield &parts.value.authentication }
    }
    /// Retries, time-outs and delivery. Default: none.
    public var settings: NetTaskSettings {
        get { parts.value.settings }
        _modify { yield &parts.value.settings }
    }

    /// An endpoint that has what all have in common.
    ///
    /// - Parameters:
    ///   - name: the full name of the operation, such as `JSONPlaceholder.GetPost`.
    ///   - method: the HTTP method.
    ///   - uri: with its variables in braces.
    public func endpoint(_ name: String, _ method: HTTPRequest.Method, _ uri: String) -> HTTPEndpoint {
        HTTPEndpoint(self, name, method, uri)
    }
}

/// What an API and its endpoints share, until one of them changes its own: endpoints are made several times in each attempt.
private struct SharedParts: Sendable {
    struct Parts: Sendable {
        var baseURL: String?
        var encoding = HTTPRequestEncoding.form
        var authentication: [String] = []
        var acceptedStatuses: [ClosedRange<Int>]?
        var receivesFile = false
        var hidesReplies = false
        var extensions: [String: JSONValue] = [:]
        var settings = NetTaskSettings()
    }

    /// `@unchecked`: it is changed only where nothing else holds it.
    private final class Box: @unchecked Sendable {
        var value: Parts

        init(_ value: Parts) {
            self.value = value
        }
    }

    private static let defaults = Box(Parts())
    private var box = Self.defaults

    var value: Parts {
        get { box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}

/// The endpoint of a type of tasks, evaluated once for an attempt.
final class EndpointOfTask: Sendable {
    let type: any HTTPNetTask.Type
    let endpoint: HTTPEndpoint

    init(_ type: any HTTPNetTask.Type, _ endpoint: HTTPEndpoint) {
        (self.type, self.endpoint) = (type, endpoint)
    }
}
