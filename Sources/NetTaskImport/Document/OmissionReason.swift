/// Why a part of a document is in no spec, and what that means for the client.
struct OmissionReason: Hashable, Sendable {
    let code: Code
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

    /// A kind of reason, under a name that stays as it is when the wording changes.
    enum Code: String, Sendable {
        /// A scheme of authentication that is not used, or that a queue does not have.
        case authentication
        /// An address that the spec has elsewhere, or cannot have.
        case address
        /// Escapes that a query or path of NetTask always has.
        case alwaysEscaped = "always-escaped"
        /// A type that is any JSON now.
        case anyJSON = "any-json"
        /// An alternative that is not in the spec.
        case alternativeLeftOut = "alternative-left-out"
        /// A type that a wider one takes the place of.
        case approximated
        /// A discriminator that tells nothing apart.
        case discriminator
        /// A text for people.
        case documentation
        /// Something that would contain itself.
        case endlessShape = "endless-shape"
        /// An example.
        case example
        /// A key that begins with `x-`.
        case `extension`
        /// What the arguments of the import leave out.
        case filteredOut = "filtered-out"
        /// What a form cannot have.
        case form
        /// A format that the type does not have.
        case format
        /// A value that is not divided further.
        case givenAsIs = "given-as-is"
        /// A fault of NetTask.
        case importFault = "import-fault"
        /// What OpenAPI does not have there.
        case invalidDocument = "invalid-document"
        /// A link between operations.
        case link
        /// A name that leads to nothing.
        case matchesNothing = "matches-nothing"
        /// A name that something else has.
        case nameTaken = "name-taken"
        /// Null where there is always a value.
        case neverNull = "never-null"
        /// A body where there is none.
        case noBody = "no-body"
        /// What changes neither requests nor replies.
        case noEffect = "no-effect"
        /// What only fields have.
        case noPlace = "no-place"
        /// An alternative or part that is not an object.
        case notAnObject = "not-an-object"
        /// What no endpoint reads.
        case notRead = "not-read"
        /// A rule that values are not checked against.
        case notValidated = "not-validated"
        /// An operation without an endpoint.
        case operationLeftOut = "operation-left-out"
        /// A default that cannot be one.
        case otherDefault = "other-default"
        /// What is said of the other direction.
        case otherDirection = "other-direction"
        /// A body in another format than the one that is taken.
        case otherFormat = "other-format"
        /// What is said elsewhere, too.
        case redundant
        /// A value that code must not have.
        case secret
        /// The headers of a stream.
        case streamHeaders = "stream-headers"
        /// A schema below more levels than are read.
        case tooDeep = "too-deep"
        /// A part that nothing refers to.
        case unreferenced
        /// A reference that leads nowhere.
        case unresolvedReference = "unresolved-reference"
        /// What is about the side that receives a webhook.
        case webhook
    }

    static func differs(_ code: Code, _ text: String) -> OmissionReason {
        OmissionReason(code: code, text: text, weight: .differs)
    }

    static func unused(_ code: Code, _ text: String) -> OmissionReason {
        OmissionReason(code: code, text: text, weight: .unused)
    }

    static func words(_ code: Code, _ text: String) -> OmissionReason {
        OmissionReason(code: code, text: text, weight: .words)
    }
}

/// Where several objects share the reason.
extension OmissionReason {
    static let alwaysEscaped = differs(.alwaysEscaped, "reserved characters are always escaped")
    static let asText = differs(.givenAsIs, "the value is given as the text that is sent")
    static let besideSchema = unused(.redundant, "there is a `schema` beside it")
    static let contradicted = differs(.redundant, "a later part of `allOf` contradicts it")
    static let danglingReference = differs(.unresolvedReference, "it leads nowhere")
    static let example = words(.example, "examples are for people and tests")
    static let `extension` = words(.extension, "extensions of others mean nothing to nettask")
    static let headerElsewhere = unused(.noEffect, "OpenAPI says this header elsewhere")
    static let link = unused(.link, "links between operations have no place in a spec")
    static let longerDescription = words(.redundant, "its description says more")
    static let noBody = differs(.noBody, "HTTP has no body there")
    static let noBodySent = unused(.noBody, "there is no body")
    static let noProperty = unused(.matchesNothing, "there is no property of that name")
    static let noValues = unused(.matchesNothing, "nothing is a value of it")
    static let notImported = unused(.unreferenced, "nothing that is imported refers to it")
    static let notValidated = unused(.notValidated, "values are not validated")
    static let nullable = unused(.redundant, "null is possible anyway")
    static let notRead = unused(.notRead, "replies of such statuses are not read")
    static let onlyRead = unused(.otherDirection, "a header of a reply is only read anyway")
    static let onlySent = unused(.otherDirection, "a param is only sent anyway")
    static let otherDefault = unused(.otherDefault, "a default closer to the use replaces it")
    static let otherDescription = words(.redundant, "another description is there already")
    static let otherForm = unused(.otherFormat, "it is another form of the same body")
    static let otherPart = unused(.redundant, "another part of `allOf` says what it is")
    static let sameValues = unused(.redundant, "the form that is imported has the same values")
    static let twice = unused(.redundant, "it is there twice")
    static let unreferenced = unused(.unreferenced, "nothing refers to it")
    static let xml = unused(.otherFormat, "only JSON is read and written")
}
