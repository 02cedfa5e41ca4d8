import HTTPTypes
import NetTaskSystem

/// Sends a user name and a password with each request (RFC 7617), unless the request has an `Authorization` header.
public struct BasicCredentials: HTTPMiddleware {
    private let value: String
    private let hosts: Set<String>?

    /// Makes credentials.
    ///
    /// - Parameters:
    ///   - user: the user name. It must not contain a colon, which separates it from the password.
    ///   - password: the password. Default: empty.
    ///   - hosts: the hosts that receive the credentials, such as `api.example.com`. Default: `nil`, all hosts, except for
    ///     calls with ``HTTPCall/leavesOrigin``. After a redirect to another origin, the credentials are never sent.
    public init(user: String, password: String = "", hosts: Set<String>? = nil) {
        value = HTTPAddress.authorization(of: "\(user):\(password)")
        self.hosts = hosts
    }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        var call = call
        if !call.request.headerFields.contains(.authorization), call.goes(to: hosts) {
            call.request.headerFields[.authorization] = value
        }
        return try await next(call)
    }
}

extension BasicCredentials: CustomReflectable {
    /// Contains none of the credentials.
    public var customMirror: Mirror { Mirror(self, children: ["value": Redaction.mark], displayStyle: .struct) }
}

/// Sends an API key with each request, in a header, in the query or in a cookie, unless the request has one already.
///
///     let queue = HTTPNetTaskQueue { $0.middleware = [APIKeyCredentials(key, in: .header, name: "X-API-Key")] }
///
/// The key is a secret: errors and logs show `<secret>` instead. After a redirect to another origin, the header or cookie is
/// not sent.
public struct APIKeyCredentials: HTTPMiddleware {
    /// The part of the request that contains the key.
    public enum Location: Sendable, Hashable, CaseIterable {
        /// A header.
        case header
        /// The query of the URL. Servers and proxies write URLs to their logs.
        case query
        /// The `Cookie` header.
        case cookie
    }

    private let value: String
    private let location: Location
    private let name: String
    private let hosts: Set<String>?

    /// Makes credentials.
    ///
    /// - Parameters:
    ///   - value: the key. If it is empty, the task ends with a ``TransportError``.
    ///   - location: the part of the request that contains the key. A generated client uses the location in its spec.
    ///   - name: the name of the header, query param or cookie. A generated client uses the name in its spec. If the name is
    ///     invalid, the task ends with a ``TransportError``.
    ///   - hosts: the hosts that receive the key, such as `api.example.com`. Default: `nil`, all hosts, except for calls with
    ///     ``HTTPCall/leavesOrigin``. Requests to other hosts are sent without it.
    public init(
        _ value: String,
        in location: Location = .header,
        name: String = "X-API-Key",
        hosts: Set<String>? = nil
    ) {
        self.value = value
        self.location = location
        self.name = name
        self.hosts = hosts
    }

    /// The same key at another location.
    func placed(in location: Location, name: String) -> APIKeyCredentials {
        APIKeyCredentials(value, in: location, name: name, hosts: hosts)
    }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        guard call.goes(to: hosts) else { return try await next(call) }
        var call = call
        // Hides the key even if the request has it already, such as in the URL of a next page.
        call.secrets.append(value)
        if isPlaceTaken(in: call.request) { return try await next(call) }
        if value.isEmpty { throw TransportError(.invalidRequest, reason: "the key \(name) is empty") }
        switch location {
        case .header:
            let name = try HTTPField.Name(checked: name)
            // `HTTPFields` would change the value, so that the redaction could no longer recognize it.
            guard HTTPField.isValidValue(value) else {
                let reason = "the key for the header \(name) contains an invalid character, such as a line break"
                throw TransportError(.invalidRequest, reason: reason)
            }
            call.request.headerFields[name] = value
        case .query:
            let path = call.request.path ?? "/"
            let separator = path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            call.request.path = path + separator + pair
        case .cookie:
            _ = try HTTPField.Name(checked: name, of: "a cookie")
            let others = call.request.headerFields[.cookie].map { $0 + "; " } ?? ""
            call.request.headerFields[.cookie] = others + "\(name)=\(PercentEncoding.cookieValue(value))"
        }
        return try await next(call)
    }

    /// Whether the request has a value at this location already.
    func isPlaceTaken(in request: HTTPRequest) -> Bool {
        switch location {
        case .header:
            return HTTPField.Name(name).map { request.headerFields.contains($0) } ?? false
        case .query:
            let query = (request.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            let start = Self.escaped(name) + "="
            return query.split(separator: "&").contains { $0.hasPrefix(start) }
        case .cookie:
            return CookieText.names(in: request.headerFields[.cookie] ?? "").contains(name)
        }
    }

    private var pair: String { "\(Self.escaped(name))=\(Self.escaped(value))" }

    private static func escaped(_ text: String) -> String {
        ParameterPacker.pathText(of: text, format: .iso8601)
    }
}

extension APIKeyCredentials: SelfDescribing {
    /// All members except for the key.
    var members: KeyValuePairs<String, Any> {
        ["value": Redaction.mark, "location": location, "name": name, "hosts": hosts as Any]
    }
}
