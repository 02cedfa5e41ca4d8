import FlyingFox
import Foundation

/// A request as a server saw it: the bytes, and what FlyingFox and Foundation read in them.
struct RecordedRequest: Sendable {
    let method: String
    /// Path and query exactly as they were on the wire.
    let target: String
    /// The decoded query, in order.
    let query: [Pair]
    let headers: [String: String]
    let body: Data

    struct Pair: Equatable, Sendable, CustomStringConvertible {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        var description: String { "\(name)=\(value)" }
    }

    init(_ request: HTTPRequest) async throws {
        method = request.method.rawValue
        target = request.target.rawValue
        query = request.query.map { Pair($0.name, $0.value) }
        headers = Dictionary(
            request.headers.map { ($0.key.rawValue.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        body = try await request.bodyData
    }

    var text: String { String(decoding: body, as: UTF8.self) }
    var contentType: String? { headers["content-type"] }

    /// The decoded form, in order.
    var form: [Pair] {
        var components = URLComponents()
        components.percentEncodedQuery = text.replacingOccurrences(of: "+", with: "%20")
        return components.queryItems?.map { Pair($0.name, $0.value ?? "") } ?? []
    }

    var json: NSObject? {
        try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) as? NSObject
    }
}

extension RecordedRequest {
    /// httpbin's answer: what it saw.
    var echo: HTTPResponse {
        let isForm = contentType?.hasPrefix("application/x-www-form-urlencoded") == true
        let reply: [String: Any] = [
            "url": "http://httpbin\(target)",
            "args": Dictionary(query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
            "form": isForm
                ? Dictionary(form.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }) : [:],
            "files": [String: String](),
            "headers": headers,
            "data": isForm ? "" : text,
        ]
        return .json(reply)
    }
}

extension HTTPResponse {
    static func text(_ text: String) -> HTTPResponse {
        .text(200, text)
    }

    static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(statusCode: HTTPStatusCode(status, phrase: ""), body: Data(text.utf8))
    }

    static func json(_ value: Any, status: HTTPStatusCode = .ok) -> HTTPResponse {
        let data = (try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)) ?? Data()
        return HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: data)
    }
}
