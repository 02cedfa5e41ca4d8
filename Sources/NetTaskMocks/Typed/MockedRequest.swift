public import Foundation
public import HTTPTypes

/// A request that a mock has received.
///
///     let request = mock.requests(of: PlaceOrder.self)[0]
///     #expect(request.json?["quantity"]?.intValue == 2)
///
/// Descriptions contain only the method and the endpoint, because the rest can contain secrets.
public struct MockedRequest: Sendable {
    /// The HTTP method.
    public let method: HTTPRequest.Method
    /// The path and query of the URL, percent-encoded.
    public let target: String
    /// The headers.
    public let headers: HTTPFields
    /// The body; empty if there is none.
    public let body: Data
    /// The endpoint that it was for, such as `Orders.Place`, or `nil` if it matches none.
    public let endpoint: String?

    init(_ request: MockRequest, _ method: HTTPRequest.Method, endpoint: String?) {
        self.method = method
        target = request.target
        headers = request.headers
        body = request.body
        self.endpoint = endpoint
    }

    /// The path of the URL, percent-encoded.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The values of the query with this name, in order, without escapes.
    public func query(_ name: String) -> [String] { values(of: name, in: target.drop { $0 != "?" }.dropFirst()) }

    /// The values of the form in the body with this name, in order, without escapes.
    public func form(_ name: String) -> [String] { values(of: name, in: String(decoding: body, as: UTF8.self)[...]) }

    /// The body as JSON, or `nil` if it is not JSON.
    public var json: JSONValue? { try? JSONValue(json: body) }

    private func values(of name: String, in text: Substring) -> [String] {
        FormPair.pairs(of: String(text)).filter { $0.name == name }.map(\.value)
    }
}

extension MockedRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the endpoint.
    public var description: String { "\(method.rawValue) \(endpoint ?? "of no endpoint")" }

    /// The same as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
