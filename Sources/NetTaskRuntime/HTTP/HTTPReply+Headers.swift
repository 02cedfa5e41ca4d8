import Foundation
import HTTPTypes

// Headers as typed values: each error is a ``ParseError`` that names the header, with this reply in it.

extension HTTPReply {
    /// A header as a value: a number, `true` or `false`, a text, a date, an enumeration.
    ///
    /// An optional is nil where the header is missing. Where it has several lines, they are read as one, with commas
    /// between them.
    ///
    /// - Parameters:
    ///   - name: of the header; capitals make no difference.
    ///   - format: how a date is written, by default as HTTP does.
    /// - Throws: ``ParseError`` if the header is missing and the value is no optional, or if it cannot be read as one.
    public func header<Value: JSONReadable>(_ name: String, format: ValueFormat = .http) throws -> Value {
        try header(name, format, isSecret: false)
    }

    /// A header as a value; `value` stands for one that is missing.
    ///
    /// - Throws: ``ParseError`` if the header is there and cannot be read as such a value.
    public func header<Value: JSONReadable>(
        _ name: String,
        format: ValueFormat = .http,
        default value: Value
    ) throws -> Value {
        let found: Value? = try header(name, format, isSecret: false)
        return found ?? value
    }

    /// A header as a value that is secret: no error quotes it. An optional is nil where the header is missing.
    ///
    /// - Throws: ``ParseError`` as for one that is not secret.
    public func header<Value: JSONReadable>(secret name: String, format: ValueFormat = .http) throws -> Value {
        try header(name, format, isSecret: true)
    }

    /// The elements of a header that is a list with commas between them (RFC 9110, section 5.6.1), of all its lines.
    ///
    /// Elements with nothing in them are passed over, and a comma between double quotes is part of an element. Each
    /// `Set-Cookie` is one element. A header without elements is an empty list.
    ///
    /// - Parameters:
    ///   - name: of the header; capitals make no difference.
    ///   - format: how dates are written, by default as HTTP does.
    /// - Throws: ``ParseError`` if the header is missing, or if one of its elements cannot be read.
    public func headerList<Element: JSONReadable>(_ name: String, format: ValueFormat = .http) throws -> [Element] {
        let elements: [Element]? = try headerList(name, format, isSecret: false)
        return try elements ?? missing(name)
    }

    /// The elements of a header that is a list; nil where the header is missing.
    ///
    /// - Throws: ``ParseError`` if one of them cannot be read.
    public func headerList<Element: JSONReadable>(_ name: String, format: ValueFormat = .http) throws -> [Element]? {
        try headerList(name, format, isSecret: false)
    }

    /// The elements of a header that is a list; `value` stands for a header that is missing.
    ///
    /// - Throws: ``ParseError`` if one of them cannot be read.
    public func headerList<Element: JSONReadable>(
        _ name: String,
        format: ValueFormat = .http,
        default value: [Element]
    ) throws -> [Element] {
        try headerList(name, format, isSecret: false) ?? value
    }

    /// The elements of a header that is a list and secret: no error quotes them.
    ///
    /// - Throws: ``ParseError`` if the header is missing, or if one of its elements cannot be read.
    public func headerList<Element: JSONReadable>(
        secret name: String,
        format: ValueFormat = .http
    ) throws -> [Element] {
        let elements: [Element]? = try headerList(name, format, isSecret: true)
        return try elements ?? missing(name)
    }

    /// The elements of a header that is a list and secret; nil where the header is missing.
    ///
    /// - Throws: ``ParseError`` if one of them cannot be read.
    public func headerList<Element: JSONReadable>(
        secret name: String,
        format: ValueFormat = .http
    ) throws -> [Element]? {
        try headerList(name, format, isSecret: true)
    }

    // MARK: How

    private func header<Value: JSONReadable>(_ name: String, _ format: ValueFormat, isSecret: Bool) throws -> Value {
        guard let text = HTTPField.Name(name).flatMap({ headers[$0] }) else {
            return try Value.valueIfAbsent ?? missing(name)
        }
        return try value(of: text, name, format, isSecret)
    }

    private func headerList<Element: JSONReadable>(
        _ name: String,
        _ format: ValueFormat,
        isSecret: Bool
    ) throws -> [Element]? {
        guard let fieldName = HTTPField.Name(name), headers.contains(fieldName) else { return nil }
        let lines = headers[values: fieldName]
        let texts = fieldName == .setCookie ? lines : lines.flatMap(Self.elements)
        return try texts.map { try value(of: $0, name, format, isSecret) }
    }

    private static func elements(of list: String) -> [String] {
        var isInQuotes = false
        var isEscaped = false
        let parts = list.utf8.split { byte in
            if isEscaped {
                isEscaped = false
            } else if isInQuotes, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInQuotes.toggle()
            }
            return byte == UInt8(ascii: ",") && !isInQuotes
        }
        return parts.map { String(Substring($0)).trimmingCharacters(in: Self.space) }.filter { !$0.isEmpty }
    }

    private static let space = CharacterSet(charactersIn: " \t")

    private func missing<Value>(_ name: String) throws -> Value {
        throw ParseError("the header \(name) is missing", reply: self)
    }

    /// Reads the text as the JSON that it would be in a body: as a string, or as it is, such as a number.
    private func value<Value: JSONReadable>(
        of text: String,
        _ name: String,
        _ format: ValueFormat,
        _ isSecret: Bool
    ) throws -> Value {
        var text = text
        var json = ByteBuffer()
        text.withUTF8 { json.appendJSONString($0) }
        let string = json.takeData()
        if let value: Value = try? Self.read(string, format) { return value }
        if let value: Value = try? Self.read(Data(text.utf8), format) { return value }
        let shown = isSecret ? "it" : "\"\(excerpt(of: text.utf8))\""
        let type = "\(Value.self)"
        let isOptional = Value.valueIfAbsent != nil && type.hasPrefix("Optional<")
        let wrapped = isOptional ? String(type.dropFirst("Optional<".count).dropLast()) : type
        let expected = wrapped == "Date" ? "date of the format \(format)" : wrapped
        throw ParseError("the header \(name) cannot be read: \(shown) is no \(expected)", reply: self)
    }

    private static func read<Value: JSONReadable>(_ json: Data, _ format: ValueFormat) throws -> Value {
        try json.withUnsafeBytes { try JSONReader.read($0, path: [], format: format) }
    }
}
