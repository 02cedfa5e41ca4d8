import HTTPTypes

/// Gives each request the credentials of the schemes that its endpoint names in the spec, and no others.
///
/// The generated client makes one of what it is given; a queue takes it once:
///
///     let authentication = GitHub.authentication(token: BearerCredentials(.init(token)) { _ in try await newToken() })
///     let queue = HTTPNetTaskQueue(configuration: HTTPConfiguration(middleware: [authentication]))
///
/// A request whose endpoint names a scheme that was given no credentials fails with ``HTTPAuthenticationError`` before
/// anything is sent, unless it has them already, such as a header `Authorization` of its own. Tasks of other clients pass
/// as they are.
public struct HTTPAuthentication: HTTPMiddleware {
    private struct Scheme: Sendable {
        /// nil if none were given.
        let credentials: (any HTTPMiddleware)?
        /// Whether a request has such credentials already.
        let isIn: @Sendable (HTTPCall) -> Bool
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

    /// Adds a scheme that is a token in `Authorization`.
    ///
    /// - Parameters:
    ///   - scheme: its name, as the spec has it. One that was added before is replaced.
    ///   - credentials: nil if there are none; then requests that need them fail.
    public mutating func add(_ scheme: String, _ credentials: BearerCredentials?) {
        add(scheme, credentials) { $0.request.headerFields.contains(.authorization) }
    }

    /// Adds a scheme that is user and password in `Authorization`.
    ///
    /// - Parameters:
    ///   - scheme: its name, as the spec has it. One that was added before is replaced.
    ///   - credentials: nil if there are none; then requests that need them fail.
    public mutating func add(_ scheme: String, _ credentials: BasicCredentials?) {
        add(scheme, credentials) { $0.request.headerFields.contains(.authorization) }
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
        add(scheme, credentials?.placed(in: location, name: name)) { place.isPlaceTaken(in: $0.request) }
    }

    private mutating func add(
        _ scheme: String,
        _ credentials: (any HTTPMiddleware)?,
        isIn: @escaping @Sendable (HTTPCall) -> Bool
    ) {
        schemes["\(client).\(scheme)"] = Scheme(credentials: credentials, isIn: isIn)
    }

    public func send(
        _ call: HTTPCall,
        next: @Sendable (HTTPCall) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        var credentials: [any HTTPMiddleware] = []
        for name in call.operation.authentication {
            guard let scheme = schemes[name] else { continue }  // of another client
            if let found = scheme.credentials {
                credentials.append(found)
            } else if !call.leavesOrigin, !scheme.isIn(call) {
                throw HTTPAuthenticationError(
                    operation: call.operation.name,
                    client: client,
                    scheme: String(name.dropFirst(client.count + 1))
                )
            }
        }
        return try await send(call, with: credentials[...], next: next)
    }

    private func send(
        _ call: HTTPCall,
        with credentials: ArraySlice<any HTTPMiddleware>,
        next: @Sendable (HTTPCall) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        guard let first = credentials.first else { return try await next(call) }
        return try await first.send(call) { try await send($0, with: credentials.dropFirst(), next: next) }
    }
}

extension HTTPAuthentication: CustomReflectable {
    /// The names of the schemes, and which of them have credentials.
    public var customMirror: Mirror {
        let given = schemes.filter { $0.value.credentials != nil }.keys.sorted()
        return Mirror(self, children: ["client": client, "given": given], displayStyle: .struct)
    }
}
