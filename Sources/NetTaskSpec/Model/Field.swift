/// A field of a shape, or a param of an endpoint.
package struct Field: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var type: TypeReference
    /// The name on the wire: `wireName:`, or the written name with the separator applied.
    package var wireName: String
    /// The path of keys to the value in a reply. Default: `[wireName]`.
    package var path: [String]
    /// The format of dates, or the format of numbers and `Data` if it is not the default; `nil` for other types.
    package var format: Format?
    /// The style of an array in a query, a form or multipart; and of a dictionary or shape with brackets or numbers. `nil`
    /// for other fields.
    package var style: ArrayStyle?
    /// The place of a param in the request. The fields of a shape have `.body`, because they are sent with the shape.
    package var location: Location
    /// Whether it is part of the task but never sent: because of `ignored: true`, the list `ignored:` or `ignored: all`.
    package var isIgnored = false
    package var defaultValue: DefaultValue?
    /// The constraints of its values. Only endpoints with `validate: true` check them.
    package var constraints = Constraints()
    /// Whether its value must not appear in text for people.
    package var isSecret = false
    /// The user's function that converts the value before it is packed, such as `Transforms.epoch`.
    package var transform: [String]?
    /// The user's function that converts the value from the reply.
    package var readTransform: [String]?

    /// Whether `null` differs from a missing value on the wire. Applies to optional types.
    package var isNullable = false
    /// The only direction of the field; `nil` for both.
    package var only: Direction?
    /// Whether its members are members of the object that contains the field. The members of a dictionary are those without a
    /// field.
    package var isInline = false
    package var deprecation: Deprecation?
    /// Earlier names in the spec. Stored tasks can have these names.
    package var formerNames: [String] = []
    /// Its own example. The example of its shape or endpoint, which clients have, may have another value.
    @Source package var example: Example?
    @Source package var source: Written?

    package enum Direction: String, Sendable, CaseIterable {
        case request
        case response
    }

    package enum Format: String, Sendable, CaseIterable {
        case iso8601
        case unix
        case milliseconds
        case date
        case http
        case iso8601Milliseconds
        case iso8601Microseconds
        case microseconds
        case sql
        case rfc2822
        case basic
        /// A number in quotes.
        case string
        /// `Data` in URL-safe Base64.
        case base64url

        /// The formats of dates.
        package static let ofDates = allCases.filter { $0 != .string && $0 != .base64url }
    }

    package enum ArrayStyle: String, Sendable, CaseIterable {
        case `repeat`
        case comma
        case space
        case pipe
        case brackets
        case numbered
    }

    package enum Location: String, Sendable, CaseIterable {
        case path
        case query
        case body
        case header
        case cookie
        /// The param is the URL of the request.
        case url
    }

    /// A default, or a single value of an example. Dates are seconds since 1970; URLs, UUIDs and `Data` are their text.
    package indirect enum DefaultValue: Sendable, Equatable {
        case string(String)
        case integer(Int)
        /// A whole number above the range of `Int`.
        case unsigned(UInt64)
        /// A number with a fraction or an exponent, as written: `0.5`, `1e-3`. Never `nan` or an infinity.
        case number(String)
        case bool(Bool)
        /// The Swift name of a case of the field's enumeration.
        case enumerationCase(String)
        case list([DefaultValue])
        /// The members of a dictionary, by key.
        case members([Member])
        /// The value of a `JSONValue`.
        case json(ExtensionValue)

        package struct Member: Sendable, Equatable {
            package var name: String
            package var value: DefaultValue

            package init(_ name: String, _ value: DefaultValue) {
                self.name = name
                self.value = value
            }
        }
    }

    package init(
        name: Name,
        type: TypeReference,
        wireName: String? = nil,
        format: Format? = nil,
        location: Location = .body
    ) {
        self.name = name
        self.type = type
        self.wireName = wireName ?? name.written
        self.path = [self.wireName]
        self.format = format
        self.location = location
    }
}

extension Field {
    /// Whether requests contain it.
    package var isSent: Bool { !isIgnored && only != .response }
    /// Whether it is read from replies.
    package var isRead: Bool { only != .request }
    /// The type of the members without a field, if this field contains them.
    package var additionalType: TypeReference? {
        if isInline, case .dictionary(let value) = type { value } else { nil }
    }
    /// Whether it contains the members without a field.
    package var isAdditional: Bool { additionalType != nil }
    /// Whether the members of a shape are members of the object that contains the field.
    package var isInlineShape: Bool { isInline && !isAdditional }

    /// The Swift name of the property for the members without a field.
    package static func additionalName(beside fields: [Field]) -> String {
        let isTaken = fields.contains { [$0.name.swift, $0.name.written, $0.wireName].contains("additional") }
        return isTaken ? "additionalMembers" : "additional"
    }
    /// Whether there is a value if none is given.
    package var canBeMissing: Bool { type.isOptional || defaultValue != nil }
}

extension Field: NamedPart {
    var typeRange: SourceRange { entry("type")?.value.range ?? source?.reading.range ?? .none }
    var ignoredRange: SourceRange? { source?.reading.ignoredRange }

    /// The place of `from:`, if it is valid.
    var fromRange: SourceRange? {
        entry("from").flatMap { $0.value.text == path.joined(separator: ".") ? $0.keyRange : nil }
    }

    /// The place of `nullable: true`.
    var nullableRange: SourceRange? { isNullable ? place(of: "nullable") : nil }

    /// The value of `in:`.
    var statedLocation: Located<Location>? {
        guard let node = entry("in")?.value else { return nil }
        return node.text.flatMap(Location.init).map { Located($0, at: node.range) }
    }

    /// The names of `was:`.
    var locatedFormerNames: [Located<String>] { entry("was")?.value.located(formerNames) ?? [] }

    /// The place of the function that converts the value before it is sent.
    var transformRange: SourceRange? {
        transform == nil ? nil : functionRange("send") ?? entry("transform")?.value.range
    }
    /// The place of the function that converts the value from a reply.
    var readTransformRange: SourceRange? { readTransform == nil ? nil : functionRange("read") }

    private func functionRange(_ key: String) -> SourceRange? { entry("transform")?.value[key]?.range }
}

/// An example value in a spec, checked against its type.
package indirect enum Example: Sendable, Equatable {
    /// `nil`, or null if the two differ.
    case null
    /// A single value. Files are their text.
    case value(Field.DefaultValue)
    case list([Example])
    /// The members of a dictionary, by key; of a shape or task, by the Swift names of the properties; of `oneOf`, its case.
    case members([Member])
    /// The example of the shape.
    case ofShape

    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: Example
    }
}

extension Field.DefaultValue {
    /// The value as a spec states it: a single text without quotes.
    package var written: String {
        switch self {
        case .string(let text), .enumerationCase(let text), .number(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .bool(let flag): String(flag)
        case .list(let values): "[\(values.map(\.element).joined(separator: ", "))]"
        case .members(let members): "{\(members.map { "\($0.name): \($0.value.element)" }.joined(separator: ", "))}"
        case .json(let value): value.written
        }
    }

    /// The value with the wire values of cases of enumerations.
    package func onWire(_ type: TypeReference, _ cases: (String) -> [EnumerationCase]?) -> Field.DefaultValue {
        switch (self, type.unwrapped) {
        case (.list(let values), .array(let element)):
            return .list(values.map { $0.onWire(element, cases) })
        case (.members(let members), .dictionary(let element)):
            return .members(members.map { Member($0.name, $0.value.onWire(element, cases)) })
        case (.enumerationCase(let name), .shape(let shape)):
            switch cases(shape)?.first(where: { $0.name.swift == name })?.value {
            case .string(let text): return .string(text)
            case .integer(let number): return .integer(number)
            case nil: return self
            }
        default: return self
        }
    }

    /// The value in a list or dictionary.
    private var element: String { if case .string(let text) = self { text.quoted } else { written } }
}

extension ExtensionValue {
    fileprivate var written: String {
        switch self {
        case .null: "null"
        case .bool(let flag): String(flag)
        case .integer(let number): String(number)
        case .number(let text): text
        case .string(let text): text.quoted
        case .list(let values): "[\(values.map(\.written).joined(separator: ", "))]"
        case .map(let members): "{\(members.map { "\($0.name): \($0.value.written)" }.joined(separator: ", "))}"
        }
    }
}

extension String {
    fileprivate var quoted: String { "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
}
