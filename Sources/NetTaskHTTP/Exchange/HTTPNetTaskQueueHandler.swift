import HTTPTypes
import NetTaskSystem

/// Sends HTTP tasks with a transport, and decides which of their errors may be retried. The policy is the same for all
/// transports.
///
/// A message becomes an ``HTTPCall`` and passes through the middleware. Then it is sent with the cookies of the jar. Redirects,
/// timeouts and size limits are those of the ``HTTPConfiguration``.
public final class HTTPNetTaskQueueHandler: NetTaskQueueHandler {
    let configuration: HTTPConfiguration
    let transport: any HTTPTransport
    let monitor: HTTPTimeoutMonitor
    private let random: RandomSource
    /// The parsed base URLs. They are few: those of the clients.
    private let baseAddresses = Locked<[String: HTTPAddress]>([:])

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - baseURL: replaces the base URL of the tasks' client, for example with that of a staging server. Default: `nil`, the
    ///     base URL of the client.
    ///   - configure: changes the default ``HTTPConfiguration``. Called immediately.
    public init(
        transport: any HTTPTransport,
        baseURL: String? = nil,
        _ configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) {
        var configuration = HTTPConfiguration(configure)
        configuration.baseURL = baseURL ?? configuration.baseURL
        self.configuration = configuration
        self.transport = transport
        monitor = HTTPTimeoutMonitor(TimeSource(configuration.clock))
        random = RandomSource(configuration.random)
    }

    /// Sends a message.
    ///
    /// If the request was certainly not sent, it is sent once more, immediately and in the same attempt. It passes through the
    /// middleware again, and ``NetTaskContext/reportResend(after:)`` reports it.
    ///
    /// - Returns: the reply, with any status.
    /// - Throws: ``TransportError``, ``NetTaskTimeoutError``, `CancellationError`, or an error of a middleware.
    public func send(_ message: HTTPMessage, context: NetTaskContext) async throws -> HTTPReply {
        var call: HTTPCall
        do {
            call = try await self.call(message, HTTPCallOptions(context.handlerOptions), context)
        } catch var error as TransportError {
            error.method = message.method.rawValue
            error.url = Redaction(secrets: message.secrets).url(message.uri)
            error.attempt = context.attempt
            throw error
        }
        // A middleware may throw without sending anything, or send several requests in one attempt. Then nothing is sent again.
        let requests = configuration.middleware.isEmpty ? nil : Locked((count: 0, refusedCount: 0))
        try Task.checkCancellation()
        do {
            return try await send(call, requests)
        } catch let error as TransportError
            where error.kind == .cannotConnect && call.body?.isReplayable != false
            && requests?.withLock({ $0 == (1, 1) }) != false
        {
            try Task.checkCancellation()
            context.reportResend(after: error)
            call.isResend = true
            return try await send(call, requests)
        }
    }

    /// - Parameter requests: counts the requests, and those that were certainly not sent; `nil` without middleware.
    private func send(
        _ call: HTTPCall,
        _ requests: Locked<(count: Int, refusedCount: Int)>?
    ) async throws -> HTTPReply {
        guard let requests else { return try await follow(call) }
        return try await configuration.middleware[...].send(call) { call in
            requests.withLock { $0.count += 1 }
            do {
                return try await self.follow(call)
            } catch let error as TransportError where error.kind == .cannotConnect {
                requests.withLock { $0.refusedCount += 1 }
                throw error
            }
        }
    }

    // MARK: Making the call

    private func call(
        _ message: HTTPMessage,
        _ options: HTTPCallOptions,
        _ context: NetTaskContext
    ) async throws -> HTTPCall {
        let operation = HTTPOperation(message, context)
        let base = { try (options.baseURL ?? self.configuration.baseURL ?? message.baseURL).map(self.baseAddress) }
        let address: HTTPAddress
        var credentials: String?
        var leavesOrigin = false
        if let followed = message.followed {
            var base = try base()
            let start = try followed.home.map { try HTTPAddress($0, relativeTo: base) }
            address = try HTTPAddress(followed, query: message.query, relativeTo: start ?? base)
            if let start, !address.isSameOrigin(as: start) {
                let reason = "the URL of the next page leads to \(address.origin) instead of \(start.origin)"
                throw TransportError(.invalidRequest, reason: reason)
            }
            // The uri in the spec may be a whole URL.
            if case .uri? = followed.home { base = start }
            leavesOrigin = base.map { !address.isSameOrigin(as: $0) } ?? true
            credentials = leavesOrigin ? nil : base?.credentials
        } else {
            address = try HTTPAddress(message.uri, query: message.query, relativeTo: base())
            credentials = address.credentials
        }
        var makeReceiver = message.receiver.map { receiver in { @Sendable in receiver } }
        if message.receivesFile {
            let (destination, maxSize) = (options.destination, configuration.maxFileSize)
            if let destination { try await onDisk { try FileSink.check(destination) } }
            makeReceiver = { FileSink(destination: destination, maxSize: maxSize) }
        }
        var headers = try self.headers(of: message, options, operation, leaving: leavesOrigin ? address : nil)
        var body = message.body
        if body?.isPrepared == false {
            body = try await body?.prepared(random: random.next)
        }
        if let contentType = body?.contentType, !headers.contains(.contentType) {
            headers[.contentType] = contentType
        }
        if let credentials, !headers.contains(.authorization) {
            headers[.authorization] = HTTPAddress.authorization(of: credentials)
        }
        var call = HTTPCall(
            request: HTTPRequest(
                method: message.method,
                scheme: address.scheme,
                authority: address.authority,
                path: address.target,
                headerFields: headers
            ),
            body: body,
            timeouts: options.timeouts ?? configuration.timeouts,
            secrets: message.secrets,
            operation: operation
        )
        call.leavesOrigin = leavesOrigin
        call.ownAuthority = address.authority
        call.rateLimits = options.rateLimits ?? configuration.rateLimits
        call.makeReceiver = makeReceiver
        return call
    }

    private func baseAddress(_ url: String) throws -> HTTPAddress {
        if let address = baseAddresses.withLock({ $0[url] }) { return address }
        let address = try HTTPAddress(url)
        baseAddresses.withLock { addresses in
            // Limited, because calls may use any number of base URLs.
            if addresses.count >= 100 { addresses = [:] }
            addresses[url] = address
        }
        return address
    }

    /// Merges the headers of the task, the idempotency key, the headers of the call, and those of the configuration.
    ///
    /// - Parameter address: the address, if it leaves the origin of the base URL; otherwise `nil`.
    private func headers(
        of message: HTTPMessage,
        _ options: HTTPCallOptions,
        _ operation: HTTPOperation,
        leaving address: HTTPAddress?
    ) throws(TransportError) -> HTTPFields {
        var own = message.headers
        if let key = operation.idempotencyKey, let field = operation.context.settings.idempotencyKey {
            let name = try HTTPField.Name(checked: field.header, of: "a header for the idempotency key")
            own[name] = field.value(of: key)
        }
        var headers = options.headers.isEmpty ? own : try options.merged(into: own)
        let isCredential = Redaction(secrets: []).isConfined
        if let address {
            // An error, because headers of the task or the call must not be dropped silently.
            let header = headers.first(where: isCredential).map { "the header \($0.name)" }
            if let what = header ?? (message.followed?.isBesideSecrets == true ? "the task's secrets" : nil) {
                throw TransportError(
                    .invalidRequest,
                    reason: "the URL leads to \(address.origin), which is not the origin of the base URL, and \(what) "
                        + "must not go there; a call with `.baseURL(\"\(address.origin)\")` allows it"
                )
            }
        }
        let given = headers
        for field in configuration.headers where !given.contains(field.name) {
            if address == nil || !isCredential(field) { headers.append(field) }
        }
        if address == nil, let cookies = own[.cookie], let others = configuration.headers[.cookie],
            !options.headers.keys.contains(where: { $0.lowercased() == "cookie" })
        {
            headers[.cookie] = CookieText.joined(cookies, others)
        }
        if let userAgent = configuration.userAgent, !headers.contains(.userAgent) {
            headers[.userAgent] = userAgent
        }
        return headers
    }

    // MARK: After the middleware

    /// Sends a call, and follows redirects.
    private func follow(_ first: HTTPCall) async throws -> HTTPReply {
        var call = first
        var redirects = HTTPRedirects(first: first, configuration: configuration)
        while true {
            do {
                let reply = try await exchange(call)
                guard let next = try redirects.next(of: call, after: reply) else { return reply }
                call = next
            } catch {
                throw described(error, of: call, redirects: redirects.count)
            }
        }
    }

    private func exchange(_ call: HTTPCall) async throws -> HTTPReply {
        var call = call
        try check(call.request)
        configuration.cookies?.addCookies(to: &call.request)
        // There must be only one `Cookie` header (RFC 6265, section 5.4). `HTTPFields` splits it into one field for each pair,
        // and a transport may join them with commas, which a server would take for a part of a value.
        if let value = call.request.headerFields[.cookie] {
            call.request.headerFields[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
        }
        if call.request.authority == call.ownAuthority { call.operation.context.countRequest() }
        let reply = try await HTTPExchange(call, self).perform()
        configuration.cookies?.store(from: reply, to: call.request)
        return reply
    }

    /// Rejects values that could change the meaning of the request on the wire. Anything before this, such as a middleware, may
    /// have set them.
    private func check(_ request: HTTPRequest) throws(TransportError) {
        if let authority = request.authority, !HTTPAddress.hasUsablePort(authority[...]) {
            let reason = "the port of \"\(authority)\" must be a number from 1 to 65535"
            throw TransportError(.invalidRequest, reason: reason)
        }
        for field in request.headerFields where !HTTPField.isValidValue(field.value) {
            let reason = "the value of the header \(field.name) contains CR, LF, NUL or another control character"
            throw TransportError(.invalidRequest, reason: reason)
        }
    }

    /// Adds the URL and the attempt to an error, and hides secrets.
    private func described(_ error: any Error, of call: HTTPCall, redirects: Int) -> any Error {
        // Errors of a stream that is being read have no URL to add.
        if error is CancellationError || error is ParseError { return error }
        if let error = error as? NetTaskTimeoutError, error.kind != .connect || redirects == 0 { return error }
        var result = error as? TransportError ?? TransportError(.other, reason: "\(error)", underlying: error)
        result.reason = call.redaction.text(result.reason)
        result.method = call.request.method.rawValue
        result.url = call.url
        result.attempt = call.operation.attempt
        if redirects > 0, result.kind == .cannotConnect || error is NetTaskTimeoutError {
            // The server that sent the redirect has received the request.
            result.kind = .connectionLost
        }
        return result
    }

    // MARK: Judging errors

    /// Returns the disposition of ``RetryDisposition/init(of:now:)``, or `final` if there is none.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        RetryDisposition(of: error, now: configuration.wallClock) ?? .final
    }

    /// Returns the host and port of the task.
    public func limitKey(of task: some NetTask<HTTPMessage, HTTPReply>, handlerOptions: [any Sendable]) -> String? {
        httpHostKey(of: task, baseURL: HTTPCallOptions(handlerOptions).baseURL ?? configuration.baseURL)
    }

    /// Spends tokens of the ``RetryQuota``, if there is one.
    public func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool {
        configuration.retryQuota?.spend(for: disposition) ?? true
    }

    /// Returns tokens to the ``RetryQuota``, if there is one.
    public func didSucceed(context: NetTaskContext) {
        configuration.retryQuota?.refund(for: context.retryReason)
    }
}
