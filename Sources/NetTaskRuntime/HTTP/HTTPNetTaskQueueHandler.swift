public import Foundation
import HTTPTypes

/// Sends HTTP tasks over a transport, by one policy for all transports, and judges how they failed.
///
/// A message becomes an ``HTTPCall``, passes through the middleware, and goes out: with cookies if there is a jar, along
/// redirects, within the limits on time and size that the ``HTTPConfiguration`` says.
public struct HTTPNetTaskQueueHandler: NetTaskQueueHandler {
    private let baseURL: String?
    private let configuration: HTTPConfiguration
    private let network: HTTPNetwork
    private let wallClock: @Sendable () -> Date
    private let random: RandomSource

    /// - Parameters:
    ///   - baseURL: takes the place of the base URL that the tasks' client has, such as for a staging server.
    ///   - configuration: what holds for all requests.
    ///   - transport: what carries the requests.
    ///   - clock: what time-outs are measured by.
    ///   - wallClock: what dates in `Retry-After` are compared with where a reply has no date of its own.
    ///   - random: where the boundaries of multipart bodies come from.
    public init(
        baseURL: String? = nil,
        configuration: HTTPConfiguration = HTTPConfiguration(),
        transport: any HTTPTransport = URLSessionTransport(),
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: @escaping @Sendable () -> Date = { Date() },
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.baseURL = baseURL
        self.configuration = configuration
        self.network = HTTPNetwork(configuration, transport, TimeSource(clock))
        self.wallClock = wallClock
        self.random = RandomSource(random)
    }

    /// Sends the message.
    ///
    /// - Returns: the reply, whatever its status.
    /// - Throws: ``TransportError``, ``TimeoutError``, `CancellationError`, or what a middleware throws.
    public func send(_ message: HTTPMessage, context: NetTaskContext) async throws -> HTTPReply {
        let options = HTTPCallOptions(context.handlerOptions)
        let call: HTTPCall
        do {
            call = try self.call(message, options, context)
        } catch var error as TransportError {
            error.attempt = context.attempt
            throw error
        }
        try Task.checkCancellation()
        let send: @Sendable (HTTPCall) async throws -> HTTPReply = { try await network.send($0, context) }
        if configuration.middleware.isEmpty { return try await send(call) }
        return try await configuration.middleware.reversed().reduce(send) { next, middleware in
            { try await middleware.send($0, next: next) }
        }(call)
    }

    private func call(_ message: HTTPMessage, _ options: HTTPCallOptions, _ context: NetTaskContext) throws -> HTTPCall
    {
        let route = try HTTPRoute(of: message, from: options.baseURL ?? baseURL ?? message.baseURL)
        let address = route.address
        let operation = HTTPOperation(message, context)
        let ownHeaders = try self.headers(of: message, operation)
        var headers = try options.merged(into: ownHeaders)
        try route.check(headers)
        let commonHeaders = route.withoutCredentials(configuration.headers)
        for field in commonHeaders where !ownHeaders.contains(field.name) && !options.names(field.name) {
            headers.append(field)
        }
        if let own = ownHeaders[.cookie], let others = commonHeaders[.cookie], !options.names(.cookie) {
            headers[.cookie] = CookieText.joined(own, others)
        }
        if let userAgent = configuration.userAgent, !headers.contains(.userAgent) {
            headers[.userAgent] = userAgent
        }
        let body = try message.body.map { try HTTPRequestBody.make(of: $0, random: random.next) }
        if let contentType = body?.contentType, !headers.contains(.contentType) {
            headers[.contentType] = contentType
        }
        if let credentials = route.credentials, !headers.contains(.authorization) {
            headers[.authorization] = BasicCredentials.value(of: credentials)
        }
        var call = HTTPCall(
            request: HTTPRequest(
                method: message.method,
                scheme: address.scheme,
                authority: address.authority,
                path: address.path,
                headerFields: headers
            ),
            body: body?.body,
            timeouts: options.timeouts ?? configuration.timeouts,
            secrets: message.secrets,
            operation: operation
        )
        call.leavesOrigin = route.leavesOrigin
        if message.receivesFile {
            call.receiver = .file(options.destination)
        }
        return call
    }

    /// Those that the task set, and the one for its idempotency key.
    private func headers(of message: HTTPMessage, _ operation: HTTPOperation) throws(TransportError) -> HTTPFields {
        guard let key = operation.idempotencyKey, let field = operation.delivery.idempotencyKey else {
            return message.headers
        }
        guard let name = HTTPField.Name(field.header) else {
            throw TransportError(
                .invalidRequest,
                reason: "\"\(excerpt(of: field.header.utf8))\" cannot be the name of a header for the idempotency key"
            )
        }
        var headers = message.headers
        headers[name] = field.value(of: key)
        return headers
    }

    // MARK: Judging failures

    /// Judges by the kind of a ``TransportError`` or ``TimeoutError`` and by the status of a ``StatusError``.
    ///
    /// `Retry-After` (RFC 9110, section 10.2.3) counts with 429 and 503, in seconds or as a date; a date is compared with
    /// that of the reply.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        switch error {
        case let error as TransportError: disposition(of: error.kind)
        case let error as StatusError: disposition(of: error)
        case let error as TimeoutError: error.kind == .connect ? .unsent : .transient
        case is PackError, is HTTPAuthenticationError, is CancellationError: .never
        default: .final
        }
    }

    /// The host and port that the task goes to.
    public func limitKey(of task: some NetTask<HTTPMessage, HTTPReply>, handlerOptions: [any Sendable]) -> String? {
        let baseURL = HTTPCallOptions(handlerOptions).baseURL ?? baseURL
        return (task as? any HTTPNetTask).flatMap { HTTPAddress.host(of: $0, baseURL: baseURL) }
    }

    /// Asks the ``RetryQuota``, if there is one.
    public func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool {
        configuration.retryQuota?.spend(for: disposition) ?? true
    }

    /// Tells the ``RetryQuota``, if there is one.
    public func didSucceed(context: NetTaskContext) {
        configuration.retryQuota?.refund(for: context.retryReason)
    }

    private func disposition(of kind: TransportError.Kind) -> RetryDisposition {
        switch kind {
        case .cannotConnect: .unsent
        case .connectionLost, .malformedReply, .other: .transient
        case .notSecure, .replyTooLarge, .redirect: .final
        case .invalidRequest: .never
        }
    }

    private func disposition(of error: StatusError) -> RetryDisposition {
        let wait = RetryAfter.wait(in: error.headers, now: wallClock)
        return switch error.code {
        case 429: .throttled(after: wait)
        case 503: wait.map { .throttled(after: $0) } ?? .transient
        case 408, 425, 500, 502, 504: .transient
        default: .final
        }
    }
}
