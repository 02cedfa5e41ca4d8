public import Foundation

/// Any JSON value, for what a spec does not describe further.
///
///     let value: JSONValue = ["name": "Ada", "tags": ["x", 1, true, nil]]
///     value["tags"]?[0]?.stringValue  // "x"
///
/// Numbers keep their digits, and are equal if their values are. The order of an object's members is not kept, and of members
/// with one name the first one counts; members are sent in the order of their names' bytes. Values nested deeper than 512
/// levels are neither read nor sent.
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

// MARK: - Looking inside

extension JSONValue {
    /// The member of that name; nil if there is none, or this is no object.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element at that index from 0; nil if there is none, or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The value of a boolean; nil for anything else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; nil for anything else.
    public var numberValue: Number? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an integer; nil if it is none, or has a fraction, or is out of range.
    public var intValue: Int? { numberValue?.int }

    /// The floating-point value that is nearest to the number; nil if this is none, or out of range.
    public var doubleValue: Double? { numberValue?.double }

    /// The text of a string; nil for anything else.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for anything else.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object; nil for anything else.
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

    /// A number in the shortest form that reads back the same; `null` if it is not finite.
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

    /// An object. Of members with one name the first one counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { first, _ in first })
    }
}

// MARK: - Numbers

extension JSONValue {
    /// A number of any size and precision, as JSON writes it.
    ///
    /// Two numbers are equal if their values are: `1`, `1.0` and `10e-1`.
    public struct Number: Sendable {
        /// The number as it is written.
        public fileprivate(set) var text: String

        /// Takes a number as it is written; nil if JSON does not write numbers so (RFC 8259, section 6).
        public init?(text: String) {
            self.text = text
            let end = read { reader in try reader.number(expected: "a number").range.upperBound }
            if end != text.utf8.count { return nil }
        }

        /// - Parameter text: was read as a number.
        init(checked text: String) {
            self.text = text
        }

        /// A whole number.
        public init(_ value: some BinaryInteger) {
            text = value.description
        }

        /// A number in the shortest form that reads back the same; nil if it is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// A number with all its digits; nil if it is not finite.
        public init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// The number as an integer; nil if it has a fraction or is out of range.
        public var int: Int? { integer() }

        /// The number as an integer of any type; nil if it has a fraction or is out of range.
        public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
            read { try $0.integer() }
        }

        /// The floating-point value that is nearest; nil if the number is too large for any.
        public var double: Double? { read { try $0.floatingPoint() } }

        /// The number with all its digits; nil if it has more than 38, or is out of range.
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
    /// Whether the two have one value, however it is written.
    public static func == (left: JSONValue.Number, right: JSONValue.Number) -> Bool {
        left.text == right.text || left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }

    private var value: DecimalDigits { DecimalDigits(text) }
}

// MARK: - Read and written

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
    /// - Throws: ``ParseError`` if it is none, strictly by RFC 8259, or nested deeper than 512 levels, or than the stack of
    ///   the thread has room for.
    public init(json: Data) throws {
        self = try json.withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
    }
}

extension JSONValue: ParameterValue {
    /// In JSON the value. Elsewhere `null` adds nothing, an array is written by its style, and an object only in a query or
    /// form with ``ArrayStyle/brackets`` or ``ArrayStyle/numbered``; what cannot be written ends the task with a ``PackError``.
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
    /// The value as JSON text without spaces, members in the order of their names' bytes.
    public var description: String {
        ParameterPacker.jsonText(of: self) ?? "a JSON value that is nested too deeply"
    }
}

extension ParameterPacker {
    /// Adds `null` in JSON, nothing elsewhere.
    public mutating func addNull(_ name: StaticString, in location: ParameterLocation? = nil) {
        add(name, JSONValue.null, in: location)
    }

    /// Adds `null` in JSON, nothing elsewhere, with a name of any characters.
    public mutating func addNull(escaping name: String, in location: ParameterLocation? = nil) {
        add(escaping: name, JSONValue.null, in: location)
    }

    /// Adds all members of an object that is kept as it came, in the order of their names' bytes. Any other value ends the
    /// task with a ``PackError``.
    public mutating func add(membersOf value: JSONValue) {
        guard case .object(let members) = value else {
            return fail("only a JSON object can be sent here")
        }
        for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            add(escaping: name, value)
        }
    }
}
