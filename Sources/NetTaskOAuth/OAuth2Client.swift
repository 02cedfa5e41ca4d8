import NetTaskBase
public import NetTaskHTTP
public import NetTaskSystem

/// Gets tokens from an OAuth 2 server, and makes the credentials that send them and replace them before they expire.
///
///     let oauth = OAuth2Client(GitHub.OAuth2Schemes.login, id: "my-app", secret: secret, queue: HTTPNetTaskQueue())
///     let credentials = oauth.clientCredentials(scopes: ["repo"], hosts: ["api.github.com"])
///     let queue = HTTPNetTaskQueue { $0.middleware = [GitHub.authentication(login: credentials)] }
///
/// The queue of the client must not have the credentials as middleware, because the request for a token would wait for the same
/// token. All functions throw an ``OAuth2Error`` if the server rejects a request, and a `TaskError` if it fails otherwise.
public struct OAuth2Client: Sendable {
    /// How the client sends its ID and its secret (RFC 6749, section 2.3.1).
    public enum Authentication: Sendable {
        /// In the header `Authorization`.
        case basic
        /// In the body.
        case body
    }

    /// The server.
    public let scheme: OAuth2Scheme
    /// The ID of the client.
    public let id: String
    private let secret: String?
    private let authentication: Authentication
    private let queue: HTTPNetTaskQueue
    private let clock: any Clock<Duration>
    private let wallClock: @Sendable () -> Date

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - scheme: the server.
    ///   - id: the ID of the client.
    ///   - secret: the secret of the client. Default: `nil`, for clients that cannot keep a secret, such as apps.
    ///   - authentication: how the secret is sent. Default: in the header `Authorization`.
    ///   - queue: sends the requests.
    ///   - clock: measures the waits between the polls in ``token(device:)``.
    ///   - wallClock: returns the current date, for the expiry of tokens.
    public init(
        _ scheme: OAuth2Scheme,
        id: String,
        secret: String? = nil,
        authentication: Authentication = .basic,
        queue: HTTPNetTaskQueue,
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.scheme = scheme
        self.id = id
        self.secret = secret
        self.authentication = authentication
        self.queue = queue
        self.clock = clock
        self.wallClock = wallClock
    }

    // MARK: Credentials

    /// Credentials for the client itself.
    ///
    /// - Parameters:
    ///   - scopes: the scopes of the tokens. Default: none, which leaves the choice to the server.
    ///   - hosts: the hosts that receive the tokens; see `BearerCredentials`.
    ///   - onToken: called with each new token, on the concurrency pool.
    public func clientCredentials(
        scopes: [String] = [],
        hosts: Set<String>? = nil,
        onToken: @escaping @Sendable (OAuth2Token) -> Void = { _ in }
    ) -> BearerCredentials {
        credentials(hosts, .clientCredentials, nil, scopes, onToken) { try await token(scopes: scopes) }
    }

    /// Credentials for a user name and a password.
    ///
    /// - Parameters:
    ///   - user: the user name.
    ///   - password: the password.
    ///   - scopes: the scopes of the tokens. Default: none, which leaves the choice to the server.
    ///   - hosts: the hosts that receive the tokens; see `BearerCredentials`.
    ///   - onToken: called with each new token, on the concurrency pool.
    public func password(
        user: String,
        password: String,
        scopes: [String] = [],
        hosts: Set<String>? = nil,
        onToken: @escaping @Sendable (OAuth2Token) -> Void = { _ in }
    ) -> BearerCredentials {
        credentials(hosts, .password, nil, scopes, onToken) {
            try await token(user: user, password: password, scopes: scopes)
        }
    }

    /// Credentials for a token that the app has, such as one from ``token(device:)``. A refresh token replaces it.
    ///
    /// - Parameters:
    ///   - token: the token. Without a refresh token, requests fail with ``OAuth2Error/Code/invalidGrant`` after its expiry.
    ///   - flow: the way in which the app got the token.
    ///   - hosts: the hosts that receive the tokens; see `BearerCredentials`.
    ///   - onToken: called with each new token, on the concurrency pool. Store its refresh token: a server may accept each
    ///     refresh token only once.
    public func credentials(
        for token: OAuth2Token,
        of flow: OAuth2Scheme.FlowName = .authorizationCode,
        hosts: Set<String>? = nil,
        onToken: @escaping @Sendable (OAuth2Token) -> Void = { _ in }
    ) -> BearerCredentials {
        credentials(hosts, flow, token, [], onToken) {
            throw OAuth2Error(.invalidGrant, reason: "no valid refresh token; the user must log in again")
        }
    }

    private func credentials(
        _ hosts: Set<String>?,
        _ flow: OAuth2Scheme.FlowName,
        _ first: OAuth2Token?,
        _ scopes: [String],
        _ onToken: @escaping @Sendable (OAuth2Token) -> Void,
        _ logIn: @escaping @Sendable () async throws -> OAuth2Token
    ) -> BearerCredentials {
        let refreshToken = Locked(first?.refreshToken)
        return BearerCredentials(
            first.flatMap { $0.accessToken.isEmpty ? nil : .init($0.accessToken, expires: $0.expires) },
            hosts: hosts,
            clock: clock,
            wallClock: wallClock
        ) { _ in
            let token: OAuth2Token
            if let old = refreshToken.withLock({ $0 }) {
                do {
                    token = try await refresh(old, of: flow)
                } catch let error as OAuth2Error where error.code == .invalidGrant {
                    refreshToken.withLock { $0 = nil }
                    token = try await logIn()
                }
            } else {
                token = try await logIn()
            }
            // A server that returns no further refresh token keeps accepting the old one.
            if let new = token.refreshToken { refreshToken.withLock { $0 = new } }
            onToken(token)
            return .init(token.accessToken, expires: token.expires)
        }
    }

    // MARK: Tokens

    /// Gets a token for the client itself (RFC 6749, section 4.4).
    public func token(scopes: [String] = []) async throws -> OAuth2Token {
        try await token(.clientCredentials, "client_credentials", scopes)
    }

    /// Gets a token for a user name and a password (RFC 6749, section 4.3).
    public func token(user: String, password: String, scopes: [String] = []) async throws -> OAuth2Token {
        try await token(.password, "password", scopes, [("username", user), ("password", password)])
    }

    /// Exchanges the authorization code from the browser for a token (RFC 6749, section 4.1.3).
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - redirectURL: the URL to which the browser was redirected.
    ///   - verifier: the verifier of the code challenge (RFC 7636). Default: `nil`, there was no challenge.
    public func token(code: String, redirectURL: String, verifier: String? = nil) async throws -> OAuth2Token {
        let params = [
            ("code", code), ("redirect_uri", redirectURL.isEmpty ? nil : redirectURL), ("code_verifier", verifier),
        ]
        return try await token(.authorizationCode, "authorization_code", [], params)
    }

    /// Exchanges a refresh token for a new token (RFC 6749, section 6).
    ///
    /// - Parameters:
    ///   - refreshToken: the refresh token.
    ///   - flow: the way in which the app got the first token.
    public func refresh(
        _ refreshToken: String,
        of flow: OAuth2Scheme.FlowName = .authorizationCode
    ) async throws -> OAuth2Token {
        try await token(flow, "refresh_token", [], [("refresh_token", refreshToken)]) { $0.refreshURL ?? $0.tokenURL }
    }

    /// Gets the codes with which the user logs in on another device (RFC 8628). Show them, and call ``token(device:)``.
    public func deviceCode(scopes: [String] = []) async throws -> OAuth2DeviceCode {
        let url = try await url(.device, "device") { $0.deviceURL }
        return try await send(url, [Self.scope(scopes)])
    }

    /// Gets a token as soon as the user has logged in on another device. Polls the server at the interval that the server requests.
    ///
    /// - Throws: an ``OAuth2Error`` with ``OAuth2Error/Code/accessDenied`` or ``OAuth2Error/Code/expiredToken`` if the user has
    ///   rejected the login, or not logged in before the codes expired.
    public func token(device: OAuth2DeviceCode) async throws -> OAuth2Token {
        let time = TimeSource(clock)
        let end = time.now() + device.lifetime
        var interval = device.interval
        while time.now() + interval < end {
            try await time.sleep(time.now() + interval)
            do {
                let grant = "urn:ietf:params:oauth:grant-type:device_code"
                return try await token(.device, grant, [], [("device_code", device.deviceCode)])
            } catch {
                interval = try Self.interval(interval, after: error)
            }
        }
        throw OAuth2Error(.expiredToken, reason: "the user did not log in in time")
    }

    /// Returns the interval after a failed poll (RFC 8628, section 3.5). Throws the error if it ends the login.
    private static func interval(_ interval: Duration, after error: any Error) throws -> Duration {
        switch (error as? OAuth2Error)?.code {
        case .authorizationPending?: return interval
        case .slowDown?: return interval + .seconds(5)
        default: break
        }
        let cause =
            (error as? NetTaskError<OAuth2Reply<OAuth2Token>>)?.underlying
            ?? (error as? NetTaskError<URLTask.Failure>)?.underlying ?? error
        switch RetryDisposition(of: cause) {
        case .unsent?, .transient?: return interval * 2
        case .throttled(let after)?: return max(interval * 2, after ?? .zero)
        case .final?, .never?, nil: throw error
        }
    }

    private func token(
        _ flow: OAuth2Scheme.FlowName,
        _ grant: String,
        _ scopes: [String],
        _ params: [(String, String?)] = [],
        at place: (OAuth2Flow) -> String? = { $0.tokenURL }
    ) async throws -> OAuth2Token {
        let url = try await url(flow, grant, place)
        return try await send(url, [("grant_type", grant)] + params + [Self.scope(scopes)])
    }

    private static func scope(_ scopes: [String]) -> (String, String?) {
        ("scope", scopes.isEmpty ? nil : scopes.joined(separator: " "))
    }

    // MARK: Requests

    private func url(
        _ flow: OAuth2Scheme.FlowName,
        _ name: String,
        _ place: (OAuth2Flow) -> String?
    ) async throws -> String {
        var found = scheme[flow].flatMap(place)
        if found == nil, scheme.discoveryURL != nil { found = place(try await discover()) }
        guard let found else {
            throw OAuth2Error(.missingURL, reason: "the scheme has no URL for \(name)")
        }
        return scheme.resolved(found)
    }

    /// The URLs in the document at ``OAuth2Scheme/discoveryURL``.
    private func discover() async throws -> OAuth2Flow {
        let url = scheme.resolved(scheme.discoveryURL ?? "")
        let object = try JSONValue(json: try await queue.run(URLTask(url)).body)
        if let issuers = OAuth2Scheme.issuers(ofDocumentAt: url),
            !issuers.contains(object["issuer"]?.stringValue ?? "")
        {
            throw OAuth2Error(.invalidMetadata, reason: "the document at \(url) is of another `issuer`")
        }
        func endpoint(_ name: String) throws -> String? {
            guard let text = object[name]?.stringValue else { return nil }
            guard scheme.isSecure(text) else {
                throw OAuth2Error(.invalidMetadata, reason: "`\(name)` in the document at \(url) must have https")
            }
            return text
        }
        return OAuth2Flow(
            authorizationURL: object["authorization_endpoint"]?.stringValue,
            tokenURL: try endpoint("token_endpoint"),
            deviceURL: try endpoint("device_authorization_endpoint")
        )
    }

    private func send<Body: OAuth2Body>(_ url: String, _ params: [(String, String?)]) async throws -> Body {
        let reply: OAuth2Reply<Body>
        do throws(NetTaskError<OAuth2Reply<Body>>) {
            reply = try await queue.run(OAuth2Request<Body>(url: url, client: self, params: params))
        } catch .status(_, let failure?) {
            reply = failure
        }
        switch reply {
        case .error(let error): throw error
        case .body(let object):
            guard let body = Body(object, date: wallClock()) else { throw ParseError("the reply has no token") }
            return body
        }
    }

    private static func formText(_ text: String) -> String {
        PercentEncoding.encoded(text).replacing(bytes: "%20", with: "+")
    }

    /// Adds the ID and the secret of the client.
    func pack(into packer: inout ParameterPacker) {
        guard let secret, authentication == .basic else {
            packer.add("client_id", id)
            if let secret { packer.add("client_secret", packer.keepSecret(secret)) }
            return
        }
        // The ID and the secret are encoded as in a form, so that the ID can contain a colon.
        let pair = [id, secret].map(Self.formText).joined(separator: ":")
        let value = Data(pair.utf8).base64EncodedString()
        packer.keepSecret(value)
        packer.header("Authorization", "Basic \(value)")
    }
}

extension OAuth2Client: CustomReflectable {
    /// Does not contain the secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": id], displayStyle: .struct) }
}
