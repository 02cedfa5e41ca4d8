import HTTPTypes
import NetTaskSystem

// Typed values of headers. Each error is a ``ParseError`` that names the header and has this reply.

extension HTTPReply {
    /// Returns the value of a header: a number, a Boolean, a string, a date, an enumeration, or a list of these.
    ///
    ///     let remaining: Int = try reply.header("X-RateLimit-Remaining")
    ///
    /// An optional is `nil` if the header is missing. If the header occurs several times, the values are joined by commas. A
    /// list has the elements between the commas (RFC 9110, section 5.6.1). Empty elements are skipped, and a comma between
    /// double quotes is part of an element. Each `Set-Cookie` header is one element. A header without elements is an empty
    /// list.
    ///
    /// - Parameters:
    ///   - name: the name of the header, in any case.
    ///   - format: the format of dates. Default: the format of HTTP.
    ///   - value: the value of a missing header. Default: `nil`. Then a missing header is an error, unless the value is an
    ///     optional.
    /// - Throws: ``ParseError`` if the header is missing, or if it or one of its elements is invalid.
    public func header<Value: JSONReadable>(
        _ name: String,
        format: ValueFormat = .http,
        default value: Value? = nil
    ) throws -> Value {
        try header(name, format, isSecret: false, value)
    }

    /// Returns the value of a header that is secret. Errors do not quote it.
    public func header<Value: JSONReadable>(secret name: String, format: ValueFormat = .http) throws -> Value {
        try header(name, format, isSecret: true, nil)
    }

    /// Parses each text as the JSON that it would be in a body: first as a string, then unchanged, such as a number.
    private func header<Value: JSONReadable>(
        _ name: String,
        _ format: ValueFormat,
        isSecret: Bool,
        _ defaultValue: Value?
    ) throws -> Value {
        guard let field = HTTPField.Name(name), let whole = headers[field] else {
            if let value = defaultValue ?? Value.valueIfAbsent { return value }
            throw ParseError("the header \(name) is missing", reply: self)
        }
        let isList = Value.self is any HeaderList.Type
        let lines = headers[values: field]
        let elements = field == .setCookie ? lines : lines.flatMap { headerElements(of: $0, separator: ",") }
        func value(of json: String) -> Value? {
            var json = isList ? "[\(json)]" : json
            return try? json.withUTF8 { try JSONReader.read(UnsafeRawBufferPointer($0), path: [], format: format) }
        }
        var values: [String] = []
        for var text in isList ? elements.filter({ !$0.isEmpty }) : [whole] {
            var json = JSONBuffer()
            text.withUTF8 { json.appendJSONString($0) }
            let forms = [String(decoding: json.takeData(), as: UTF8.self), text]
            guard let form = forms.first(where: { value(of: $0) != nil }) else {
                throw unreadable(isSecret ? "it" : "\"\(excerpt(of: text.utf8))\"", name, "\(Value.self)", format)
            }
            values.append(form)
        }
        guard let value = value(of: values.joined(separator: ",")) else {
            throw unreadable("it", name, "\(Value.self)", format)
        }
        return value
    }

    private func unreadable(_ shown: String, _ name: String, _ type: String, _ format: ValueFormat) -> ParseError {
        // For a list, the type of an element.
        let wrapped = ["Optional<", "Array<", "Optional<"].reduce(type) { type, wrapper in
            type.hasPrefix(wrapper) ? String(type.dropFirst(wrapper.count).dropLast()) : type
        }
        let expected = wrapped == "Date" ? "date of the format \(format)" : wrapped
        return ParseError("the header \(name) is invalid: \(shown) is not a valid \(expected)", reply: self)
    }
}

/// Types whose values are the elements of a header.
private protocol HeaderList {}
extension Array: HeaderList {}
extension Optional: HeaderList where Wrapped: HeaderList {}

/// Splits the value of a header into its elements, without surrounding spaces. A separator between double quotes is part of an
/// element.
func headerElements(of value: String, separator: Character) -> [String] {
    var isInQuotes = false
    var isEscaped = false
    let elements = value.utf8.split(omittingEmptySubsequences: false) { byte in
        if isEscaped {
            isEscaped = false
        } else if isInQuotes, byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInQuotes.toggle()
        }
        return byte == separator.asciiValue && !isInQuotes
    }
    return elements.map { Substring($0).trimmed }
}

/// A response that consists of members of a JSON object in the body, and of headers of the reply.
///
///     public init(from object: inout JSONReader, of reply: HTTPReply) throws {
///         items = try object.read("items")
///         remaining = try reply.header("X-RateLimit-Remaining")
///     }
///
/// It reads the members of the object like a ``JSONReadable`` type.
public protocol HTTPReplyReadable: Sendable {
    /// Reads a JSON object and headers.
    ///
    /// - Throws: ``ParseError`` if a member or a header is missing or invalid. An error of the reader ends the reading, even if
    ///   it is caught here.
    init(from object: inout JSONReader, of reply: HTTPReply) throws
}

extension HTTPNetTask where Response: HTTPReplyReadable {
    /// Parses the body of the reply as a JSON object, and the headers.
    ///
    /// - Throws: ``ParseError`` with the reply, if either is invalid.
    public func parse(_ reply: HTTPReply) throws -> Response {
        do {
            return try reply.body.withUnsafeBytes { body in
                try JSONReader.with(body) { reader in
                    let outer = try reader.beginObject()
                    let response = try Response(from: &reader, of: reply)
                    try reader.endObject(outer)
                    return response
                }
            }
        } catch var error as ParseError {
            error.reply = reply
            throw error
        }
    }
}
