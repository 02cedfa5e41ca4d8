package import HTTPTypes
import NetTaskSystem

/// Params and constants in headers. Checks that values cannot add other headers.
package struct HeaderSink: Sendable {
    package private(set) var fields = HTTPFields()

    /// - Returns: the reason why it cannot be sent, or `nil`.
    mutating func put(_ text: String, name: String, after separator: String?) -> String? {
        guard let fieldName = HTTPField.Name(name) else { return "\"\(name)\" is not a valid name of a header" }
        if let reason = Self.refusal(of: text) { return reason }
        if let separator, let last = fields.indices.last {
            // A space at the end of a value is not part of the value.
            if separator == " ", text.isEmpty || fields[last].value.isEmpty {
                return "an element must not be empty if spaces separate the elements of a header"
            }
            fields[last].value += separator + text
        } else {
            fields.append(HTTPField(name: fieldName, value: text))
        }
        return nil
    }

    /// Adds each cookie as a separate field. The handler joins them into one header.
    mutating func put(cookie text: String, name: String, after separator: String?) -> String? {
        guard HTTPField.Name(name) != nil else { return "\"\(name)\" is not a valid name of a cookie" }
        let value = PercentEncoding.cookieValue((separator ?? "") + text)
        if separator != nil, let last = fields.indices.last {
            fields[last].value += value
        } else {
            fields.append(HTTPField(name: .cookie, value: "\(name)=\(value)"))
        }
        return nil
    }

    /// Returns the reason why `text` is not a valid value of a header, or `nil`.
    package static func refusal(of text: String) -> String? {
        HTTPField.isValidValue(text)
            ? nil : "a header value must not contain CR, LF, NUL or other control characters, or spaces at its ends"
    }
}

/// The parts of a `multipart/form-data` body: fields first, then files, each in the order in which they were added.
struct MultipartSink: Sendable {
    private(set) var fields: [(name: String, value: Data)] = []
    private(set) var files: [(name: String, file: any PackedFile)] = []

    mutating func put(_ text: String, name: String, after separator: String?) -> String? {
        if let separator, !fields.isEmpty {
            fields[fields.count - 1].value += Data((separator + text).utf8)
            return nil
        }
        if let reason = Self.refusal(of: name, called: "name") { return reason }
        fields.append((name, Data(text.utf8)))
        return nil
    }

    mutating func add(_ file: any PackedFile, name: String) -> String? {
        if let reason = Self.refusal(of: name, called: "name")
            ?? Self.refusal(of: file.name ?? name, called: "file name")
            ?? Self.refusal(of: file.contentType, called: "content type")
        {
            return reason
        }
        files.append((name, file))
        return nil
    }

    /// Rejects line breaks, which would end the header of the part and start another one.
    private static func refusal(of text: String, called what: String) -> String? {
        let breaks = text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        return breaks ? "the \(what) of a multipart part must not contain CR, LF or NUL" : nil
    }
}
