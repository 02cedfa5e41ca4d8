import NetTaskSpec

/// The result of an import before it is written: a spec, and facts without a place in a spec. Not thread-safe.
final class ImportedSpec {
    /// The spec. The places of names are places in the document. The fields are as in the document. ``FieldCompletion`` converts
    /// them to fields of a spec.
    var spec: Spec
    var notes = SpecNotes()
    /// The notes on authentication for the report.
    var authNotes: [String] = []
    /// The tags of the document with their descriptions, in its order.
    var tags: [(name: String, description: String?)] = []
    /// The file of each endpoint and each shape, by its name.
    var homes: [String: SpecHome] = [:]
    /// The names of endpoints in their groups, by the names of the endpoints. Empty without groups.
    var namesInGroups: [String: String] = [:]
    /// The operations of the endpoints, by the names of the endpoints.
    var operations: [String: LocatedOperation] = [:]
    /// The values that shapes, alternatives and events are made from, by the places of their names.
    var sources: [SourceRange: DocumentValue] = [:]
    /// The places of schemas, for the next import.
    var places: [(name: String, place: String)] = []
    /// The objects that are distinguished from others by their required fields.
    var recognized: Set<String> = []

    init(client: String) {
        spec = Spec(client: Name(client))
        // Immutable properties make the code of a large client a third smaller and faster to compile.
        spec.defaults.isMutable = false
        let missing = "how webhooks are signed or where the name of an event is"
        notes.lines[.webhooks] = ["The document does not state \(missing); see `hmac` and `name`."]
        notes.lines[.mutable] = ["generates `let` properties; the default is `var`"]
    }
}

extension Spec {
    var usage: ShapeUsage { ShapeUsage(endpoints: endpoints, webhooks: webhooks, shapes: shapesByName, bothWays: true) }
}

/// The file of an import that contains an endpoint or a shape.
enum SpecHome: Hashable, Sendable {
    /// The file of shared shapes, such as those under `components` in the document.
    case shared
    /// The file of a tag, by the tag's name in the document. The name is `nil` for operations without a tag.
    case tag(String?)

    /// The tag. It is `nil` for shared shapes, and for operations without a tag.
    var tag: String? { if case .tag(let tag) = self { tag } else { nil } }
}

/// The comments of a spec: facts from the document, and hints for readers of the spec, without a place in the language.
struct SpecNotes {
    enum Place: Hashable {
        case client
        case mutable
        case webhooks
        /// The response of an endpoint.
        case response(String)
        /// A status of an endpoint.
        case status(String, StatusKey)
        /// The pages of an endpoint.
        case pages(String)
    }

    var lines: [Place: [String]] = [:]
    /// The statuses of errors by endpoint, in the order of the document. Some of them have nothing to read.
    var errors: [String: [StatusKey]] = [:]
}

extension Field {
    /// Creates a field without a name in Swift.
    init(wireName: String, isRequired: Bool, location: Location = .body) {
        self.init(name: Name(wireName), type: isRequired ? .string : .optional(.string), location: location)
    }

    /// Whether the field is required.
    var isRequired: Bool {
        get { !type.isOptional }
        set { type = newValue ? type.unwrapped : .optional(type.unwrapped) }
    }

    /// Applies a schema to the field.
    mutating func take(_ schema: SchemaType) {
        type = isRequired ? schema.type : .optional(schema.type)
        format = schema.format ?? .usual(for: schema.type)
        isNullable = schema.isNullable
        defaultValue = schema.defaultValue
        constraints = schema.constraints
        isSecret = schema.isSecret
        if schema.isDeprecated { deprecation = Deprecation() }
        description = Paragraphs(description, schema.description).text
    }

    /// Converts the field to text that is sent unchanged, for values that the language cannot write in this place.
    mutating func becomeText(isJSON: Bool = false) {
        type = isRequired ? .string : .optional(.string)
        format = nil
        style = nil
        defaultValue = nil
        constraints = Constraints()
        isNullable = false
        let note =
            isJSON
            ? "The JSON to send, as text."
            : "The value to send, as text, which is escaped where necessary."
        description = Paragraphs(description, note).text
    }
}

extension Field.Format {
    /// Returns the format of fields without a stated format.
    static func usual(for type: TypeReference) -> Self? { type.scalar == .date ? .iso8601 : nil }
}

extension [Field] {
    /// Returns the fields with their names in Swift.
    func named(reserved: Set<String>) -> [Field] {
        zip(self, MemberNames.names(for: map(\.wireName), reserved: reserved)).map { field, name in
            var field = field
            field.name = Name(name)
            return field
        }
    }
}

extension Alternatives {
    /// Any JSON, for values that alternatives cannot describe.
    static let anyJSON = Alternatives(cases: [Alternative(name: Name("other"), type: .jsonValue)])
}

extension TypeReference {
    static let string = TypeReference.scalar(.string)
    static let data = TypeReference.scalar(.data)
    static let file = TypeReference.scalar(.file)
    static let jsonValue = TypeReference.scalar(.jsonValue)
}
