/// An endpoint before it is written.
struct EndpointDraft {
    /// In Swift and in the spec.
    var name: String
    /// The tag whose file it goes to; nil for operations without one.
    var tag: String?
    /// In capitals: one that the language has.
    var method: String
    /// As the language has it: relative to the base URL, variables by the Swift names of their params.
    var uri: String
    /// The names that it had in earlier imports.
    var was: [String] = []
    var description: String?
    var isDeprecated = false
    /// `json` or `multipart`; nil for a form, and where nothing is sent in the body but `body`.
    var encoding: String?
    /// In the order of the document: those of the path, then the others, then those of the body.
    var params: [FieldDraft] = []
    /// The shape whose fields are packed as form or multipart.
    var requestObject: String?
    /// The whole body.
    var body: DraftType?
    var isBodyRequired = true
    var contentType: String?
    /// Headers with a fixed value, such as `Accept`.
    var headers: [(name: String, value: String)] = []
    var response = ResponseDraft.none
    /// What the document says of the reply: a comment. Of replies by status each has its own.
    var responseDescription: String?
    /// Beside the body of the reply, where it is the same for all statuses; others have their own.
    var responseHeaders: [FieldDraft] = []
    var errors: [StatusDraft] = []
    /// The schemes that it authenticates with: nil for those of the document, empty for none.
    var auth: [String]?

    enum ResponseDraft {
        case none
        case type(DraftType, format: String?, isNullable: Bool)
        case statuses([StatusDraft])
    }

    /// What comes back with one status.
    struct StatusDraft {
        /// `404`, `4xx` or `default`.
        var status: String
        /// nil for no body.
        var type: DraftType?
        var format: String?
        var headers: [FieldDraft] = []
        /// What the document says of it: a comment at the end of its line.
        var description: String?

        /// Whether there is nothing to read.
        var isEmpty: Bool { type == nil && headers.isEmpty }
    }
}
