/// A kind of mistake. The code stays the same if the message of the diagnostic changes.
///
/// The folder `Codes` has a page for each code, with its cause, an example and the correction.
package enum DiagnosticCode: String, CaseIterable, Sendable {
    // MARK: Files and YAML

    /// A value that YAML parsers interpret differently, or a number that is too large.
    case ambiguousValue = "ambiguous-value"
    /// Files that extend each other.
    case circularFiles = "circular-files"
    /// An empty file.
    case emptyFile = "empty-file"
    /// Bytes that are not UTF-8, or a control character.
    case invalidEncoding = "invalid-encoding"
    /// An invalid path to a spec.
    case invalidFilePath = "invalid-file-path"
    /// A merge key, `<<`, with a value that is not a map.
    case invalidMerge = "invalid-merge"
    /// Text that is not YAML.
    case invalidYAML = "invalid-yaml"
    /// Too many levels, values, characters or files.
    case limitExceeded = "limit-exceeded"
    /// An entry in braces without a space after the colon.
    case missingSpace = "missing-space"
    /// An OpenAPI document in place of a spec.
    case openAPIDocument = "openapi-document"
    /// More than one YAML document in a file.
    case severalDocuments = "several-documents"
    /// More diagnostics than are reported for a file.
    case tooManyDiagnostics = "too-many-diagnostics"
    /// A file that does not exist or cannot be read.
    case unreadableFile = "unreadable-file"
    /// A YAML tag, such as `!!int`.
    case unsupportedTag = "unsupported-tag"
    /// An unsupported version of the spec language.
    case unknownVersion = "unknown-version"

    // MARK: Keys and values

    /// Keys that exclude each other.
    case conflictingKeys = "conflicting-keys"
    /// A duplicate key in a map.
    case duplicateKey = "duplicate-key"
    /// A duplicate value in a list, or a value with two meanings.
    case duplicateValue = "duplicate-value"
    /// An empty text, list or map.
    case emptyValue = "empty-value"
    /// A word that the key does not accept.
    case invalidChoice = "invalid-choice"
    /// An invalid duration.
    case invalidDuration = "invalid-duration"
    /// An invalid path into a reply.
    case invalidPath = "invalid-path"
    /// An invalid separator of names.
    case invalidSeparator = "invalid-separator"
    /// A key that belongs elsewhere or was renamed.
    case misplacedKey = "misplaced-key"
    /// A map without a required key.
    case missingKey = "missing-key"
    /// A key without a value.
    case missingValue = "missing-value"
    /// A number that is too small or too large.
    case numberOutOfRange = "number-out-of-range"
    /// An unknown key.
    case unknownKey = "unknown-key"
    /// A key without an effect.
    case uselessKey = "useless-key"
    /// A value of the wrong kind, such as a list in place of a text.
    case wrongKind = "wrong-kind"

    // MARK: Several files

    /// One setting with two values.
    case conflictingValues = "conflicting-values"
    /// A name that two files declare.
    case duplicateName = "duplicate-name"
    /// A spec without `client`.
    case missingClient = "missing-client"
    /// A change of an entry that is omitted.
    case omittedEntry = "omitted-entry"
    /// A change of an entry that the extended files do not contain.
    case unmatchedEntry = "unmatched-entry"

    // MARK: Names

    /// A client with the name of its module.
    case clientModuleClash = "client-module-clash"
    /// A former name that is in use.
    case formerNameClash = "former-name-clash"
    /// An invalid former name of a task.
    case invalidFormerName = "invalid-former-name"
    /// A name that Swift does not allow.
    case invalidName = "invalid-name"
    /// Two declarations with the same Swift name.
    case nameClash = "name-clash"
    /// A name that Swift, the spec language or generated code uses.
    case reservedName = "reserved-name"
    /// A name in the user's code that has another meaning in generated code.
    case shadowedName = "shadowed-name"
    /// Two params or fields with the same wire name.
    case wireNameClash = "wire-name-clash"
    /// A wire name that does not follow from the separator.
    case inconsistentSeparator = "inconsistent-separator"

    // MARK: Types and fields

    /// An example that does not match its type or lacks a value.
    case invalidExample = "invalid-example"
    /// A constraint that does not apply to the type, or contradicts another.
    case invalidConstraint = "invalid-constraint"
    /// An invalid default for the type.
    case invalidDefault = "invalid-default"
    /// An invalid format for the type.
    case invalidFormat = "invalid-format"
    /// An invalid inline field.
    case invalidInline = "invalid-inline"
    /// An optional where a value always exists.
    case invalidOptional = "invalid-optional"
    /// An invalid style for the type.
    case invalidStyle = "invalid-style"
    /// An invalid transform.
    case invalidTransform = "invalid-transform"
    /// An invalid type.
    case invalidType = "invalid-type"
    /// A `File` where files are not supported.
    case misplacedFile = "misplaced-file"
    /// A name without a type.
    case missingType = "missing-type"
    /// A required field of a shape that is sent or read without it.
    case fieldWithoutValue = "field-without-value"
    /// A type that is neither built in nor a shape.
    case unknownShape = "unknown-shape"
    /// A pattern that is not checked.
    case unsupportedPattern = "unsupported-pattern"
    /// A field that is neither sent nor read.
    case unusedField = "unused-field"

    // MARK: Shapes

    /// A shape that contains itself endlessly.
    case endlessShape = "endless-shape"
    /// An invalid Swift attribute.
    case invalidAttribute = "invalid-attribute"
    /// A conformance that is not possible for a shape.
    case invalidConformance = "invalid-conformance"
    /// A discriminator that does not identify the alternatives.
    case invalidDiscriminator = "invalid-discriminator"
    /// A conformance that a nested shape lacks.
    case missingConformance = "missing-conformance"
    /// Texts and numbers as the values of one enumeration.
    case mixedValues = "mixed-values"
    /// An alternative that an earlier one always hides.
    case neverReached = "never-reached"
    /// An unknown case of an enumeration.
    case unknownCase = "unknown-case"

    // MARK: Requests

    /// A constant value with a param in braces.
    case constantPlaceholder = "constant-placeholder"
    /// An endpoint without a path.
    case emptyURI = "empty-uri"
    /// A header with two values.
    case headerClash = "header-clash"
    /// An invalid base URL.
    case invalidBaseURL = "invalid-base-url"
    /// An invalid name of a header.
    case invalidHeaderName = "invalid-header-name"
    /// An invalid value of a header.
    case invalidHeaderValue = "invalid-header-value"
    /// An invalid media type.
    case invalidMediaType = "invalid-media-type"
    /// A request object that is not a shape with fields.
    case invalidRequestObject = "invalid-request-object"
    /// An invalid uri.
    case invalidURI = "invalid-uri"
    /// A param that is the URL of the request, with conflicting keys.
    case invalidURLParam = "invalid-url-param"
    /// A body, or a param in the body, that is not allowed.
    case misplacedBody = "misplaced-body"
    /// A variable of the uri without a param.
    case missingParam = "missing-param"
    /// A param of the path without a variable in the uri.
    case missingURIVariable = "missing-uri-variable"
    /// A header that the transport sets.
    case reservedHeader = "reserved-header"
    /// Credentials in a place that is already used.
    case schemeClash = "scheme-clash"
    /// An unknown param or field.
    case unknownParam = "unknown-param"
    /// An undeclared authentication scheme.
    case unknownScheme = "unknown-scheme"
    /// A value that cannot be sent in this place.
    case unsendableValue = "unsendable-value"
    /// A param that is never sent, but is needed in the request.
    case unsentParam = "unsent-param"
    /// A variable of the uri with a conflicting key.
    case uriVariableConflict = "uri-variable-conflict"

    // MARK: Replies

    /// An invalid status of a reply.
    case invalidStatus = "invalid-status"
    /// Pages without a way to the next page.
    case invalidPages = "invalid-pages"
    /// An endpoint that cannot be polled.
    case invalidPoll = "invalid-poll"
    /// An insufficient signature of a webhook.
    case invalidSignature = "invalid-signature"
    /// An invalid condition of a stream.
    case invalidStreamCondition = "invalid-stream-condition"
    /// A stream where streams are not supported.
    case misplacedStream = "misplaced-stream"
    /// An unknown endpoint.
    case unknownEndpoint = "unknown-endpoint"
    /// A path to a value that the response does not contain.
    case unknownPath = "unknown-path"
    /// A path to a value of the wrong type.
    case wrongPathType = "wrong-path-type"

    // MARK: Delivery

    /// Durations and limits that contradict each other.
    case conflictingTimes = "conflicting-times"
    /// A secret that would be stored or shown.
    case exposedSecret = "exposed-secret"
    /// Tasks that cannot share one run.
    case invalidCoalesce = "invalid-coalesce"
    /// A product of NetTask that the target does not depend on.
    case missingProduct = "missing-product"
    /// A request that may be sent twice, but is not marked idempotent.
    case unsafeResend = "unsafe-resend"
    /// A durable task with a value that cannot be stored.
    case unstorableTask = "unstorable-task"

    // MARK: Import

    /// A bug in NetTask: the import would write invalid specs.
    case importFault = "import-fault"
    /// An invalid OpenAPI document.
    case invalidDocument = "invalid-document"
    /// An omitted operation.
    case operationLeftOut = "operation-left-out"
    /// A part of a document that a spec cannot express.
    case unsupportedPart = "unsupported-part"
    /// An unknown operation or tag.
    case unknownOperation = "unknown-operation"
    /// An unresolved reference.
    case unresolvedReference = "unresolved-reference"
    /// An unsupported version of OpenAPI.
    case unsupportedVersion = "unsupported-version"

    // MARK: Commands

    /// A request of `nettask call` that failed.
    case failedRequest = "failed-request"
    /// An existing file that NetTask did not write and would replace.
    case foreignFile = "foreign-file"
    /// Invalid arguments of a command.
    case invalidArgument = "invalid-argument"
    /// An invalid template.
    case invalidTemplate = "invalid-template"
    /// A folder without specs.
    case noSpecs = "no-specs"
    /// A file or folder that cannot be written.
    case unwritableFile = "unwritable-file"
}
