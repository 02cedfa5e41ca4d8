public import Foundation
import HTTPTypes

/// A reply that a mock has made, and that a test changes. Generated code writes the changed response into it.
public struct MockedReply: Sendable {
    var answer: MockAnswer
    private var body: Data

    /// - Returns: `nil` for a reply that is a stream.
    init?(_ answer: MockAnswer) {
        guard case .whole(let body) = answer.body else { return nil }
        (self.answer, self.body) = (answer, body)
    }

    /// The reply as a task reads it.
    var reply: HTTPReply {
        HTTPReply(status: HTTPResponse.Status(code: answer.status), headers: answer.headers, body: body)
    }

    /// The answer with the changes.
    var changed: MockAnswer {
        var answer = answer
        answer.body = .whole(body)
        return answer
    }

    /// Sets the JSON of the body, or the value at a path of names in it. `nil` removes it.
    public mutating func set<Value: MockWritable>(
        _ value: Value,
        at path: [String] = [],
        format: ValueFormat = .iso8601
    ) {
        var whole = (try? JSONValue(json: body)) ?? [:]
        let base = whole.value(at: path)
        let json =
            (value as? any MockObject).map { Self.json(of: $0, base) } ?? Value.mockJSON(of: value, format: format)
        if path.isEmpty {
            body = json.map { Data($0.description.utf8) } ?? Data()
            return
        }
        whole.set(json, at: path[...])
        body = Data(whole.description.utf8)
    }

    private static func json<Value: MockObject>(of value: Value, _ base: JSONValue?) -> JSONValue? {
        Value.json(of: value, base: base)
    }

    /// Sets the body to a text; `nil` for an empty body.
    public mutating func set(text: String?) { body = Data((text ?? "").utf8) }

    /// Sets the body to bytes; `nil` for an empty body.
    public mutating func set(data: Data?) { body = data ?? Data() }

    /// Sets the body to the contents of a file; `nil` for an empty body. A file that cannot be read has none.
    public mutating func set(file: HTTPFile?) { body = (try? file?.data()) ?? Data() }

    /// Sets a header; `nil` removes it. The elements of a list are separated by commas.
    public mutating func set<Value: MockWritable>(header name: String, _ value: Value, format: ValueFormat = .http) {
        guard let name = HTTPField.Name(name) else { return }
        let json = Value.mockJSON(of: value, format: format)
        if case .array(let elements)? = json {
            answer.headers[name] = elements.compactMap(TypedForm.text).joined(separator: ", ")
        } else {
            answer.headers[name] = json.flatMap(TypedForm.text)
        }
    }

    /// Sets the status.
    public mutating func set(status: Int) { answer.status = status }

    /// Sets the media type.
    public mutating func set(mediaType: String) { answer.headers[.contentType] = mediaType }
}
