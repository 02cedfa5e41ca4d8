public import HTTPTypes

/// How a task fails in a mock. See ``MockAPI/on(_:fails:times:)``.
public struct MockFailure: Sendable {
    enum Kind: Sendable {
        /// A status with a body; with `nil`, the body that the spec states for the status.
        case status(Int, HTTPFields, JSONValue?)
        /// No complete reply.
        case error(any Error)
        case cut
        case delay(Duration)
    }

    let kind: Kind

    /// A reply with this status. The body is one that the spec states for the status, or else problem+json.
    ///
    /// - Parameters:
    ///   - status: the status of the reply.
    ///   - headers: additional headers, such as `Retry-After`. Default: none.
    public static func status(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> MockFailure {
        MockFailure(kind: .status(status.code, headers, nil))
    }

    /// A reply with this status and a JSON body, such as an error of the spec.
    ///
    ///     mock.on(PlaceOrder.self, fails: .status(.conflict, OutOfStock.mock { $0.available = 2 }))
    public static func status<Body: MockWritable>(
        _ status: HTTPResponse.Status,
        _ body: Body,
        headers: HTTPFields = [:]
    ) -> MockFailure {
        MockFailure(kind: .status(status.code, headers, Body.mockJSON(of: body, format: .iso8601) ?? .null))
    }

    /// The request is not sent, such as without a network.
    public static var cannotConnect: MockFailure {
        .error(TransportError(.cannotConnect, reason: "the mock has no connection"))
    }

    /// The connection is lost before the reply. The mock remembers nothing of the request.
    public static var connectionLost: MockFailure {
        .error(TransportError(.connectionLost, reason: "the mock lost the connection"))
    }

    /// The connection is lost in the middle of the reply's body, after the mock has done what the request asks for.
    public static var replyCutShort: MockFailure { MockFailure(kind: .cut) }

    /// The reply arrives after this time of the mock's clock.
    public static func delay(_ duration: Duration) -> MockFailure { MockFailure(kind: .delay(duration)) }

    /// The transport throws this error.
    public static func error(_ error: any Error) -> MockFailure { MockFailure(kind: .error(error)) }
}
