import HTTPTypes
package import NetTaskSystem

/// Adds the credentials of the authentication schemes that the spec of an endpoint names.
///
///     let authentication = GitHub.authentication(token: BearerCredentials(.init(token)) { _ in try await newToken() })
///     let queue = HTTPNetTaskQueue { $0.middleware = [authentication] }
///
/// The generated client makes this value from the credentials that you pass. If an endpoint has alternatives, the first with
/// credentials for all of its schemes is sent. If no alternative has them, the task fails with ``HTTPAuthenticationError`` before anything is sent, unless the request has such credentials already,
/// such as its own `Authorization` header. Tasks of other clients are not affected.
public struct HTTPAuthentication: HTTPMiddleware {
    private struct Scheme: Sendable {
        /// `nil` if there are none.
        let credentials: (any HTTPMiddleware)?
        /// Whether a request has such credentials already.
        let isIn: @Sendable (HTTPRequest) -> Bool
    }

    private let client: String
    /// The schemes by full name, such as `GitHub.token`.
    private var schemes: [String: Scheme] = [:]

    /// Makes a value without schemes.
    ///
    /// - Parameter client: the name of the generated namespace.
    public init(client: String) {
        self.client = client
    }

    /// Adds a scheme whose credentials are sent in the `Authorization` header, such as a token, or a user name and a password.
    ///
    /// - Parameters:
    ///   - scheme: the name of the scheme in the spec. It replaces an earlier scheme with the same name.
    ///   - credentials: the credentials, or `nil` if there are none. Then requests that need them fail.
    public mutating func add(_ scheme: String, _ credentials: (any HTTPMiddleware)?) {
        schemes["\(client).\(scheme)"] = Scheme(credentials: credentials) { $0.headerFields.contains(.authorization) }
    }

    /// Adds a scheme with an API key.
    ///
    /// - Parameters:
    ///   - scheme: the name of the scheme in the spec. It replaces an earlier scheme with the same name.
    ///   - credentials: the key, or `nil` if there is none. Then requests that need it fail.
    ///   - location: the location of the key according to the spec. It overrides that of the credentials.
    ///   - name: the name of the header, query param or cookie according to the spec. It overrides that of the credentials.
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
        let alternatives = call.operation.endpoint?.authentication ?? []
        let missing = alternatives.map { $0.first { isMissing($0, for: call) } }
        let chosen = missing.firstIndex(of: nil)
        if chosen == nil, !alternatives.isEmpty, !call.leavesOrigin {
            let names = missing.compactMap { $0?.dropFirst(client.count + 1) }.map(String.init)
            throw HTTPAuthenticationError(operation: call.operation.name, client: client, schemes: names)
        }
        let names = chosen.map { alternatives[$0] } ?? alternatives.first ?? []
        let credentials = names.compactMap { schemes[$0]?.credentials }
        return try await credentials[...].send(call, next: next)
    }

    /// Whether neither this value nor the request has the credentials of a scheme. Schemes of other clients are not missing.
    private func isMissing(_ name: String, for call: HTTPCall) -> Bool {
        guard let scheme = schemes[name] else { return false }
        return scheme.credentials == nil && !scheme.isIn(call.request)
    }
}

extension HTTPAuthentication: SelfDescribing {
    /// The names of the schemes, and those that have credentials.
    var members: KeyValuePairs<String, Any> {
        let given = schemes.filter { $0.value.credentials != nil }.keys.sorted()
        return ["client": client, "given": given]
    }
}

/// An endpoint needs the credentials of an authentication scheme, but the client was given none. Nothing was sent, and the task
/// is not retried. The task ends with ``TaskError/other(_:)``.
public struct HTTPAuthenticationError: Error, Sendable, Hashable {
    /// The name of the operation, such as `GitHub.ListRepositories`.
    public var operation: String
    /// The name of the generated client, such as `GitHub`.
    public var client: String
    /// The name of the scheme in the spec; if the endpoint has alternatives, that of the first missing scheme of each.
    public var schemes: [String]

    /// Makes an error.
    public init(operation: String, client: String, schemes: [String]) {
        self.operation = operation
        self.client = client
        self.schemes = schemes
    }
}

extension HTTPAuthenticationError: DescribedError {
    public var description: String {
        let names = schemes.map { "\"\($0)\"" }.joined(separator: " or ")
        let labels = schemes.map { "\($0):" }.joined()
        return
            errorStart(operation, attempt: 0)
            + "it needs the credentials \(names), but none were passed to \(client).authentication(\(labels))"
    }
}

extension HTTPAuthenticationError: ErrorWithDisposition {
    package func disposition(now: () -> Date) -> RetryDisposition { .never }
}
