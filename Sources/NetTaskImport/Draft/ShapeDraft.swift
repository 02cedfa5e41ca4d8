import NetTaskSpec

/// A shape before it is written.
struct ShapeDraft {
    /// In Swift and in the spec.
    var name: String
    /// Which of the files it goes to.
    var home: DraftHome
    var kind: Kind
    var description: String?
    var isDeprecated = false

    enum Kind {
        case object([FieldDraft])
        case enumeration(EnumerationDraft)
        case alternatives(AlternativesDraft)
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
    var type: DraftType
    /// What the document has of it; nil for one that it does not have.
    var schema: DocumentValue?

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
