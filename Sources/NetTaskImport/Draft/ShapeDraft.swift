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
    /// With a discriminator, `value` is the text that stands for the alternative.
    var cases: [(name: String, value: String?, type: DraftType)]
    /// The member on the wire that tells which it is.
    var discriminator: String?
}

/// Which of the files of an import something goes to.
enum DraftHome: Hashable, Sendable {
    /// The file of shapes that all share: what the document has under `components`.
    case shared
    /// The file of a tag, by the tag's name in the document; nil for operations without one.
    case tag(String?)
}
