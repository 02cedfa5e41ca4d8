import Foundation
import HTTPTypes

/// Sends a user name and a password with each request (RFC 7617), unless it has credentials already.
public struct BasicCredentials: HTTPMiddleware {
    private let value: String
    private let hosts: Set<String>?

    /// - Parameters:
    ///   - user: must not hold a colon, which ends the name.
    ///   - password: by default empty.
    ///   - hosts: where they may go, such as `api.example.com`; nil, the default, for wherever a request goes but
    ///     ``HTTPCall/leavesOrigin``. A redirect to another origin never takes them along.
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
    /// Nothing of what is in it.
    public var customMirror: Mirror { Mirror(self, children: ["value": Redaction.mark], displayStyle: .struct) }
}

/// Sends a key with each request, in a header, in the query or in a cookie, unless there is one already.
///
/// The key is a secret: `<secret>` stands in its place in whatever is written, and a redirect to another origin does not
/// take the header or the cookie along.
public struct APIKeyCredentials: HTTPMiddleware {
    /// Where a key goes.
    public enum Location: Sendable, Hashable, CaseIterable {
        /// In a header of its own
        case header
        /// After the `?` of the URL. Servers on the way write URLs into their logs.
        case query
        /// In the header `Cookie`
        case cookie
    }

    private let value: String
    private let location: Location
    private let name: String
    private let hosts: Set<String>?

    /// - Parameters:
    ///   - value: the key. An empty one ends the task with a ``TransportError``.
    ///   - location: where it goes. What a generated client takes goes where its spec says.
    ///   - name: of the header, of the query's param or of the cookie; likewise. One that no header can have ends the task
    ///     with a ``TransportError``.
    ///   - hosts: where it may go, such as `api.example.com`; nil, the default, for wherever a request goes but
    ///     ``HTTPCall/leavesOrigin``. To other hosts requests go without it.
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

    /// The same key in another place.
    func placed(in location: Location, name: String) -> APIKeyCredentials {
        APIKeyCredentials(value, in: location, name: name, hosts: hosts)
    }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        guard call.goes(to: hosts) else { return try await next(call) }
        var call = call
        // It may be there already, such as in the URL of a next page.
        call.secrets.append(value)
        if isPlaceTaken(in: call.request) { return try await next(call) }
        if value.isEmpty { throw TransportError(.invalidRequest, reason: "the key \(name) is empty") }
        switch location {
        case .header:
            let name = try HTTPField.Name(checked: name)
            // HTTPFields would change it, and then nothing would know it for a secret.
            guard HTTPField.isValidValue(value) else {
                let reason = "the key for the header \(name) holds what no header can, such as a line break at its end"
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

    /// Whether the request has something there already.
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
    /// Everything but the key.
    var members: KeyValuePairs<String, Any> {
        ["value": Redaction.mark, "location": location, "name": name, "hosts": hosts as Any]
    }
}
