/// A field of a shape, a param of an endpoint, or a header of a reply, before it is written.
struct FieldDraft {
    /// In Swift.
    var name: String
    var wireName: String
    var type: DraftType
    /// Whether it has to be there.
    var isRequired: Bool
    var isNullable = false
    /// A format of ours: `date`, `unix`, …
    var format: String?
    /// A style of ours: `comma`, `brackets`, …
    var style: String?
    /// Of a param: where it goes. nil where that is where the method puts it.
    var location: Location?
    /// What the document says is taken where none is given.
    var defaultValue: DefaultDraft?
    var description: String?
    var isSecret = false
    var isDeprecated = false
    var only: Direction?
    /// Whether its members stand beside the other fields, in the same object.
    var isInline = false

    enum Location: String, Sendable {
        case path, query, header, cookie, body
    }

    enum Direction: String, Sendable {
        case request, response
    }
}

/// A value that the document says is the default.
enum DefaultDraft: Equatable, Sendable {
    case text(String)
    /// As it is written.
    case number(String)
    case bool(Bool)
    case emptyList
    case emptyMap
}
