import NetTaskSpec

/// What an import gathers: a spec, and beside it what a spec has no place for. Not for use from several threads.
final class ImportedSpec {
    /// The places of names are those in the document. Fields are as the document has them: ``FieldSettlement`` makes of them what
    /// a spec says.
    var spec: Spec
    var notes = SpecNotes()
    /// The notes on authentication for the report.
    var authNotes: [String] = []
    /// The tags of the document and what it says of them, in its order.
    var tags: [(name: String, description: String?)] = []
    /// The files that endpoints and shapes go to, by their names.
    var homes: [String: SpecHome] = [:]
    /// Where endpoints come from, by their names.
    var operations: [String: LocatedOperation] = [:]
    /// Where shapes, alternatives and events come from, by the places of their names.
    var sources: [SourceRange: DocumentValue] = [:]
    /// Objects that are told from others by the fields that they must have.
    var recognized: Set<String> = []

    init(client: String) {
        spec = Spec(client: Name(client))
        // A large client is a third smaller, and quicker to compile.
        spec.defaults.isMutable = false
        let missing = "how they are signed, nor where the name of an event is"
        notes.lines[.webhooks] = ["The document does not say \(missing): see `hmac` and `name`."]
        notes.lines[.mutable] = ["properties are `let`; without it, `var`"]
    }
}

extension Spec {
    var usage: ShapeUsage { ShapeUsage(endpoints: endpoints, webhooks: webhooks, shapes: shapesByName, bothWays: true) }
}

/// The file of an import that an endpoint or a shape goes to.
enum SpecHome: Hashable, Sendable {
    /// The file of shapes that all share: what the document has under `components`.
    case shared
    /// The file of a tag, by the tag's name in the document; nil for operations without one.
    case tag(String?)

    /// nil for what all share, and for operations without a tag.
    var tag: String? { if case .tag(let tag) = self { tag } else { nil } }
}

/// The comments of a spec: what a document says, or what a reader of the spec should know, and a spec has no place for.
struct SpecNotes {
    enum Place: Hashable {
        case client
        case mutable
        case webhooks
        /// Of an endpoint.
        case response(String)
        /// Of an endpoint.
        case status(String, StatusKey)
        /// Of an endpoint.
        case pages(String)
    }

    var lines: [Place: [String]] = [:]
    /// The statuses of errors by endpoint, in the order of the document. For some, there is nothing to read.
    var errors: [String: [StatusKey]] = [:]
}

extension Field {
    /// A field without its name in Swift.
    init(wireName: String, isRequired: Bool, location: Location = .body) {
        self.init(name: Name(wireName), type: isRequired ? .string : .optional(.string), location: location)
    }

    /// Whether it has to be there.
    var isRequired: Bool {
        get { !type.isOptional }
        set { type = newValue ? type.unwrapped : .optional(type.unwrapped) }
    }

    /// Takes over what a schema says of its values.
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

    /// Makes it a text that is sent as it is: for values that the language cannot write at this place.
    mutating func becomeText(isJSON: Bool = false) {
        type = isRequired ? .string : .optional(.string)
        format = nil
        style = nil
        defaultValue = nil
        constraints = Constraints()
        isNullable = false
        let note =
            isJSON
            ? "It takes the text of the JSON that is sent."
            : "It takes the value as text, which is escaped where it has to be."
        description = Paragraphs(description, note).text
    }
}

extension Field.Format {
    /// The format without one that a spec states.
    static func usual(for type: TypeReference) -> Self? { type.scalar == .date ? .iso8601 : nil }
}

extension [Field] {
    /// With the names that they have in Swift.
    func named(reserved: Set<String>) -> [Field] {
        zip(self, MemberNames.names(for: map(\.wireName), reserved: reserved)).map { field, name in
            var field = field
            field.name = Name(name)
            return field
        }
    }
}

extension Alternatives {
    /// Any JSON, for what no alternative can say.
    static let anyJSON = Alternatives(cases: [Alternative(name: Name("other"), type: .jsonValue)])
}

extension TypeReference {
    static let string = TypeReference.scalar(.string)
    static let data = TypeReference.scalar(.data)
    static let file = TypeReference.scalar(.file)
    static let jsonValue = TypeReference.scalar(.jsonValue)
}
