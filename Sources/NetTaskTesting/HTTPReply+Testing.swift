import Foundation
public import HTTPTypes
public import NetTaskHTTP

extension HTTPReply {
    /// A reply with JSON in its body, as a closure of ``MockHandler/on(_:_:)`` may return it.
    ///
    ///     mock.on(GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "title": "t"}"#) }
    ///
    /// - Parameters:
    ///   - text: the JSON as it is sent; it is not checked.
    ///   - status: by default 200.
    ///   - headers: by default none but `Content-Type: application/json`, which one of your own takes the place of.
    public static func json(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = HTTPFields()
    ) -> HTTPReply {
        var headers = headers
        headers[.contentType] = headers[.contentType] ?? "application/json"
        return .status(status, text, headers: headers)
    }

    /// A reply with a status, and perhaps a text in its body.
    ///
    ///     mock.on(GetPost.self) { _, attempt in attempt == 1 ? .status(503) : .json(post) }
    ///
    /// - Parameters:
    ///   - status: such as 404; any number of three digits.
    ///   - text: the body in UTF-8; by default none.
    ///   - headers: by default none.
    public static func status(
        _ status: HTTPResponse.Status,
        _ text: String = "",
        headers: HTTPFields = HTTPFields()
    ) -> HTTPReply {
        HTTPReply(status: status, headers: headers, body: Data(text.utf8))
    }
}
