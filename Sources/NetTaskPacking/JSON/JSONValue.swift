public import NetTaskSystem

/// Any JSON value, for parts of an API that the spec does not describe.
///
///     let value: JSONValue = ["name": "Ada", "tags": ["x", 1, true, nil]]
///     value["tags"]?[0]?.stringValue  // "x"
///
/// Numbers keep all their digits, and are equal if their values are equal. The order of members is not kept: they are sent in
/// the byte order of their names. If a name occurs several times in an object, the first member applies. Values nested deeper
/// than 512 levels are neither read nor sent.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its digits.
    case number(Number)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])
}

// MARK: - Access

extension JSONValue {
    /// The member with this name, or `nil` if it is missing or this is not an object.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element at this index, from 0, or `nil` if it is missing or this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The value of a Boolean; otherwise `nil`.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; otherwise `nil`.
    public var numberValue: Number? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an integer, or `nil` if this is not a number, has a fraction, or is out of range.
    public var intValue: Int? { numberValue?.int }

    /// The floating-point value that is nearest to the number, or `nil` if this is not a number or is out of range.
    public var doubleValue: Double? { numberValue?.double }

    /// The value of a string; otherwise `nil`.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; otherwise `nil`.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object; otherwise `nil`.
    public var objectValue: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `nil` is `null`.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// A whole number.
    public init(integerLiteral value: Int) {
        self = .number(Number(value))
    }

    /// Makes a number, in the shortest notation that is read back as the same value; `null` if the value is not finite.
    public init(floatLiteral value: Double) {
        self = Number(value).map { .number($0) } ?? .null
    }

    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// An object. If a name occurs several times, the first member applies.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { first, _ in first })
    }
}

// MARK: - Numbers

extension JSONValue {
    /// A JSON number of any size and precision.
    ///
    /// Two numbers are equal if their values are equal, such as `1`, `1.0` and `10e-1`.
    public struct Number: Sendable {
        /// The number in its original notation.
        public fileprivate(set) var text: String

        /// Makes a number from its notation, or returns `nil` if the text is not a JSON number (RFC 8259, section 6).
        public init?(text: String) {
            self.text = text
            let end = read { reader in try reader.number(expected: "a number").range.upperBound }
            if end != text.utf8.count { return nil }
        }

        /// - Parameter text: a text that was read as a number.
        init(checked text: String) {
            self.text = text
        }

        /// A whole number.
        public init(_ value: some BinaryInteger) {
            text = value.description
        }

        /// Makes a number, in the shortest notation that is read back as the same value; `nil` if the value is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// Makes a number with all digits of the value; `nil` if the value is not finite.
        public init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// The number as an integer, or `nil` if it has a fraction or is out of range.
        public var int: Int? { integer() }

        /// The number as an integer of any type, or `nil` if it has a fraction or is out of range.
        public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
            read { try $0.integer() }
        }

        /// The nearest floating-point value, or `nil` if the number is out of range.
        public var double: Double? { read { try $0.floatingPoint() } }

        /// The number with all its digits, or `nil` if it has more than 38 or is out of range.
        public var decimal: Decimal? { ExactDecimal.value(of: text) }

        private func read<Value>(_ body: (inout JSONReader) throws -> Value) -> Value? {
            var text = text
            return text.withUTF8 { bytes in
                var reader = JSONReader(UnsafeRawBufferPointer(bytes))
                return try? body(&reader)
            }
        }
    }
}

extension JSONValue.Number: Hashable {
    /// Whether the values are equal, in any notation.
    public static func == (left: JSONValue.Number, right: JSONValue.Number) -> Bool {
        left.text == right.text || left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }

    private var value: DecimalDigits { DecimalDigits(text) }
}

// MARK: - Reading and writing

extension JSONValue: JSONScalar {
    /// Reads any value.
    public static func read(from reader: inout JSONReader) throws -> JSONValue {
        switch reader.next {
        case UInt8(ascii: "\""):
            return .string(try reader.string())
        case UInt8(ascii: "{"):
            return .object(try [String: JSONValue].read(from: &reader))
        case UInt8(ascii: "["):
            return .array(try [JSONValue].read(from: &reader))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return .bool(try reader.bool())
        case UInt8(ascii: "n"):
            _ = try reader.null()
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(Number(checked: try reader.numberText()))
        default:
            throw reader.unexpected("a value")
        }
    }

    /// Reads a JSON text in UTF-8.
    ///
    /// - Throws: ``ParseError`` if the text is not valid by RFC 8259, or is nested deeper than 512 levels or than the stack of
    ///   the thread allows.
    public init(json: Data) throws {
        self = try json.withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
    }
}

extension JSONValue: ParameterValue {
    /// Writes the value. In JSON, it is written unchanged. Elsewhere, `null` adds nothing, and an array is written in its
    /// style. An object can be written only in a query or form with ``ArrayStyle/brackets`` or ``ArrayStyle/numbered``. A value
    /// that cannot be written ends the task with a ``PackError``.
    public static func write(_ value: JSONValue, into packer: inout ParameterPacker) {
        switch value {
        case .null: packer.writeNull()
        case .bool(let bool): packer.write(bool)
        case .number(let number): packer.write(text: number.text, .number)
        case .string(let text): packer.write(text: text)
        case .array(let elements): [JSONValue].write(elements, into: &packer)
        case .object where packer.beginInline(): packer.add(membersOf: value)
        case .object(let members): [String: JSONValue].write(members, into: &packer)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text without spaces, with the members in the byte order of their names.
    public var description: String {
        ParameterPacker.jsonText(of: self) ?? "a JSON value that is nested too deeply"
    }
}

extension ParameterPacker {
    /// Adds `null` in JSON. Adds nothing elsewhere.
    public mutating func addNull(_ name: StaticString, in location: ParameterLocation? = nil) {
        add(name, JSONValue.null, in: location)
    }

    /// Adds `null` in JSON, with a name of any characters. Adds nothing elsewhere.
    public mutating func addNull(escaping name: String, in location: ParameterLocation? = nil) {
        add(escaping: name, JSONValue.null, in: location)
    }

    /// Adds all members of an object, in the byte order of their names. Any other value ends the task with a ``PackError``.
    public mutating func add(membersOf value: JSONValue) {
        guard case .object(let members) = value else {
            return fail("only a JSON object can be sent here")
        }
        add(others: members)
    }
}
