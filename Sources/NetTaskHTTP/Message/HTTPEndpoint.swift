public import HTTPTypes

/// What all tasks of one type have in common, as the spec describes it. See ``HTTPNetTask/endpoint``.
///
///     static let endpoint = HTTPEndpoint("GetPost", .get, "posts/{id}", baseURL: "https://example.com")
public struct HTTPEndpoint: Sendable {
    private struct Parts: Sendable {
        let method: HTTPRequest.Method
        let uri: String
        var api: HTTPAPI
        var acceptedStatuses: [ClosedRange<Int>]?
        var receivesFile = false
        var hidesReplies = false
        var extensions: [String: JSONValue] = [:]

        mutating func take(_ settings: NetTaskSettings, name: String?) {
            api.settings = settings
            api.settings.name = name
            if method.isIdempotent { api.settings.isIdempotent = settings.isIdempotent ?? true }
        }
    }

    /// Each attempt copies its endpoint several times, and so copies only a reference.
    private final class Box: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private var box: Box
    private var parts: Parts {
        get { box.parts }
        set { box = Box(newValue) }
    }

    /// The HTTP method.
    public var method: HTTPRequest.Method { box.parts.method }
    /// Path and query relative to ``baseURL``, or a whole URL, as the spec writes it: with its variables in braces.
    public var uri: String { box.parts.uri }
    /// The URL that ``uri`` is relative to, unless the queue has one of its own. Default: that of the ``HTTPAPI``.
    public var baseURL: String? {
        get { box.parts.api.baseURL }
        set { parts.api.baseURL = newValue }
    }
    /// How params that go into the body are written. Default: that of the ``HTTPAPI``, which is form.
    public var encoding: HTTPRequestEncoding {
        get { box.parts.api.encoding }
        set { parts.api.encoding = newValue }
    }
    /// The authentication schemes that it needs, each with its client, such as `GitHub.token`; see
    /// ``HTTPAuthentication``. Default: those of the ``HTTPAPI``, which are none.
    public var authentication: [String] {
        get { box.parts.api.authentication }
        set { parts.api.authentication = newValue }
    }
    /// The statuses that are a success. Default: `nil`, those from 200 to 299.
    public var acceptedStatuses: [ClosedRange<Int>]? {
        get { box.parts.acceptedStatuses }
        set { parts.acceptedStatuses = newValue }
    }
    /// Whether the body of an accepted reply goes to a file. If the response is an ``HTTPFile``, it always does.
    /// Default: `false`.
    public var receivesFile: Bool {
        get { box.parts.receivesFile }
        set { parts.receivesFile = newValue }
    }
    /// Whether replies may hold secrets, so that errors quote nothing of a body that cannot be read. Default: `false`.
    public var hidesReplies: Bool {
        get { box.parts.hidesReplies }
        set { parts.hidesReplies = newValue }
    }
    /// The values of the spec's own keys, which begin with `x-`. Default: none.
    public var extensions: [String: JSONValue] {
        get { box.parts.extensions }
        set { parts.extensions = newValue }
    }
    /// Retries, time-outs and delivery. Default: those of the ``HTTPAPI``; methods that RFC 9110 calls idempotent are
    /// idempotent. Settings without a name get that of the endpoint.
    public var settings: NetTaskSettings {
        get { box.parts.api.settings }
        set {
            parts.take(newValue, name: newValue.name ?? box.parts.api.settings.name)
        }
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
        self.init(api, name ?? settings.name, method, uri)
    }

    fileprivate init(_ api: HTTPAPI, _ name: String?, _ method: HTTPRequest.Method, _ uri: String) {
        var parts = Parts(method: method, uri: uri, api: api)
        parts.take(api.settings, name: name)
        box = Box(parts)
    }

    var name: String? { box.parts.api.settings.name }

    /// Whether a reply of this status is a success.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        guard let acceptedStatuses else { return (200...299).contains(status.code) }
        return acceptedStatuses.contains { $0.contains(status.code) }
    }
}

/// What all endpoints of a client have in common: the `defaults` of its spec. A generated client has one, such as
/// `JSONPlaceholder.api`.
public struct HTTPAPI: Sendable {
    /// The URL that the endpoints' uris are relative to. Default: `nil`, that of the queue.
    public var baseURL: String?
    /// How params that go into a body are written. Default: form.
    public var encoding = HTTPRequestEncoding.form
    /// The authentication schemes that the endpoints need. Default: none.
    public var authentication: [String] = []
    /// Retries, time-outs and delivery. Default: none.
    public var settings = NetTaskSettings()

    /// Makes an API with the defaults of the properties.
    public init(baseURL: String? = nil) {
        self.baseURL = baseURL
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

/// The endpoint of a type of tasks.
typealias EndpointOfTask = (type: any HTTPNetTask.Type, endpoint: HTTPEndpoint)
