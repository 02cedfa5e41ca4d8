public import HTTPTypes

/// The endpoint of a type of task, as the spec describes it. See ``HTTPNetTask/endpoint``.
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

        mutating func apply(_ settings: NetTaskSettings, name: String?) {
            api.settings = settings
            api.settings.name = name
            if method.isIdempotent { api.settings.isIdempotent = settings.isIdempotent ?? true }
        }
    }

    /// Each attempt copies its endpoint several times. A box makes such a copy a single reference.
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
    /// The path and query relative to ``baseURL``, or a whole URL, as in the spec, with variables in braces.
    public var uri: String { box.parts.uri }
    /// The method and the uri, for errors of tasks without a URL; empty without a uri.
    var request: String { uri.isEmpty ? "" : "\(method.rawValue) \(HTTPAddress.withoutCredentials(uri))" }
    /// The URL that ``uri`` is relative to, unless the queue has its own. Default: the base URL of the ``HTTPAPI``.
    public var baseURL: String? {
        get { box.parts.api.baseURL }
        set { parts.api.baseURL = newValue }
    }
    /// The encoding of params in the body. Default: the encoding of the ``HTTPAPI``, which is form.
    public var encoding: HTTPRequestEncoding {
        get { box.parts.api.encoding }
        set { parts.api.encoding = newValue }
    }
    /// The alternatives of the endpoint's authentication. Each lists the schemes that are sent together, with their client,
    /// such as `GitHub.token`; see ``HTTPAuthentication``. Default: the alternatives of the ``HTTPAPI``, which are none.
    public var authentication: [[String]] {
        get { box.parts.api.authentication }
        set { parts.api.authentication = newValue }
    }
    /// The statuses that mean success. Default: `nil`, those from 200 to 299.
    public var acceptedStatuses: [ClosedRange<Int>]? {
        get { box.parts.acceptedStatuses }
        set { parts.acceptedStatuses = newValue }
    }
    /// Whether the body of an accepted reply is written to a file. It always is if the response is an ``HTTPFile``. Default:
    /// `false`.
    public var receivesFile: Bool {
        get { box.parts.receivesFile }
        set { parts.receivesFile = newValue }
    }
    /// Whether replies may contain secrets, so that errors do not quote their bodies. Default: `false`.
    public var hidesReplies: Bool {
        get { box.parts.hidesReplies }
        set { parts.hidesReplies = newValue }
    }
    /// The custom keys of the spec, which begin with `x-`. Default: none.
    public var extensions: [String: JSONValue] {
        get { box.parts.extensions }
        set { parts.extensions = newValue }
    }
    /// The retries, timeouts and delivery. Default: those of the ``HTTPAPI``. Endpoints whose method RFC 9110 defines as
    /// idempotent are idempotent. Settings without a name get the name of the endpoint.
    public var settings: NetTaskSettings {
        get { box.parts.api.settings }
        set {
            parts.apply(newValue, name: newValue.name ?? box.parts.api.settings.name)
        }
    }

    /// Makes an endpoint without an API, for tasks that are written by hand.
    ///
    /// - Parameters:
    ///   - name: the name of the operation. Default: `nil`, the name of the task's type.
    ///   - method: the HTTP method. Default: GET.
    ///   - uri: the uri, with variables in braces.
    ///   - baseURL: the URL that `uri` is relative to. Default: `nil`, the base URL of the queue.
    ///   - encoding: the encoding of a body. Default: form.
    ///   - settings: the retries, timeouts and delivery. Default: `NetTaskSettings()`.
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
        parts.apply(api.settings, name: name)
        box = Box(parts)
    }

    var name: String? { box.parts.api.settings.name }

    /// Whether a status means success.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        guard let acceptedStatuses else { return (200...299).contains(status.code) }
        return acceptedStatuses.contains { $0.contains(status.code) }
    }
}

/// The common properties of all endpoints of a client: the `defaults` of its spec. Each generated client has one, such as
/// `JSONPlaceholder.api`.
public struct HTTPAPI: Sendable {
    /// The URL that the endpoints' uris are relative to. Default: `nil`, the base URL of the queue.
    public var baseURL: String?
    /// The encoding of params in a body. Default: form.
    public var encoding = HTTPRequestEncoding.form
    /// The alternatives of the endpoints' authentication. Default: none.
    public var authentication: [[String]] = []
    /// The retries, timeouts and delivery. Default: `NetTaskSettings()`.
    public var settings = NetTaskSettings()

    /// Makes an API. The other properties have their defaults.
    public init(baseURL: String? = nil) {
        self.baseURL = baseURL
    }

    /// Returns an endpoint with the properties of the API.
    ///
    /// - Parameters:
    ///   - name: the full name of the operation, such as `JSONPlaceholder.GetPost`.
    ///   - method: the HTTP method.
    ///   - uri: the uri, with variables in braces.
    public func endpoint(_ name: String, _ method: HTTPRequest.Method, _ uri: String) -> HTTPEndpoint {
        HTTPEndpoint(self, name, method, uri)
    }
}

/// The endpoint of a type of task.
typealias EndpointOfTask = (type: any HTTPNetTask.Type, endpoint: HTTPEndpoint)
