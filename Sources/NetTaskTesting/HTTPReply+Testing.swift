import Foundation
public import HTTPTypes
public import NetTaskHTTP

extension HTTPReply {
    /// Makes a reply with a JSON body, such as in a closure of ``MockHandler/on(_:_:)``.
    ///
    ///     mock.on(GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "title": "t"}"#) }
    ///
    /// - Parameters:
    ///   - text: the JSON. It is not validated.
    ///   - status: the status. Default: 200.
    ///   - headers: the headers. Default: `Content-Type: application/json`. A content type in this parameter replaces it.
    public static func json(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = HTTPFields()
    ) -> HTTPReply {
        var headers = headers
        headers[.contentType] = headers[.contentType] ?? "application/json"
        return .status(status, text, headers: headers)
    }

    /// Makes a reply with a status and an optional text as its body.
    ///
    ///     mock.on(GetPost.self) { _, attempt in attempt == 1 ? .status(503) : .json(post) }
    ///
    /// - Parameters:
    ///   - status: the status, such as 404. Any number of three digits is allowed.
    ///   - text: the body, in UTF-8. Default: empty.
    ///   - headers: the headers. Default: none.
    public static func status(
        _ status: HTTPResponse.Status,
        _ text: String = "",
        headers: HTTPFields = HTTPFields()
    ) -> HTTPReply {
        HTTPReply(status: status, headers: headers, body: Data(text.utf8))
    }
}
