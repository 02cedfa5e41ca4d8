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
    /// The URL that ``uri`` is relative to, unless the queue has one of its own. Default: that of the ``HTTPAPI``.
    public var baseURL: String?
    /// How params that go into the body are written. Default: that of the ``HTTPAPI``, which is form.
    public var encoding: HTTPRequestEncoding
    /// The schemes of authentication that it needs, each with its client, such as `GitHub.token`; see
    /// ``HTTPAuthentication``. Default: those of the ``HTTPAPI``, which are none.
    public var authentication: [String]
    /// The statuses that are a success. Default: `nil`, those from 200 to 299.
    public var acceptedStatuses: [ClosedRange<Int>]?
    /// Whether the body of an accepted reply goes to a file. It does so in any case where the response is an ``HTTPFile``.
    /// Default: `false`.
    public var receivesFile = false
    /// Whether replies may hold secrets, so that errors quote nothing of a body that cannot be read. Default: `false`.
    public var hidesReplies = false
    /// What the spec says in keys of its author's own, which begin with `x-`. Default: none.
    public var extensions: [String: JSONValue] = [:]
    private var ownSettings: NetTaskSettings
    /// Retries, time-outs and delivery. Default: those of the ``HTTPAPI``; methods that RFC 9110 calls idempotent are so.
    /// Their name is that of the endpoint, where it has one.
    public var settings: NetTaskSettings {
        get {
            var settings = ownSettings
            settings.name = operationName
            settings.isIdempotent = settings.isIdempotent ?? (method.isIdempotent ? true : nil)
            return settings
        }
        _modify { yield &ownSettings }
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
        (api.encoding, api.settings) = (encoding, settings)
        self.init(api, name, method, uri)
    }

    fileprivate init(_ api: HTTPAPI, _ name: String?, _ method: HTTPRequest.Method, _ uri: String) {
        (self.method, self.uri, self.name) = (method, uri, name)
        (baseURL, encoding) = (api.baseURL, api.encoding)
        (authentication, ownSettings) = (api.authentication, api.settings)
    }

    /// The name of the operation, where one is given.
    var operationName: String? { name ?? ownSettings.name }

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
    /// The schemes of authentication that the endpoints need. Default: none.
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

/// The endpoint of a type of tasks, evaluated once for an attempt.
final class EndpointOfTask: Sendable {
    let type: any HTTPNetTask.Type
    let endpoint: HTTPEndpoint

    init(_ type: any HTTPNetTask.Type) {
        (self.type, endpoint) = (type, type.endpoint)
    }
}
