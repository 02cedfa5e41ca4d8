import Foundation
import HTTPTypes

// Headers as typed values: each error is a ``ParseError`` that names the header, with this reply in it.

extension HTTPReply {
    /// A header as a value: a number, `true` or `false`, a text, a date, an enumeration, or a list of these.
    ///
    /// An optional is nil where the header is missing. Several lines of a header are read as one, with commas between them.
    ///
    /// A list has the elements between the commas of all lines (RFC 9110, section 5.6.1). Elements with nothing in them are
    /// skipped, and a comma between double quotes is part of an element. Each `Set-Cookie` is one element. A header without
    /// elements is an empty list.
    ///
    /// - Parameters:
    ///   - name: of the header; capitals make no difference.
    ///   - format: how dates are written, by default as HTTP does.
    ///   - value: stands for a header that is missing. Defaults to `nil`: that is an error, unless the value is an optional.
    /// - Throws: ``ParseError`` if the header is missing, or if it or one of its elements cannot be read.
    public func header<Value: JSONReadable>(
        _ name: String,
        format: ValueFormat = .http,
        default value: Value? = nil
    ) throws -> Value {
        try header(name, format, isSecret: false, value)
    }

    /// A header as a value that is secret: no error quotes it.
    public func header<Value: JSONReadable>(secret name: String, format: ValueFormat = .http) throws -> Value {
        try header(name, format, isSecret: true, nil)
    }

    /// Reads the texts as the JSON that they would be in a body: each as a string, or as it is, such as a number.
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
        // Of a list the type of an element.
        let wrapped = ["Optional<", "Array<", "Optional<"].reduce(type) { type, wrapper in
            type.hasPrefix(wrapper) ? String(type.dropFirst(wrapper.count).dropLast()) : type
        }
        let expected = wrapped == "Date" ? "date of the format \(format)" : wrapped
        return ParseError("the header \(name) cannot be read: \(shown) is no \(expected)", reply: self)
    }
}

/// The types of values that are the elements of a header.
private protocol HeaderList {}
extension Array: HeaderList {}
extension Optional: HeaderList where Wrapped: HeaderList {}

/// The elements of a header's value, without space around them. A separator between double quotes is part of an element.
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
    return elements.map { String(Substring($0)).trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }
}

/// A response that is made of both the body of a reply, a JSON object, and its headers.
///
/// It reads the members of the object as a ``JSONReadable`` does, and asks the reply for the headers:
///
///     public init(from object: inout JSONReader, of reply: HTTPReply) throws {
///         items = try object.read("items")
///         remaining = try reply.header("X-RateLimit-Remaining")
///     }
public protocol HTTPReplyReadable: Sendable {
    /// Reads a JSON object, and headers.
    ///
    /// - Throws: ``ParseError`` if a member or a header is missing, or is not what it should be. An error of the reader ends
    ///   the reading, also if it is caught here.
    init(from object: inout JSONReader, of reply: HTTPReply) throws
}

extension HTTPNetTask where Response: HTTPReplyReadable {
    /// Reads the body of the reply as a JSON object, and the headers.
    ///
    /// - Throws: ``ParseError``, with the reply, if either is not what it should be.
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
