import Foundation
import HTTPTypes

/// The way of a call to its server and back, behind the middleware: cookies, redirects, limits.
struct HTTPNetwork: Sendable {
    private let configuration: HTTPConfiguration
    private let transport: any HTTPTransport
    private let watch: HTTPExchangeWatch

    init(_ configuration: HTTPConfiguration, _ transport: any HTTPTransport, _ time: TimeSource) {
        self.configuration = configuration
        self.transport = transport
        watch = HTTPExchangeWatch(time)
    }

    /// Sends a call, along redirects.
    func send(_ first: HTTPCall, _ context: NetTaskContext) async throws -> HTTPReply {
        var call = first
        var redirects = 0
        while true {
            let received: HTTPReceived
            do {
                received = try await exchange(call, isFirst: redirects == 0, context)
                let response = received.response
                if let next = try HTTPRedirect.next(of: call, from: first, after: response, configuration, redirects) {
                    call = next
                    redirects += 1
                    continue
                }
            } catch {
                throw described(error, of: call, redirects: redirects)
            }
            return reply(received, to: call)
        }
    }

    /// Sends once, and once more if it is certain that the server has seen nothing of it.
    private func exchange(_ call: HTTPCall, isFirst: Bool, _ context: NetTaskContext) async throws -> HTTPReceived {
        do {
            return try await exchangeOnce(call, context)
        } catch let error as TransportError
            where error.kind == .cannotConnect && isFirst && context.attempt == 1 && call.body?.isReplayable != false
        {
            return try await exchangeOnce(call, context)
        }
    }

    private func exchangeOnce(_ call: HTTPCall, _ context: NetTaskContext) async throws -> HTTPReceived {
        var request = call.request
        try check(request)
        configuration.cookies?.addCookies(to: &request)
        joinCookies(of: &request)
        let exchange = HTTPExchange(terms(of: call, context))
        let received = try await exchange.perform(request, body: call.body, over: transport)
        configuration.cookies?.store(from: received.response, to: request)
        return received
    }

    /// There is to be one header `Cookie` (RFC 6265, section 5.4). `HTTPFields` makes one of each pair, and a transport may
    /// put commas between them, which are part of a value to a server.
    private func joinCookies(of request: inout HTTPRequest) {
        guard let value = request.headerFields[.cookie] else { return }
        request.headerFields[fields: .cookie] = [HTTPField(name: .cookie, value: value)]
    }

    /// Whatever put them there, such as a middleware: what could become something else on the wire does not go out.
    private func check(_ request: HTTPRequest) throws(TransportError) {
        if let authority = request.authority, !HTTPAddress.hasUsablePort(authority[...]) {
            throw TransportError(
                .invalidRequest,
                reason: "the port of \"\(authority)\" must be a number from 1 to 65535"
            )
        }
        for field in request.headerFields where !HTTPField.isValidValue(field.value) {
            throw TransportError(
                .invalidRequest,
                reason: "the value of the header \(field.name) holds CR, LF, NUL or another control character"
            )
        }
    }

    private func terms(of call: HTTPCall, _ context: NetTaskContext) -> HTTPExchangeTerms {
        let endpoint = (context.task as? any HTTPNetTask).map { type(of: $0).endpoint }
        return HTTPExchangeTerms(
            watch: watch,
            timeouts: call.timeouts,
            transport: transport,
            method: call.request.method,
            bodyLength: call.body?.length,
            maxHeadSize: 256 * 1024,
            destination: { response in
                let isAccepted = endpoint?.accepts(response.status) ?? (200..<300).contains(response.status.code)
                if isAccepted, case .file(let url) = call.receiver {
                    return .init(sink: FileSink(destination: url), limit: configuration.maxFileSize)
                }
                return .init(limit: Int64(configuration.maxReplySize))
            },
            progress: { context.reportProgress($0) },
            timeout: { TimeoutError($0, limit: $1, task: context.name, attempt: context.attempt) }
        )
    }

    // MARK: What is told of it

    private func reply(_ received: HTTPReceived, to call: HTTPCall) -> HTTPReply {
        var reply = HTTPReply(
            status: received.response.status,
            headers: received.response.headerFields,
            body: received.body,
            method: call.request.method,
            url: call.replyURL,
            attempt: call.operation.attempt
        )
        reply.file = received.file
        reply.redaction = call.redaction
        return reply
    }

    /// The error with what one needs to act, and without secrets.
    private func described(_ error: any Error, of call: HTTPCall, redirects: Int) -> any Error {
        if error is CancellationError { return error }
        if let error = error as? TimeoutError, error.kind != .connect || redirects == 0 { return error }
        var result = error as? TransportError ?? TransportError(.other, reason: "\(error)", underlying: error)
        result.reason = call.redaction.text(result.reason)
        result.url = call.url
        result.attempt = call.operation.attempt
        if redirects > 0, result.kind == .cannotConnect || error is TimeoutError {
            // The server that sent the redirect has seen the request.
            result.kind = .connectionLost
        }
        return result
    }
}
