public import HTTPTypes

/// Carries one HTTP request to a server and tells what comes back. All policy is the handler's: a transport follows no
/// redirect, keeps no cookie, uses no cache, has no time-out and repeats nothing.
public protocol HTTPTransport: Sendable {
    /// Sends the request, and tells `exchange` of all that happens until the response is complete. Called on the
    /// concurrency pool, for many requests at once.
    ///
    /// - Parameters:
    ///   - request: with scheme, authority, path and header fields. `Content-Length` is the transport's to add, from
    ///     the length of the body, as is `Transfer-Encoding`.
    ///   - body: nil for none; an empty one is sent as such.
    ///   - exchange: is told of the response and its body, at least. What ``HTTPExchange/receive(_:)-(HTTPResponse)``
    ///     and ``HTTPExchange/receive(_:)-(Data)`` throw ends the transfer.
    /// - Throws: ``TransportError`` if there is no complete response, also after its head has arrived;
    ///   `CancellationError` as soon as the Swift task that it runs in is cancelled. It must stop the transfer then.
    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws

    /// Whether it tells ``HTTPExchange/didConnect()`` as soon as a request begins to go out. Defaults to `false`; then
    /// there is no time-out for connecting alone.
    var tellsConnection: Bool { get }

    /// Whether it unpacks a body whose `Content-Encoding` has this value, which is in lower case. By default gzip and
    /// deflate are. A body in any other encoding fails the task, since nobody could read it.
    func unpacks(_ contentEncoding: String) -> Bool
}

extension HTTPTransport {
    public var tellsConnection: Bool { false }

    public func unpacks(_ contentEncoding: String) -> Bool {
        ["gzip", "deflate", "identity", ""].contains(contentEncoding)
    }
}

/// A transport that is told by callbacks how a request goes, and so needs no Swift task of its own to wait in. What
/// ``HTTPTransport/send(_:body:exchange:)`` promises holds here, too.
package protocol HTTPCallbackTransport: HTTPTransport {
    /// Begins to send the request, and returns at once.
    ///
    /// - Parameter whenDone: The transport calls it at the end, on any thread, and perhaps before this returns: with an error if the
    ///   response is not complete. Only the first call counts.
    /// - Returns: stops the transfer if it is not over; it may be called at any time, and `whenDone` need not be called
    ///   then.
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
    /// Begins to send a request; what ``HTTPCallbackTransport`` does, for all transports.
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
    /// - Returns: cancels the task.
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
    /// - Throws: ``TransportError`` of the kind `malformedReply` if it is not a number of three digits.
    package init(received code: Int) throws(TransportError) {
        guard (100...999).contains(code) else {
            throw TransportError(.malformedReply, reason: "the reply has the status \(code), which is none of HTTP")
        }
        self.init(code: code)
    }
}
