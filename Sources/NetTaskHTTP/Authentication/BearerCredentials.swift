import HTTPTypes
public import NetTaskSystem

/// Sends a bearer token with each request (RFC 6750), and gets a new token when the current one is about to expire or the
/// server rejects it.
///
///     let credentials = BearerCredentials(hosts: ["api.example.com"]) { _ in
///         let login = try await loginQueue.run(LogIn(name: name, password: password))
///         return .init(login.token, expires: .now + login.expiresIn)
///     }
///     let queue = HTTPNetTaskQueue { $0.middleware = [credentials] }
///
/// If several requests need a new token, the closure is called once, and all of them wait for it. After a reply with status
/// 401, the request is sent again once, with the new token. A stream as the body cannot be sent twice, so in this case the task
/// receives the reply with status 401. Requests with their own `Authorization` header are not changed.
///
/// The closure must not await a task of a queue with this middleware, because its request would wait for the same token.
public final class BearerCredentials: HTTPMiddleware {
    /// A token and its expiry date.
    public struct Token: Sendable, Hashable {
        /// The token as it is sent, without `Bearer`.
        public var value: String
        /// The expiry date, or `nil` if it is unknown. Then the token is used until a server rejects it.
        public var expires: Date?

        /// Makes a token.
        public init(_ value: String, expires: Date? = nil) {
            self.value = value
            self.expires = expires
        }
    }

    private struct State {
        var token: Token?
        /// The refresh that is running.
        var refresh: Task<Token, any Error>?
        /// The times at which the latest refreshes began.
        var begun: [Date] = []
    }

    /// The maximum number of refreshes within ``window`` seconds. A further refresh is an error: a server that rejects each new
    /// token would otherwise cause an endless loop.
    private static let limit = 5
    private static let window: TimeInterval = 30

    private let leeway: TimeInterval
    private let hosts: Set<String>?
    private let timeout: Duration
    private let time: TimeSource
    private let wallClock: @Sendable () -> Date
    private let refresh: @Sendable (Token?) async throws -> Token
    private let state: Locked<State>

    /// Makes credentials.
    ///
    /// - Parameters:
    ///   - token: the first token, or `nil`. If it cannot be sent, for example because it is empty, each attempt fails with a
    ///     ``BearerCredentialsError``.
    ///   - leeway: how long before its expiry a token is replaced, in seconds. Default: 30.
    ///   - hosts: the hosts that receive the token, such as `api.example.com`. Default: `nil`, all hosts, except for calls with
    ///     ``HTTPCall/leavesOrigin``. After a redirect to another origin, the token is never sent.
    ///   - timeout: the timeout of a refresh. A refresh that exceeds it is cancelled and fails with
    ///     ``BearerCredentialsError/timeout``. Default: 60 seconds.
    ///   - clock: measures the timeout.
    ///   - wallClock: returns the current date, which is compared with the expiry of the token.
    ///   - refresh: returns a new token to replace its argument, which is `nil` for the first token. Called on the concurrency
    ///     pool, one call at a time. If it throws, all attempts that wait for the token fail, and the next attempt calls it
    ///     again. An attempt that is cancelled stops waiting.
    public init(
        _ token: Token? = nil,
        leeway: TimeInterval = 30,
        hosts: Set<String>? = nil,
        timeout: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping @Sendable (Token?) async throws -> Token
    ) {
        self.leeway = leeway
        self.hosts = hosts
        self.timeout = timeout
        time = TimeSource(clock)
        self.wallClock = wallClock
        self.refresh = refresh
        state = Locked(State(token: token))
    }

    /// The current token.
    public var token: Token? { state.withLock { $0.token } }

    public func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        if call.request.headerFields.contains(.authorization) || !call.goes(to: hosts) {
            return try await next(call)
        }
        let token = try await usableToken()
        try Self.check(token)
        let reply = try await next(Self.add(token, to: call))
        guard reply.status.code == 401, call.body?.isReplayable != false else { return reply }
        return try await next(Self.add(try await self.token(after: token), to: call))
    }

    /// - Throws: ``BearerCredentialsError`` if the token cannot be sent.
    private static func check(_ token: Token) throws(BearerCredentialsError) {
        if token.value.isEmpty { throw .emptyToken }
        if !HTTPField.isValidValue(token.value) { throw .unusableToken }
    }

    private static func add(_ token: Token, to call: HTTPCall) -> HTTPCall {
        var call = call
        call.request.headerFields[.authorization] = "Bearer \(token.value)"
        return call
    }

    private func usableToken() async throws -> Token {
        if let token, token.expires.map({ $0 > wallClock() + leeway }) ?? true { return token }
        return try await self.token(after: token)
    }

    /// Returns a token other than the rejected one: the current token, if it differs, or a new one.
    private func token(after old: Token?) async throws -> Token {
        let now = wallClock()
        let refresh: Task<Token, any Error> = try state.withLock { state in
            if let task = state.refresh { return task }
            if let token = state.token, token != old { return Task { token } }
            state.begun.removeAll { now.timeIntervalSince($0) >= Self.window }
            if state.begun.count >= Self.limit { throw BearerCredentialsError.excessiveRefresh }
            state.begun.append(now)
            // A separate task, so that one waiting attempt can be cancelled without the others.
            let task = Task { [present = state.token] in try await self.newToken(after: present) }
            state.refresh = task
            return task
        }
        return try await CancellableWait().value(of: refresh)
    }

    private func newToken(after old: Token?) async throws -> Token {
        defer { state.withLock { $0.refresh = nil } }
        let wait = CancellableWait()
        let timer = Task {
            guard (try? await time.sleep(time.now() + timeout)) != nil else { return }
            wait.fail(BearerCredentialsError.timeout)
        }
        defer { timer.cancel() }
        let refresh = Task { try await self.refresh(old) }
        let token = try await wait.value(of: refresh) { refresh.cancel() }
        try Self.check(token)
        state.withLock { $0.token = token }
        return token
    }
}

extension BearerCredentials.Token: SelfDescribing {
    /// All members except for the token itself.
    var members: KeyValuePairs<String, Any> { ["value": Redaction.mark, "expires": expires as Any] }
}

extension BearerCredentials: CustomReflectable {
    /// Does not contain the token.
    public var customMirror: Mirror { Mirror(self, children: ["hosts": hosts as Any]) }
}

/// The reason why there is no usable token.
public enum BearerCredentialsError: Error, Sendable, Hashable {
    /// Five tokens were rejected or expired within 30 seconds.
    case excessiveRefresh
    /// The refresh exceeded its timeout.
    case timeout
    /// The token is empty.
    case emptyToken
    /// The token contains characters that are invalid in a header.
    case unusableToken
}

extension BearerCredentialsError: DescribedError {
    public var description: String {
        switch self {
        case .excessiveRefresh: "5 tokens were rejected within 30 seconds; try again later"
        case .timeout: "the request for a new token timed out"
        case .emptyToken: "the token is empty; if there is no token yet, pass nil to BearerCredentials"
        case .unusableToken: "the token contains characters that are invalid in a header"
        }
    }
}
