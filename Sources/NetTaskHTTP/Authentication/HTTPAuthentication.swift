package import Foundation
import HTTPTypes

/// Gives each request the credentials of the schemes that its endpoint names in the spec, and no others.
///
/// The generated client makes one of what it is given; a queue takes it once:
///
///     let authentication = GitHub.authentication(token: BearerCredentials(.init(token)) { _ in try await newToken() })
///     let queue = HTTPNetTaskQueue { $0.middleware = [authentication] }
///
/// A request whose endpoint names a scheme that was given no credentials fails with ``HTTPAuthenticationError`` before
/// anything is sent, unless it has them already, such as a header `Authorization` of its own. Tasks of other clients pass
/// as they are.
public struct HTTPAuthentication: HTTPMiddleware {
    private struct Scheme: Sendable {
        /// nil if none were given.
        let credentials: (any HTTPMiddleware)?
        /// Whether a request has such credentials already.
        let isIn: @Sendable (HTTPRequest) -> Bool
    }

    private let client: String
    /// By the name that an operation has it by: `GitHub.token`.
    private var schemes: [String: Scheme] = [:]

    /// Makes one without schemes.
    ///
    /// - Parameter client: the name of the generated namespace.
    public init(client: String) {
        self.client = client
    }

    /// Adds a scheme whose credentials go into `Authorization`, such as a token, or a user and a password.
    ///
    /// - Parameters:
    ///   - scheme: its name, as the spec has it. One that was added before is replaced.
    ///   - credentials: nil if there are none; then requests that need them fail.
    public mutating func add(_ scheme: String, _ credentials: (any HTTPMiddleware)?) {
        schemes["\(client).\(scheme)"] = Scheme(credentials: credentials) { $0.headerFields.contains(.authorization) }
    }

    /// Adds a scheme that is a key.
    ///
    /// - Parameters:
    ///   - scheme: its name, as the spec has it. One that was added before is replaced.
    ///   - credentials: nil if there are none; then requests that need them fail.
    ///   - location: where the spec wants it, whatever the credentials say.
    ///   - name: of the header, of the query's param or of the cookie, likewise.
    public mutating func add(
        _ scheme: String,
        _ credentials: APIKeyCredentials?,
        in location: APIKeyCredentials.Location,
        name: String
    ) {
        let place = APIKeyCredentials("", in: location, name: name)
        schemes["\(client).\(scheme)"] = Scheme(
            credentials: credentials?.placed(in: location, name: name),
            isIn: place.isPlaceTaken
        )
    }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        var credentials: [any HTTPMiddleware] = []
        for name in call.operation.endpoint?.authentication ?? [] {
            guard let scheme = schemes[name] else { continue }  // of another client
            if let found = scheme.credentials {
                credentials.append(found)
            } else if !call.leavesOrigin, !scheme.isIn(call.request) {
                throw HTTPAuthenticationError(
                    operation: call.operation.name,
                    client: client,
                    scheme: String(name.dropFirst(client.count + 1))
                )
            }
        }
        return try await credentials[...].send(call, next: next)
    }
}

extension HTTPAuthentication: SelfDescribing {
    /// The names of the schemes, and which of them have credentials.
    var members: KeyValuePairs<String, Any> {
        let given = schemes.filter { $0.value.credentials != nil }.keys.sorted()
        return ["client": client, "given": given]
    }
}

/// An endpoint names a scheme of authentication that was given no credentials. Nothing was sent, and nothing is retried.
///
/// It ends the task as ``TaskError/other(_:)``.
public struct HTTPAuthenticationError: Error, Sendable, Hashable {
    /// The name of the operation, such as `GitHub.ListRepositories`.
    public var operation: String
    /// The name of the generated client, such as `GitHub`.
    public var client: String
    /// The name of the scheme, as the spec has it.
    public var scheme: String

    /// Makes an error.
    public init(operation: String, client: String, scheme: String) {
        self.operation = operation
        self.client = client
        self.scheme = scheme
    }
}

extension HTTPAuthenticationError: DescribedError {
    public var description: String {
        "\(operation) needs the credentials \"\(scheme)\", which \(client).authentication(\(scheme):) was not given"
    }
}

extension HTTPAuthenticationError: ErrorWithDisposition {
    package func disposition(now: () -> Date) -> RetryDisposition { .never }
}
