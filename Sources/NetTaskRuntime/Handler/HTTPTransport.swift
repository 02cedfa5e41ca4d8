public import Foundation
public import HTTPTypes

/// Sends one HTTP request and brings back its response, whatever the status. All policy is the handler's: a transport
/// follows no redirect, keeps no cookie, uses no cache and repeats nothing.
public protocol HTTPTransport: Sendable {
    /// Called on the concurrency pool, for many requests at once.
    ///
    /// - Parameters:
    ///   - request: with scheme, authority, path and header fields.
    ///   - body: the body, or nil for none; an empty one is sent as such.
    /// - Returns: the response and its complete body.
    /// - Throws: ``TransportError`` if there is no complete response, also after its head has arrived;
    ///   `CancellationError` as soon as the Swift task that it runs in is cancelled.
    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data)
}
