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
        value = Self.value(of: "\(user):\(password)")
        self.hosts = hosts
    }

    public func send(
        _ call: HTTPCall,
        next: @Sendable (HTTPCall) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        var call = call
        if !call.request.headerFields.contains(.authorization), call.goes(to: hosts) {
            call.request.headerFields[.authorization] = value
        }
        return try await next(call)
    }

    /// The value of the header, for `user:password`; without a colon the password is empty.
    static func value(of pair: String) -> String {
        let pair = pair.contains(":") ? pair : pair + ":"
        return "Basic " + Data(pair.utf8).base64EncodedString()
    }
}

extension BasicCredentials: CustomReflectable {
    /// Nothing of what is in it.
    public var customMirror: Mirror { Mirror(self, children: ["value": Redaction.mark], displayStyle: .struct) }
}

extension HTTPCall {
    /// Whether it goes to one of these hosts, whatever the port. nil means any, but not where a URL leads away.
    func goes(to hosts: Set<String>?) -> Bool {
        guard let hosts else { return !leavesOrigin }
        let host = URL(string: "\(request.scheme ?? "https")://\(request.authority ?? "")")?.host?.lowercased()
        return host.map { host in hosts.contains { $0.lowercased() == host } } ?? false
    }
}
