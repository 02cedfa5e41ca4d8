/// The reason why a part of a document is not in the specs, and the effect on the client.
struct OmissionReason: Hashable, Sendable {
    let code: Code
    let text: String
    let weight: Weight

    /// The effect on the client, most severe first.
    enum Weight: Int, Sendable, CaseIterable {
        /// The client sends or reads something differently, or not at all.
        case differs
        /// No effect on requests and replies.
        case unused
        /// Documentation only.
        case words

        /// The heading in the report.
        var title: String {
            switch self {
            case .differs: "Sent or read differently"
            case .unused: "Without effect on requests and replies"
            case .words: "Only documentation"
            }
        }
    }

    /// A kind of reason. Its raw value is stable; the text can change.
    enum Code: String, Sendable {
        /// An unused or unsupported authentication scheme.
        case authentication
        /// A URL that is stated elsewhere, or is unsupported.
        case address
        /// `allowReserved`, since reserved characters are always escaped.
        case alwaysEscaped = "always-escaped"
        /// A type that became `JSONValue`.
        case anyJSON = "any-json"
        /// A removed alternative.
        case alternativeLeftOut = "alternative-left-out"
        /// A type that became a wider type.
        case approximated
        /// A discriminator that does not identify the alternatives.
        case discriminator
        /// A text for readers.
        case documentation
        /// A required field through which a shape would contain itself.
        case endlessShape = "endless-shape"
        /// An example.
        case example
        /// A key that begins with `x-`.
        case `extension`
        /// Excluded by the arguments of the import.
        case filteredOut = "filtered-out"
        /// Unsupported in forms.
        case form
        /// A format that the type does not support.
        case format
        /// A value that is read or sent as a whole.
        case givenAsIs = "given-as-is"
        /// A defect of NetTask.
        case importFault = "import-fault"
        /// A violation of OpenAPI.
        case invalidDocument = "invalid-document"
        /// A link between operations.
        case link
        /// A name or list without a match.
        case matchesNothing = "matches-nothing"
        /// A name that is already used.
        case nameTaken = "name-taken"
        /// Null in a place that always has a value.
        case neverNull = "never-null"
        /// A body of a request or reply that cannot have one.
        case noBody = "no-body"
        /// No effect on requests and replies.
        case noEffect = "no-effect"
        /// A key that the language has for fields only.
        case noPlace = "no-place"
        /// An alternative or part that is not an object.
        case notAnObject = "not-an-object"
        /// A reply that is not read.
        case notRead = "not-read"
        /// A constraint that is not checked.
        case notValidated = "not-validated"
        /// An operation without an endpoint.
        case operationLeftOut = "operation-left-out"
        /// An invalid or replaced default.
        case otherDefault = "other-default"
        /// A key that applies to the other direction.
        case otherDirection = "other-direction"
        /// Another content type of the same body.
        case otherFormat = "other-format"
        /// Stated elsewhere, too.
        case redundant
        /// A secret, which must not appear in code.
        case secret
        /// The headers of a stream.
        case streamHeaders = "stream-headers"
        /// A schema that is nested too deeply.
        case tooDeep = "too-deep"
        /// A part of the document that no endpoint uses.
        case unreferenced
        /// A broken reference.
        case unresolvedReference = "unresolved-reference"
        /// A key for the receiver of a webhook.
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

/// Reasons that several objects share.
extension OmissionReason {
    static let alwaysEscaped = differs(.alwaysEscaped, "reserved characters are always escaped")
    static let asText = differs(.givenAsIs, "the param is sent as text")
    static let besideSchema = unused(.redundant, "the `schema` beside it is used")
    static let contradicted = differs(.redundant, "a later part of `allOf` contradicts it")
    static let danglingReference = differs(.unresolvedReference, "the reference is broken")
    static let example = words(.example, "examples are neither sent nor read")
    static let `extension` = words(.extension, "NetTask does not use the extensions of other tools")
    static let headerElsewhere = unused(.noEffect, "OpenAPI describes this header with other keys")
    static let link = unused(.link, "a spec cannot contain links between operations")
    static let longerDescription = words(.redundant, "the longer description is used")
    static let noBody = differs(.noBody, "this request or reply cannot have a body")
    static let noBodySent = unused(.noBody, "the request has no body")
    static let noProperty = unused(.matchesNothing, "no property has this name")
    static let noValues = unused(.matchesNothing, "the schema does not list values")
    static let notImported = unused(.unreferenced, "no imported endpoint uses it")
    static let notValidated = unused(.notValidated, "values are not validated")
    static let nullable = unused(.redundant, "the type already includes null")
    static let notRead = unused(.notRead, "replies with this status are not read")
    static let onlyRead = unused(.otherDirection, "a header of a reply is always only read")
    static let onlySent = unused(.otherDirection, "a param is always only sent")
    static let otherDefault = unused(.otherDefault, "a more specific default replaces it")
    static let otherDescription = words(.redundant, "another description is used")
    static let otherForm = unused(.otherFormat, "another content type of the same body is used")
    static let otherPart = unused(.redundant, "the schema beside `allOf` states the type")
    static let sameValues = unused(.redundant, "the imported content type has the same values")
    static let twice = unused(.redundant, "duplicate")
    static let unreferenced = unused(.unreferenced, "no endpoint uses it")
    static let xml = unused(.otherFormat, "bodies are JSON, not XML")
}
