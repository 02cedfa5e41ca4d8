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
