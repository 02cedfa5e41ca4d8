public import Foundation
import HTTPTypes

/// Sends a token with each request (RFC 6750), and gets a new one when it is about to expire or the server refuses it.
///
///     let credentials = BearerCredentials(hosts: ["api.example.com"]) { _ in
///         let login = try await loginQueue.run(LogIn(name: name, password: password))
///         return .init(login.token, expires: .now + login.expiresIn)
///     }
///     let queue = HTTPNetTaskQueue { $0.middleware = [credentials] }
///
/// However many requests need a new token, it is asked for once, and all wait for it. A request that is answered with 401
/// is sent once more: with the token that others have got meanwhile, or with a new one. A body that is a stream cannot be
/// sent twice; then the 401 is the reply. Requests that have an `Authorization` of their own are left alone.
///
/// The closure must not wait for a queue that has this middleware: its request would wait for the token, too.
public final class BearerCredentials: HTTPMiddleware {
    /// A token and the time it is good for.
    public struct Token: Sendable, Hashable {
        /// As it is sent, without `Bearer`.
        public var value: String
        /// nil if nobody knows; then it is used until a server refuses it.
        public var expires: Date?

        /// Makes a token.
        public init(_ value: String, expires: Date? = nil) {
            self.value = value
            self.expires = expires
        }
    }

    private struct State {
        var token: Token?
        /// The refresh that is under way.
        var refresh: Task<Token, any Error>?
        /// When the latest refreshes were begun.
        var begun: [Date] = []
    }

    /// How many refreshes are made in ``window`` seconds. One more is an error, since a server that refuses each new token
    /// would be asked for ever.
    private static let limit = 5
    private static let window: TimeInterval = 30

    private let leeway: TimeInterval
    private let hosts: Set<String>?
    private let timeout: Duration
    private let time: TimeSource
    private let wallClock: @Sendable () -> Date
    private let refresh: @Sendable (Token?) async throws -> Token
    private let state: Locked<State>

    /// - Parameters:
    ///   - token: the first one, if there is one. One that cannot be sent, such as an empty one, fails each attempt with a
    ///     ``BearerCredentialsError``.
    ///   - leeway: how long before it expires a token is replaced, in seconds. Defaults to 30.
    ///   - hosts: where it may go, such as `api.example.com`; nil, the default, for wherever a request goes but
    ///     ``HTTPCall/leavesOrigin``. A redirect to another origin never takes it along.
    ///   - timeout: how long a refresh may take. Defaults to 60 seconds. One that takes longer is cancelled, and fails with
    ///     ``BearerCredentialsError/timeout``.
    ///   - clock: what that is measured by.
    ///   - wallClock: what the end of a token is compared with.
    ///   - refresh: gets a new token in place of the one that is given, nil for the first. Called by one at a time, on the
    ///     concurrency pool. What it throws fails all the attempts that wait for it, and the next one asks again. An attempt
    ///     that is cancelled waits no longer; the others do.
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

    /// The token that is used at the moment.
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

    /// Another token than the one that does not serve: the present one, if it is another, or a new one.
    private func token(after old: Token?) async throws -> Token {
        let now = wallClock()
        let refresh: Task<Token, any Error> = try state.withLock { state in
            if let task = state.refresh { return task }
            if let token = state.token, token != old { return Task { token } }
            state.begun.removeAll { now.timeIntervalSince($0) >= Self.window }
            if state.begun.count >= Self.limit { throw BearerCredentialsError.excessiveRefresh }
            state.begun.append(now)
            // Of its own, so that who waits may be cancelled without the others.
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
    /// Everything but the token itself.
    var members: KeyValuePairs<String, Any> { ["value": Redaction.mark, "expires": expires as Any] }
}

extension BearerCredentials: CustomReflectable {
    /// Nothing of its token.
    public var customMirror: Mirror { Mirror(self, children: ["hosts": hosts as Any]) }
}

/// Why there is no token.
public enum BearerCredentialsError: Error, Sendable, Hashable {
    /// Five tokens in 30 seconds were refused or expired: something is wrong with them.
    case excessiveRefresh
    /// A new token did not come in time.
    case timeout
    /// The token is an empty text.
    case emptyToken
    /// The token cannot stand in a header.
    case unusableToken
}

extension BearerCredentialsError: DescribedError {
    public var description: String {
        switch self {
        case .excessiveRefresh: "five new tokens within 30 seconds did not serve; the next is asked for later"
        case .timeout: "a new token did not come in time"
        case .emptyToken: "the token is empty; give BearerCredentials no token if there is none yet"
        case .unusableToken: "the token holds characters that cannot stand in a header"
        }
    }
}
