package import HTTPTypes

/// A transport that is told by callbacks how a request goes, and so needs no Swift task of its own to wait in. What
/// ``HTTPTransport/send(_:body:exchange:)`` promises holds here, too.
package protocol HTTPCallbackTransport: HTTPTransport {
    /// Begins to send the request, and returns at once.
    ///
    /// - Parameter whenDone: to be called once, with the error if there is no complete response; perhaps before this
    ///   returns, and on any thread.
    /// - Returns: stops the transfer if it is not over; it may be called at any time, and `whenDone` need not be called
    ///   then.
    func start(
        _ request: HTTPRequest,
        body: HTTPRequestBody?,
        exchange: HTTPExchange,
        whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable () -> Void
}
