import HTTPTypes

/// Params and constants that go into headers, with the checks that keep them from becoming something else.
struct HeaderSink: Sendable {
    private(set) var fields = HTTPFields()

    mutating func put(_ text: String, name: String, after separator: String?) -> String? {
        guard let fieldName = HTTPField.Name(name) else {
            return "\"\(name)\" cannot be the name of a header"
        }
        if let reason = Self.refusal(of: text) { return reason }
        if let separator, let last = fields.indices.last {
            // A space at an end of a header's value is no part of it.
            if separator == " ", text.isEmpty || fields[last].value.isEmpty {
                return "an element must not be empty where spaces stand between the elements of a header"
            }
            fields[last].value += separator + text
        } else {
            fields.append(HTTPField(name: fieldName, value: text))
        }
        return nil
    }

    /// Why `text` cannot be the value of a header, or nil.
    static func refusal(of text: String) -> String? {
        HTTPField.isValidValue(text)
            ? nil : "a header value must not hold CR, LF, NUL or other control characters, or space at its ends"
    }
}
