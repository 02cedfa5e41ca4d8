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

    /// Each cookie is a field of its own here; all of them go in one header.
    mutating func put(cookie text: String, name: String, after separator: String?) -> String? {
        guard HTTPField.Name(name) != nil else {
            return "\"\(name)\" cannot be the name of a cookie"
        }
        let value = CookieText.encoded(text)
        if let separator, let last = fields.indices.last {
            fields[last].value += CookieText.encoded(separator) + value
        } else {
            fields.append(HTTPField(name: .cookie, value: "\(name)=\(value)"))
        }
        return nil
    }

    /// Why `text` cannot be the value of a header, or nil.
    static func refusal(of text: String) -> String? {
        HTTPField.isValidValue(text)
            ? nil : "a header value must not hold CR, LF, NUL or other control characters, or space at its ends"
    }
}
