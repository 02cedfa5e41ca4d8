/// Why a part of a document is in no spec, and what that means for the client.
struct OmissionReason: Hashable, Sendable {
    let text: String
    let weight: Weight

    /// The gravest first.
    enum Weight: Int, Sendable, CaseIterable {
        /// Something is sent or read in another way than the document says, or cannot be said.
        case differs
        /// It changes nothing of what is sent and read.
        case unused
        /// Only people read it.
        case words

        /// The heading of what is left out for such a reason.
        var title: String {
            switch self {
            case .differs: "Sent or read differently"
            case .unused: "Without effect on what is sent and read"
            case .words: "Only documentation"
            }
        }
    }

    static func unused(_ text: String) -> OmissionReason { OmissionReason(text: text, weight: .unused) }
    static func words(_ text: String) -> OmissionReason { OmissionReason(text: text, weight: .words) }
}

/// A text alone is of the gravest weight.
extension OmissionReason: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) {
        self.init(text: text, weight: .differs)
    }
}

/// Where several objects share the reason.
extension OmissionReason {
    static let alwaysEscaped: OmissionReason = "reserved characters are always escaped"
    static let asText: OmissionReason = "the value is given as the text that is sent"
    static let besideSchema = unused("there is a `schema` beside it")
    static let danglingReference: OmissionReason = "it leads nowhere"
    static let example = words("examples are for people and tests")
    static let `extension` = words("extensions of others mean nothing to nettask")
    static let headerElsewhere = unused("OpenAPI says this header elsewhere")
    static let link = unused("links between operations have no place in a spec")
    static let longerDescription = words("its description says more")
    static let noBody: OmissionReason = "HTTP has no body there"
    static let noBodySent = unused("there is no body")
    static let noProperty = unused("there is no property of that name")
    static let noValues = unused("nothing is a value of it")
    static let notImported = unused("nothing that is imported refers to it")
    static let notValidated = unused("values are not validated")
    static let nullable = unused("null is possible anyway")
    static let notRead = unused("replies of such statuses are not read")
    static let onlyRead = unused("a header of a reply is only read anyway")
    static let onlySent = unused("a param is only sent anyway")
    static let otherDefault: OmissionReason = "another default is there already"
    static let otherDescription = words("another description is there already")
    static let otherForm = unused("it is another form of the same body")
    static let otherPart = unused("another part of `allOf` says what it is")
    static let token = unused("whoever gives the token knows how to get it")
    static let twice = unused("it is there twice")
    static let unreferenced = unused("nothing refers to it")
    static let xml = unused("only JSON is read and written")
}
