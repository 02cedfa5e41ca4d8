import Foundation
import HTTPTypes

/// Sends HTTP tasks over a transport, by one policy for all transports, and judges how they failed.
///
/// A message becomes an ``HTTPCall``, passes through the middleware, and goes out: with cookies if there is a jar, along
/// redirects, within the limits on time and size that the ``HTTPConfiguration`` says.
public final class HTTPNetTaskQueueHandler: NetTaskQueueHandler {
    let configuration: HTTPConfiguration
    let transport: any HTTPTransport
    let monitor: HTTPTimeoutMonitor
    private let random: RandomSource
    /// The base URLs that were met, cut into their parts. They are few: those of the clients.
    private let baseAddresses = Locked<[String: HTTPAddress]>([:])

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - transport: carries the requests.
    ///   - baseURL: takes the place of the base URL that the tasks' client has, such as for a staging server.
    ///   - configure: says what holds for all requests, where the defaults of ``HTTPConfiguration`` do not serve. Called at
    ///     once.
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

    /// Sends the message. A request that certainly never left is sent once more at once, in the same attempt: through the
    /// middleware, and told by ``NetTaskContext/reportResend(after:)``.
    ///
    /// - Returns: the reply, whatever its status.
    /// - Throws: ``TransportError``, ``NetTaskTimeoutError``, `CancellationError`, or what a middleware throws.
    public func send(_ message: HTTPMessage, context: NetTaskContext) async throws -> HTTPReply {
        var call: HTTPCall
        do {
            call = try await self.call(message, HTTPCallOptions(context.handlerOptions), context)
        } catch var error as TransportError {
            error.attempt = context.attempt
            throw error
        }
        // A middleware may throw without sending anything, or send several requests in one attempt.
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

    /// - Parameter requests: counts those that go out, and those of them that certainly never left; nil without middleware.
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

    // MARK: From message to call

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
                let reason = "the URL of what comes next leads to \(address.origin), and not to \(start.origin)"
                throw TransportError(.invalidRequest, reason: reason)
            }
            // A spec may say the whole URL.
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
            // Calls may name any number of base URLs.
            if addresses.count >= 100 { addresses = [:] }
            addresses[url] = address
        }
        return address
    }

    /// Those that the task set, the one for its idempotency key, those of the call, and those of the configuration.
    ///
    /// - Parameter address: where a URL leads to another origin than that of the base URL; else nil.
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
            // What the task or the call itself wants to send is not left out without a word.
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

    // MARK: Behind the middleware

    /// Sends a call, along redirects.
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
        // There is to be one header `Cookie` (RFC 6265, section 5.4). `HTTPFields` makes one of each pair, and a transport
        // may put commas between them, which are part of a value to a server.
        if let value = call.request.headerFields[.cookie] {
            call.request.headerFields[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
        }
        if call.request.authority == call.ownAuthority { call.operation.context.countRequest() }
        let reply = try await HTTPExchange(call, self).perform()
        configuration.cookies?.store(from: reply, to: call.request)
        return reply
    }

    /// Whatever put them there, such as a middleware: what could become something else on the wire does not go out.
    private func check(_ request: HTTPRequest) throws(TransportError) {
        if let authority = request.authority, !HTTPAddress.hasUsablePort(authority[...]) {
            let reason = "the port of \"\(authority)\" must be a number from 1 to 65535"
            throw TransportError(.invalidRequest, reason: reason)
        }
        for field in request.headerFields where !HTTPField.isValidValue(field.value) {
            let reason = "the value of the header \(field.name) holds CR, LF, NUL or another control character"
            throw TransportError(.invalidRequest, reason: reason)
        }
    }

    /// The error with what one needs to act, and without secrets.
    private func described(_ error: any Error, of call: HTTPCall, redirects: Int) -> any Error {
        // What a stream cannot read is known only here to be so.
        if error is CancellationError || error is ParseError { return error }
        if let error = error as? NetTaskTimeoutError, error.kind != .connect || redirects == 0 { return error }
        var result = error as? TransportError ?? TransportError(.other, reason: "\(error)", underlying: error)
        result.reason = call.redaction.text(result.reason)
        result.url = call.url
        result.attempt = call.operation.attempt
        if redirects > 0, result.kind == .cannotConnect || error is NetTaskTimeoutError {
            // The server that sent the redirect has seen the request.
            result.kind = .connectionLost
        }
        return result
    }

    // MARK: Judging failures

    /// Judges as ``RetryDisposition/init(of:now:)`` does. What says nothing is final.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        RetryDisposition(of: error, now: configuration.wallClock) ?? .final
    }

    /// The host and port that the task goes to.
    public func limitKey(of task: some NetTask<HTTPMessage, HTTPReply>, handlerOptions: [any Sendable]) -> String? {
        httpHostKey(of: task, baseURL: HTTPCallOptions(handlerOptions).baseURL ?? configuration.baseURL)
    }

    /// Asks the ``RetryQuota``, if there is one.
    public func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool {
        configuration.retryQuota?.spend(for: disposition) ?? true
    }

    /// Tells the ``RetryQuota``, if there is one.
    public func didSucceed(context: NetTaskContext) {
        configuration.retryQuota?.refund(for: context.retryReason)
    }
}
