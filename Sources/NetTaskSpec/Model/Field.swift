/// A field of a shape, or a param of an endpoint.
package struct Field: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var type: TypeReference
    /// The name on the wire: `wireName:`, or the written name with the separator applied.
    package var wireName: String
    /// The keys that lead to the value in a reply; `[wireName]` unless `from:` says otherwise.
    package var path: [String]
    /// How dates are written, or numbers and `Data` where that is not the usual way; nil for types that hold none.
    package var format: Format?
    /// How an array is written in a query, a form or multipart; and whether a dictionary or shape is, with brackets or numbers.
    /// nil for all else.
    package var style: ArrayStyle?
    /// Where a param goes. Fields of a shape have `.body`, which means: with the shape.
    package var location: Location
    /// On the task, never sent: by `ignored: true`, by the `ignored:` list or by `ignored: all`.
    package var isIgnored = false
    package var defaultValue: DefaultValue?
    /// Whether its value must appear in nothing that is written for people to read.
    package var isSecret = false
    /// A function of the user's that is called with the value before it is packed, such as `Transforms.epoch`.
    package var transform: [String]?
    /// A function of the user's that is called with what a reply holds, and returns the value.
    package var readTransform: [String]?

    /// Whether `null` is a value of its own on the wire. If the type is optional, it is told apart from a value that is
    /// not there.
    package var isNullable = false
    /// The one way that it travels; nil for both.
    package var only: Direction?
    /// Whether its members stand beside the other fields, in the same object.
    package var isInline = false
    package var deprecation: Deprecation?
    /// What it was called before, in the spec: under these names it can be in stored tasks.
    package var formerNames: [String] = []
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
        /// Of numbers: in quotes.
        case string
        /// Of `Data`.
        case base64url

        /// Those of dates.
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
        /// It is the URL of the request.
        case url
    }

    package enum DefaultValue: Sendable, Equatable {
        case string(String)
        case integer(Int)
        /// A whole number past those that `Int` has.
        case unsigned(UInt64)
        /// A number with a fraction or an exponent, as written: `0.5`, `1e-3`. Never `nan` or an infinity.
        case number(String)
        case bool(Bool)
        /// The Swift name of a case of the field's enumeration.
        case enumerationCase(String)
        case emptyArray
        case emptyDictionary
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
    /// Whether requests hold it.
    package var isSent: Bool { !isIgnored && only != .response }
    /// Whether replies are asked for it.
    package var isRead: Bool { only != .request }
    /// Whether there is a value where none is given.
    package var canBeMissing: Bool { type.isOptional || defaultValue != nil }
}

extension Field: NamedPart {
    var typeRange: SourceRange { entry("type")?.value.range ?? source?.reading.range ?? .none }
    var ignoredRange: SourceRange? { source?.reading.ignoredRange }

    /// Where `from:` stands, if it can be read.
    var fromRange: SourceRange? {
        entry("from").flatMap { $0.value.text == path.joined(separator: ".") ? $0.keyRange : nil }
    }

    /// Where `nullable: true` stands.
    var nullableRange: SourceRange? { isNullable ? place(of: "nullable") : nil }

    /// What `in:` says.
    var statedLocation: Located<Location>? {
        guard let node = entry("in")?.value else { return nil }
        return node.text.flatMap(Location.init).map { Located($0, at: node.range) }
    }

    /// What `was:` says.
    var locatedFormerNames: [Located<String>] { entry("was")?.value.located(formerNames) ?? [] }

    /// Where the function stands that is called before the value is sent.
    var transformRange: SourceRange? {
        transform == nil ? nil : functionRange("send") ?? entry("transform")?.value.range
    }
    /// Where the function stands that is called with what a reply holds.
    var readTransformRange: SourceRange? { readTransform == nil ? nil : functionRange("read") }

    private func functionRange(_ key: String) -> SourceRange? { entry("transform")?.value[key]?.range }
}

/// A value that a spec gives as an example, checked against its type.
package indirect enum Example: Sendable, Equatable {
    /// nil, or null where that is told apart from it.
    case null
    /// A single value: of dates the seconds since 1970; of URLs, UUIDs, `Data` and files their text.
    case value(Field.DefaultValue)
    /// Of a `JSONValue`.
    case json(ExtensionValue)
    case list([Example])
    /// Of a dictionary by its keys; of a shape or a task by the Swift names of its properties; of `oneOf` that of its case.
    case members([Member])
    /// The example that its shape has.
    case ofShape

    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: Example
    }
}
