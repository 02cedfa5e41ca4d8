/// A kind of mistake: what a diagnostic reports, under a name that stays as it is when the wording changes.
///
/// Each has a page in the folder `Codes`, with its cause, an example, and the fix.
package enum DiagnosticCode: String, CaseIterable, Sendable {
    // MARK: Files and YAML

    /// A value that readers of YAML read differently, or a number that is too large.
    case ambiguousValue = "ambiguous-value"
    /// Files that extend each other.
    case circularFiles = "circular-files"
    /// A file that holds nothing.
    case emptyFile = "empty-file"
    /// Bytes that are not UTF-8, or a control character.
    case invalidEncoding = "invalid-encoding"
    /// A path that does not lead from one spec to another.
    case invalidFilePath = "invalid-file-path"
    /// A merge key, `<<`, with a value that is not a map.
    case invalidMerge = "invalid-merge"
    /// Text that is not YAML.
    case invalidYAML = "invalid-yaml"
    /// More levels, values, characters or files than NetTask reads.
    case limitExceeded = "limit-exceeded"
    /// A key and its value in braces, without the space between them.
    case missingSpace = "missing-space"
    /// An OpenAPI document in place of a spec.
    case openAPIDocument = "openapi-document"
    /// More than one YAML document in a file.
    case severalDocuments = "several-documents"
    /// More diagnostics in a file than are listed.
    case tooManyDiagnostics = "too-many-diagnostics"
    /// A file that does not exist or cannot be read.
    case unreadableFile = "unreadable-file"
    /// A tag of YAML, such as `!!int`.
    case unsupportedTag = "unsupported-tag"
    /// A version of the language that this NetTask does not read.
    case unknownVersion = "unknown-version"

    // MARK: Keys and values

    /// Keys that exclude each other.
    case conflictingKeys = "conflicting-keys"
    /// A key that is in a map twice.
    case duplicateKey = "duplicate-key"
    /// A value that is in a list twice, or stands for two things.
    case duplicateValue = "duplicate-value"
    /// A text, a list or a map that holds nothing.
    case emptyValue = "empty-value"
    /// A word that is not one of those that the key takes.
    case invalidChoice = "invalid-choice"
    /// A duration that cannot be read.
    case invalidDuration = "invalid-duration"
    /// A path into a reply that cannot be read.
    case invalidPath = "invalid-path"
    /// A separator that cannot stand between the words of names.
    case invalidSeparator = "invalid-separator"
    /// A key that belongs elsewhere, or has another name.
    case misplacedKey = "misplaced-key"
    /// A map without a key that it needs.
    case missingKey = "missing-key"
    /// A key without a value.
    case missingValue = "missing-value"
    /// A number that is too small or too large.
    case numberOutOfRange = "number-out-of-range"
    /// A key that the language does not have.
    case unknownKey = "unknown-key"
    /// A key that changes nothing where it is.
    case uselessKey = "useless-key"
    /// A value of another kind than the key takes, such as a list in place of a text.
    case wrongKind = "wrong-kind"

    // MARK: Several files

    /// One setting with two values.
    case conflictingValues = "conflicting-values"
    /// A name that two files declare.
    case duplicateName = "duplicate-name"
    /// A spec without `client`.
    case missingClient = "missing-client"
    /// A change of an entry that is left out.
    case omittedEntry = "omitted-entry"
    /// A change of an entry that the extended files do not have.
    case unmatchedEntry = "unmatched-entry"

    // MARK: Names

    /// A client with the name of the module that it is in.
    case clientModuleClash = "client-module-clash"
    /// A former name that is in use.
    case formerNameClash = "former-name-clash"
    /// A former name of a task that cannot be one.
    case invalidFormerName = "invalid-former-name"
    /// A name that Swift does not allow.
    case invalidName = "invalid-name"
    /// Two things with one name in Swift.
    case nameClash = "name-clash"
    /// A name that Swift, the language or generated code uses.
    case reservedName = "reserved-name"
    /// A name of yours that means something else in generated code.
    case shadowedName = "shadowed-name"
    /// Two params or fields with one name on the wire.
    case wireNameClash = "wire-name-clash"
    /// A name on the wire that the separator does not explain.
    case inconsistentSeparator = "inconsistent-separator"

    // MARK: Types and fields

    /// An example that does not fit its type, or lacks a value.
    case invalidExample = "invalid-example"
    /// A default that its type cannot have.
    case invalidDefault = "invalid-default"
    /// A format that the type does not have.
    case invalidFormat = "invalid-format"
    /// Inline fields where none can be.
    case invalidInline = "invalid-inline"
    /// An optional where there is always a value.
    case invalidOptional = "invalid-optional"
    /// A style that the type does not have.
    case invalidStyle = "invalid-style"
    /// A transform that cannot be called.
    case invalidTransform = "invalid-transform"
    /// A type that cannot be read.
    case invalidType = "invalid-type"
    /// A `File` where none can be.
    case misplacedFile = "misplaced-file"
    /// A name without a type.
    case missingType = "missing-type"
    /// A field that must have a value, of a shape that is sent or read without it.
    case fieldWithoutValue = "field-without-value"
    /// A type that is neither one of the language nor a shape.
    case unknownShape = "unknown-shape"
    /// A field that is neither sent nor read.
    case unusedField = "unused-field"

    // MARK: Shapes

    /// A shape that contains itself without end.
    case endlessShape = "endless-shape"
    /// An attribute that is not one of Swift.
    case invalidAttribute = "invalid-attribute"
    /// A conformance that a shape cannot have.
    case invalidConformance = "invalid-conformance"
    /// A discriminator that cannot tell the alternatives apart.
    case invalidDiscriminator = "invalid-discriminator"
    /// A conformance that a shape inside lacks.
    case missingConformance = "missing-conformance"
    /// Texts and numbers as the values of one enumeration.
    case mixedValues = "mixed-values"
    /// An alternative that another one always comes before.
    case neverReached = "never-reached"
    /// A value that an enumeration does not have.
    case unknownCase = "unknown-case"

    // MARK: Requests

    /// A fixed value with a param in braces.
    case constantPlaceholder = "constant-placeholder"
    /// An endpoint without a path.
    case emptyURI = "empty-uri"
    /// One header with two values.
    case headerClash = "header-clash"
    /// A base URL that cannot be one.
    case invalidBaseURL = "invalid-base-url"
    /// A name that a header cannot have.
    case invalidHeaderName = "invalid-header-name"
    /// A value that a header cannot have.
    case invalidHeaderValue = "invalid-header-value"
    /// A media type that cannot be read.
    case invalidMediaType = "invalid-media-type"
    /// A request object that is not a shape with fields.
    case invalidRequestObject = "invalid-request-object"
    /// A uri that cannot be read.
    case invalidURI = "invalid-uri"
    /// A param that is the URL of the request, with keys that contradict this.
    case invalidURLParam = "invalid-url-param"
    /// A body, or a param of it, where there is none.
    case misplacedBody = "misplaced-body"
    /// A variable of the uri without a param.
    case missingParam = "missing-param"
    /// A param of the path without a variable in the uri.
    case missingURIVariable = "missing-uri-variable"
    /// A header that a spec must not set.
    case reservedHeader = "reserved-header"
    /// Credentials that go where something else goes.
    case schemeClash = "scheme-clash"
    /// A name that is neither a param nor a field here.
    case unknownParam = "unknown-param"
    /// A scheme that the spec does not declare.
    case unknownScheme = "unknown-scheme"
    /// A value that cannot be sent at its place.
    case unsendableValue = "unsendable-value"
    /// A param that is never sent, where one that is sent is needed.
    case unsentParam = "unsent-param"
    /// A variable of the uri that a key takes elsewhere.
    case uriVariableConflict = "uri-variable-conflict"

    // MARK: Replies

    /// A status that a reply cannot have there.
    case invalidStatus = "invalid-status"
    /// Pages that nothing leads through.
    case invalidPages = "invalid-pages"
    /// An endpoint that cannot be polled.
    case invalidPoll = "invalid-poll"
    /// A signature of a webhook that verifies nothing.
    case invalidSignature = "invalid-signature"
    /// A condition that cannot ask for a stream.
    case invalidStreamCondition = "invalid-stream-condition"
    /// A stream where none can be.
    case misplacedStream = "misplaced-stream"
    /// An endpoint that the spec does not have.
    case unknownEndpoint = "unknown-endpoint"
    /// A path that leads to nothing in the response.
    case unknownPath = "unknown-path"
    /// A path that leads to a value of another type than is needed.
    case wrongPathType = "wrong-path-type"

    // MARK: Delivery

    /// Durations and limits that contradict each other.
    case conflictingTimes = "conflicting-times"
    /// A secret that would be written to disk, or shown.
    case exposedSecret = "exposed-secret"
    /// Tasks that cannot share one run.
    case invalidCoalesce = "invalid-coalesce"
    /// A product of NetTask that the target does not depend on.
    case missingProduct = "missing-product"
    /// A request that could be sent twice, without a word that this does no harm.
    case unsafeResend = "unsafe-resend"
    /// A durable task with something that cannot be stored.
    case unstorableTask = "unstorable-task"

    // MARK: Import

    /// A fault of NetTask: specs for a document that would have errors.
    case importFault = "import-fault"
    /// A document that does not follow OpenAPI.
    case invalidDocument = "invalid-document"
    /// An operation that is left out.
    case operationLeftOut = "operation-left-out"
    /// A part of a document that a spec cannot express.
    case unsupportedPart = "unsupported-part"
    /// An operation or tag that the document does not have.
    case unknownOperation = "unknown-operation"
    /// A reference that leads nowhere.
    case unresolvedReference = "unresolved-reference"
    /// A version of OpenAPI that cannot be imported.
    case unsupportedVersion = "unsupported-version"

    // MARK: Commands

    /// A request of `nettask call` that failed.
    case failedRequest = "failed-request"
    /// A file that NetTask did not write, where it would write one.
    case foreignFile = "foreign-file"
    /// A command with arguments that do not fit what is there.
    case invalidArgument = "invalid-argument"
    /// A template that cannot be read or filled.
    case invalidTemplate = "invalid-template"
    /// A folder without specs.
    case noSpecs = "no-specs"
    /// A file or folder that cannot be written.
    case unwritableFile = "unwritable-file"
}
