import Foundation

/// A type of values on the wire.
package indirect enum MockType: Sendable {
    /// Any JSON value.
    case any
    case boolean
    case integer(MockConstraints, isQuoted: Bool)
    case number(MockConstraints, isQuoted: Bool)
    case text(MockConstraints)
    case date(MockDateFormat)
    case uuid
    case url
    /// Bytes in Base64, or in URL-safe Base64.
    case bytes(isURLSafe: Bool)
    /// The bytes of a whole body or of a part of a form.
    case file
    case list(MockType, MockConstraints)
    case dictionary(MockType, MockConstraints)
    case object([MockMember], additional: MockType?)
    /// The values of an enumeration. An open one also has other values of the same kind.
    case values([JSONValue], isOpen: Bool)
    case choice(MockChoice)
    /// A shape of the description, by its name.
    case shape(String)
    /// The type, or null.
    case nullable(MockType)

    /// Reads a type. Anything unknown is any JSON value.
    ///
    /// The members are those of JSON Schema, apart from these: `shape`, the name of a shape; `properties`, a list with the order
    /// of the spec; `values`, `isOpen` and `format` of NetTask.
    package init(_ value: JSONValue) {
        let type = MockType(kind: value["type"]?.stringValue ?? "", value)
        self = value.flag("nullable") ? .nullable(type) : type
    }

    private init(kind: String, _ value: JSONValue) {
        let format = value["format"]?.stringValue
        let constraints = MockConstraints(value)
        switch kind {
        case "boolean": self = .boolean
        case "integer": self = .integer(constraints, isQuoted: format == "string")
        case "number": self = .number(constraints, isQuoted: format == "string")
        case "string": self = .text(constraints)
        case "date": self = .date(format.flatMap(MockDateFormat.init) ?? .iso8601)
        case "uuid": self = .uuid
        case "url": self = .url
        case "bytes": self = .bytes(isURLSafe: format == "base64url")
        case "file": self = .file
        case "array": self = .list(value["items"].map(MockType.init) ?? .any, constraints)
        case "dictionary": self = .dictionary(value["items"].map(MockType.init) ?? .any, constraints)
        case "object":
            self = .object(
                value.list("properties").map(MockMember.init),
                additional: value["additional"].map(MockType.init)
            )
        case "enum": self = .values(value.list("values"), isOpen: value.flag("isOpen"))
        case "choice": self = .choice(MockChoice(value))
        case "shape": self = .shape(value["shape"]?.stringValue ?? "")
        default: self = .any
        }
    }
}

package struct MockMember: Sendable {
    package enum Direction: String, Sendable {
        case request
        case response
    }

    package var name: String
    package var type: MockType
    package var isRequired: Bool
    /// The only direction; `nil` for both.
    package var only: Direction?
    /// Whether the members of its value are members of the object itself. `name` is then only for messages.
    package var isInline: Bool
    package var isSecret: Bool
    /// The style in a form, as for params.
    package var style: String
    /// The value that the spec states as an example.
    package var example: JSONValue?

    init(_ value: JSONValue) {
        name = value["name"]?.stringValue ?? ""
        type = MockType(value["type"] ?? .null)
        isRequired = value.flag("required")
        only = value["only"]?.stringValue.flatMap(Direction.init)
        isInline = value.flag("inline")
        isSecret = value.flag("secret")
        style = value["style"]?.stringValue ?? "repeat"
        example = value["example"]
    }
}

/// One of several types.
package struct MockChoice: Sendable {
    package struct Alternative: Sendable {
        package var type: MockType
        /// The values of the discriminator. The first is sent if the type itself does not have the member.
        package var values: [JSONValue]
    }

    package var alternatives: [Alternative]
    /// The member that identifies the alternative; `nil` if the alternatives are tried in order.
    package var discriminator: String?
    /// Whether there are other alternatives.
    package var isOpen: Bool

    init(_ value: JSONValue) {
        alternatives = value.list("alternatives").map {
            Alternative(type: MockType($0["type"] ?? .null), values: $0.list("values"))
        }
        discriminator = value["discriminator"]?.stringValue
        isOpen = value.flag("isOpen")
    }
}

/// The formats of dates, with the names of the spec language.
package enum MockDateFormat: String, Sendable {
    case iso8601
    case iso8601Milliseconds
    case iso8601Microseconds
    case date
    case http
    case rfc2822
    case sql
    case basic
    case unix
    case milliseconds
    case microseconds

    /// The runtime's format.
    var valueFormat: ValueFormat {
        switch self {
        case .iso8601: .iso8601
        case .iso8601Milliseconds: .iso8601Milliseconds
        case .iso8601Microseconds: .iso8601Microseconds
        case .date: .date
        case .http: .http
        case .rfc2822: .rfc2822
        case .sql: .sql
        case .basic: .basic
        case .unix: .unix
        case .milliseconds: .milliseconds
        case .microseconds: .microseconds
        }
    }

    /// A date as the runtime writes it.
    func text(of date: Date) -> String {
        let text = ParameterPacker.pathText(of: date, format: valueFormat)
        return text.removingPercentEncoding ?? text
    }

    /// A date of the format, for messages.
    var example: String { text(of: Date(timeIntervalSince1970: 1_767_250_800)) }

    /// Whether its values have a part of a second.
    var hasFraction: Bool {
        switch self {
        case .iso8601Milliseconds, .iso8601Microseconds, .milliseconds, .microseconds: true
        default: false
        }
    }

    /// Whether its values are numbers.
    package var isNumber: Bool { self == .unix || self == .milliseconds || self == .microseconds }
}

/// The constraints of values, with the words of JSON Schema.
package struct MockConstraints: Sendable {
    package var minimum: Double?
    package var maximum: Double?
    package var exclusiveMinimum: Double?
    package var exclusiveMaximum: Double?
    package var multipleOf: Double?
    package var minLength: Int?
    package var maxLength: Int?
    /// In the syntax of ECMA 262.
    package var pattern: String?
    package var minItems: Int?
    package var maxItems: Int?
    package var hasUniqueItems: Bool
    package var minProperties: Int?
    package var maxProperties: Int?

    package init(_ value: JSONValue = .null) {
        minimum = value["minimum"]?.doubleValue
        maximum = value["maximum"]?.doubleValue
        exclusiveMinimum = value["exclusiveMinimum"]?.doubleValue
        exclusiveMaximum = value["exclusiveMaximum"]?.doubleValue
        multipleOf = value["multipleOf"]?.doubleValue
        minLength = value["minLength"]?.intValue
        maxLength = value["maxLength"]?.intValue
        pattern = value["pattern"]?.stringValue
        minItems = value["minItems"]?.intValue
        maxItems = value["maxItems"]?.intValue
        hasUniqueItems = value.flag("uniqueItems")
        minProperties = value["minProperties"]?.intValue
        maxProperties = value["maxProperties"]?.intValue
    }
}
