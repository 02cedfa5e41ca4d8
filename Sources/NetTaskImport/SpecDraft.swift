import NetTaskSpec

/// What an import has gathered: all that the spec files will say. Not for use from several threads.
final class SpecDraft {
    /// The Swift namespace.
    let client: String
    var description: String?
    /// The environments and their URLs; the first is used.
    var servers: [(name: String, url: String)] = []
    var schemes: [SchemeDraft] = []
    /// The schemes of all endpoints that do not say otherwise.
    var auth: [String] = []
    /// The tags of the document and what it says of them, in its order.
    var tags: [(name: String, description: String?)] = []
    var shapes: [ShapeDraft] = []
    var endpoints: [EndpointDraft] = []
    /// The calls of the server.
    var webhooks: [WebhookDraft] = []
    /// The enumeration that they become; nil for the usual name.
    var webhooksName: String?

    init(client: String) {
        self.client = client
    }
}

/// A scheme of authentication before it is written.
struct SchemeDraft {
    /// In Swift and in the spec.
    var name: String
    /// `bearer`, `basic` or `apiKey`.
    var type: String
    /// Of a key: `header`, `query` or `cookie`, and the name there.
    var place: (location: String, name: String)?
    var description: String?
}

/// An endpoint before it is written.
struct EndpointDraft {
    /// In Swift and in the spec.
    var name: String
    /// The tag whose file it goes to; nil for operations without one.
    var tag: String?
    /// In capitals: one that the language has.
    var method: String
    /// As the language has it: relative to the base URL, variables by the Swift names of their params.
    var uri = ""
    /// The names that it had in earlier imports.
    var was: [String] = []
    var description: String?
    var isDeprecated = false
    /// In the order of the document: those of the path, then the others, then those of the body.
    var params: [FieldDraft] = []
    /// What is sent in the body besides params.
    var body = BodyDraft()
    /// Headers with a fixed value, such as `Accept`.
    var headers: [(name: String, value: String)] = []
    var response = ResponseDraft.none
    var stream: StreamDraft?
    /// What the document says of the reply: a comment. Of replies by status each has its own.
    var responseDescription: String?
    /// Beside the body of the reply, where it is the same for all statuses; others have their own.
    var responseHeaders: [FieldDraft] = []
    var errors: [StatusDraft] = []
    /// The schemes that it authenticates with: nil for those of the document, empty for none.
    var auth: [String]?
    /// Where it comes from.
    var operation: LocatedOperation?

    enum ResponseDraft {
        case none
        case type(TypeReference, format: String?, isNullable: Bool)
        case statuses([StatusDraft])
    }

    /// A reply that comes in pieces.
    struct StreamDraft {
        var framing: Endpoint.Stream.Framing
        var elements: Elements
        var end: String?
        /// The field that turns it on, in Swift; nil where there is nothing but the stream.
        var condition: String?

        enum Elements {
            case type(TypeReference)
            /// By the names of events.
            case named([(name: String, type: TypeReference)])
        }
    }

    /// What comes back with one status.
    struct StatusDraft {
        var status: StatusKey
        /// nil for no body.
        var type: TypeReference?
        var format: String?
        var headers: [FieldDraft] = []
        /// What the document says of it: a comment at the end of its line.
        var description: String?

        /// Whether there is nothing to read.
        var isEmpty: Bool { type == nil && headers.isEmpty }
    }

    /// The types of all replies, headers included.
    var readTypes: [TypeReference] {
        var types = responseHeaders.map(\.type)
        var statuses = errors
        switch response {
        case .none: break
        case .type(let type, _, _): types.append(type)
        case .statuses(let successes): statuses += successes
        }
        switch stream?.elements {
        case .type(let type)?: types.append(type)
        case .named(let events)?: types += events.map(\.type)
        case nil: break
        }
        return types + statuses.flatMap { [$0.type].compactMap { $0 } + $0.headers.map(\.type) }
    }

    /// The types of all that is sent.
    var sentTypes: [TypeReference] {
        params.map(\.type) + [body.type, body.requestObject.map { .shape($0) }].compactMap { $0 }
    }
}

/// What an endpoint sends in its body.
struct BodyDraft {
    /// `json` or `multipart`; nil for a form, and where nothing is sent in the body but `type`.
    var encoding: String?
    /// Params that go into the body.
    var fields: [FieldDraft] = []
    /// The shape whose fields are packed as form or multipart.
    var requestObject: String?
    /// The whole body.
    var type: TypeReference?
    var isRequired = true
    var contentType: String?
    /// What the document says of the body.
    var description: String?
}

/// A field of a shape, a param of an endpoint, or a header of a reply, before it is written.
struct FieldDraft {
    /// In Swift.
    var name = ""
    var wireName: String
    var type = TypeReference.string
    /// Whether it has to be there.
    var isRequired: Bool
    var isNullable = false
    /// A format of ours: `date`, `unix`, …
    var format: String?
    /// A style of ours: `comma`, `brackets`, …
    var style: String?
    /// Of a param: where it goes. nil where that is where the method puts it.
    var location: Field.Location?
    /// What the document says is taken where none is given.
    var defaultValue: SpecNode?
    var description: String?
    var isSecret = false
    var isDeprecated = false
    var only: Field.Direction?
    /// Whether its members stand beside the other fields, in the same object.
    var isInline = false
    /// Whether the alternative is recognized by this field. Such a field has no default.
    var isIdentifying = false

    /// Takes over what a schema says of its values.
    mutating func take(_ schema: SchemaType) {
        type = schema.type
        format = schema.format
        isNullable = schema.isNullable
        defaultValue = schema.defaultValue
        isSecret = schema.isSecret
        isDeprecated = isDeprecated || schema.isDeprecated
        description = Paragraphs(description, schema.description).text
    }

    /// Makes it a text that is sent as it is: for values that the language cannot write at this place.
    mutating func becomeText(isJSON: Bool = false) {
        type = .string
        format = nil
        style = nil
        defaultValue = nil
        isNullable = false
        let note =
            isJSON
            ? "It takes the text of the JSON that is sent."
            : "It takes the value as text, which is escaped where it has to be."
        description = Paragraphs(description, note).text
    }
}

/// A shape before it is written.
struct ShapeDraft {
    /// In Swift and in the spec.
    var name: String
    /// Which of the files it goes to.
    var home: DraftHome
    var kind: Kind
    var description: String?
    var isDeprecated = false
    /// Where it comes from.
    var source: DocumentValue?

    enum Kind {
        case object([FieldDraft])
        case enumeration(EnumerationDraft)
        case alternatives(AlternativesDraft)
    }

    /// The types that it holds.
    var types: [TypeReference] {
        switch kind {
        case .object(let fields): fields.map(\.type)
        case .alternatives(let alternatives): alternatives.cases.map(\.type)
        case .enumeration: []
        }
    }
}

struct EnumerationDraft {
    /// In the order of the document, each once. `value` is written as a number where `isOfIntegers`.
    var cases: [(name: String, value: String)]
    var isOfIntegers = false
    /// Whether other values are errors.
    var isClosed = false
}

struct AlternativesDraft {
    var cases: [AlternativeDraft]
    /// The member on the wire that tells which it is.
    var discriminator: String?
    /// Which of them it is where they are tried.
    var choice = Alternatives.Choice.first
}

/// One of several types that a value can have.
struct AlternativeDraft {
    var name: String
    /// What the discriminator says where it is this one; empty without a discriminator.
    var values: [EnumerationCase.Value] = []
    var type: TypeReference
    /// What the document has of it; nil for one that it does not have.
    var schema: DocumentValue?
    /// What else the document has of it, by other names.
    var others: [DocumentValue] = []

    /// Any JSON, for what no alternative can say.
    static var other: AlternativeDraft { AlternativeDraft(name: "other", type: .jsonValue) }
}

/// Which of the files of an import something goes to.
enum DraftHome: Hashable, Sendable {
    /// The file of shapes that all share: what the document has under `components`.
    case shared
    /// The file of a tag, by the tag's name in the document; nil for operations without one.
    case tag(String?)
}

extension TypeReference {
    static let string = TypeReference.scalar(.string)
    static let data = TypeReference.scalar(.data)
    static let file = TypeReference.scalar(.file)
    static let jsonValue = TypeReference.scalar(.jsonValue)
}
