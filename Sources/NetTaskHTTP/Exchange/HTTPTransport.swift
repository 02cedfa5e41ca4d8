public import HTTPTypes

/// Sends single HTTP requests, and reports the replies. The handler applies policies: a transport follows no redirects, stores no
/// cookies, uses no cache, has no timeouts and repeats no requests.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and reports to `exchange` until the response is complete. Called on the concurrency pool, for several
    /// requests at the same time.
    ///
    /// - Parameters:
    ///   - request: the request, with scheme, authority, path and header fields. The transport adds `Content-Length`, from the
    ///     length of the body, or `Transfer-Encoding`.
    ///   - body: the body, or `nil`. An empty body is sent as an empty body.
    ///   - exchange: receives at least the response and its body. If ``HTTPExchange/receive(_:)-(HTTPResponse)`` or
    ///     ``HTTPExchange/receive(_:)-(Data)`` throws, the transport must stop the transfer.
    /// - Throws: ``TransportError`` if there is no complete response, even if its head has arrived; `CancellationError` as soon
    ///   as the current Swift task is cancelled. In that case, the transport must stop the transfer.
    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws

    /// Whether the transport calls ``HTTPExchange/didConnect()`` when it starts to send a request. If not, there is no separate
    /// timeout for connecting. Default: `false`.
    var reportsConnection: Bool { get }

    /// Whether the transport decodes bodies with this value of `Content-Encoding`, in lower case. A body in any other encoding
    /// ends the attempt with an error. Default: `true` for gzip and deflate.
    func decodes(_ contentEncoding: String) -> Bool
}

extension HTTPTransport {
    public var reportsConnection: Bool { false }

    public func decodes(_ contentEncoding: String) -> Bool {
        ["gzip", "deflate", "identity", ""].contains(contentEncoding)
    }
}

/// A transport that reports through callbacks, and so needs no Swift task to wait in. The requirements of
/// ``HTTPTransport/send(_:body:exchange:)`` apply.
package protocol HTTPCallbackTransport: HTTPTransport {
    /// Starts to send a request, and returns immediately.
    ///
    /// - Parameter whenDone: called by the transport at the end, on any thread, and possibly before this method returns. The
    ///   argument is an error if the response is not complete. Only the first call has an effect.
    /// - Returns: a closure that stops the transfer. It may be called at any time. After that, `whenDone` does not have to be
    ///   called.
    func start(
        _ request: HTTPRequest,
        body: HTTPRequestBody?,
        exchange: HTTPExchange,
        whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable () -> Void
}

extension HTTPCallbackTransport {
    public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        try await CancellableWait().run { start(request, body: body, exchange: exchange, whenDone: $0) }
    }
}

extension HTTPTransport {
    /// Starts to send a request, with callbacks or in a Swift task.
    func begin(
        _ request: HTTPRequest,
        _ body: HTTPRequestBody?,
        _ exchange: HTTPExchange,
        _ whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable () -> Void {
        if let transport = self as? any HTTPCallbackTransport {
            return transport.start(request, body: body, exchange: exchange, whenDone: whenDone)
        }
        return inTask(whenDone) { try await send(request, body: body, exchange: exchange) }
    }

    /// Runs the closure in a Swift task.
    ///
    /// - Returns: a closure that cancels the task.
    package func inTask(
        _ whenDone: @escaping @Sendable ((any Error)?) -> Void,
        _ body: @escaping @Sendable () async throws -> Void
    ) -> @Sendable () -> Void {
        let task = Task {
            do {
                try await body()
                whenDone(nil)
            } catch {
                whenDone(error)
            }
        }
        return { task.cancel() }
    }
}

extension HTTPResponse.Status {
    /// - Throws: ``TransportError`` of the kind `malformedReply` if the code does not have three digits.
    package init(received code: Int) throws(TransportError) {
        guard (100...999).contains(code) else {
            throw TransportError(.malformedReply, reason: "the reply has the invalid HTTP status code \(code)")
        }
        self.init(code: code)
    }
}
