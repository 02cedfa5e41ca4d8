import NetTaskSpec

// What a Swift file will say: every decision is taken, only the layout is left to the templates.

struct SwiftFile {
    var mark: FileMark
    var imports: [SwiftLine]
    /// The clients whose namespaces are declared here.
    var clients: [SwiftModelBuilder]
    var types: [SwiftType]
    var tasks: [SwiftTask]
    /// For a file of their own.
    var examples: [SwiftExample] = []
}

/// A shape, or a reply that is declared in its task.
enum SwiftType {
    case structure(SwiftStructure)
    case enumeration(SwiftEnumeration)
}

struct SwiftStructure {
    var namespace: Identifier
    var description: String?
    var comment: DocComment
    /// What stands before the declaration.
    var attributes: [SwiftLine] = []
    var access: SwiftCode
    var name: Identifier
    var conformances: SwiftCode
    var properties: [SwiftProperty]
    var initializer: [SwiftLine]
    /// What it shows of its properties, an entry of a dictionary literal for each; none where it hides nothing.
    var mirror: [SwiftLine]
    /// The statements that read it from JSON; nil if it is never in a reply.
    var reads: [SwiftLine]?
    /// Whether these read headers of the reply, too.
    var readsReply = false
    /// The statements that pack it; nil if it is never in a request.
    var packs: [SwiftLine]?
    /// Those that store and restore it; none if no durable task holds it.
    var functions: [[SwiftLine]] = []
    /// The expression of an example; nil if it has none.
    var example: SwiftLine?
}

struct SwiftProperty {
    var field: Field
    var comment: DocComment
    /// What stands before its name.
    var keyword: SwiftCode
    var name: Identifier
    var type: SwiftCode
    var defaultValue: SwiftCode?
    /// Writes types as they are named outside of the client.
    var outerTypes: SharedTypeNames
}

struct SwiftEnumeration {
    var namespace: Identifier
    var description: String?
    var comment: DocComment
    /// What stands before the declaration.
    var attributes: [SwiftLine] = []
    var access: SwiftCode
    var keyword: SwiftCode
    var name: Identifier
    var conformances: SwiftCode
    var cases: [SwiftCase] = []
    /// Its members that are more than a case.
    var functions: [[SwiftLine]] = []
    /// The structures that its cases hold, declared in it.
    var structures: [SwiftStructure] = []
    var example: SwiftLine?
}

struct SwiftCase {
    var comment = DocComment()
    var name: Identifier
    /// The value on the wire. It is `nil` if it is not a single value.
    var value: EnumerationCase.Value?
    /// What stands behind `=`.
    var rawValue: SwiftCode?
    /// The type that it holds.
    var payload: SwiftCode?
}

extension SwiftCase {
    init(_ enumerationCase: EnumerationCase, hasRawValue: Bool) {
        name = Identifier(enumerationCase.name.swift)
        comment = DocComment(enumerationCase.description, enumerationCase.deprecation?.paragraph)
        value = enumerationCase.value
        // Swift takes the name of itself.
        if hasRawValue, value != .string(enumerationCase.name.swift) { rawValue = enumerationCase.value.code }
    }

    /// The case that keeps what the spec does not list.
    static func unknown(_ name: String, _ payload: SwiftCode, _ summary: String) -> SwiftCase {
        SwiftCase(comment: DocComment(summary), name: Identifier(name), payload: payload)
    }
}

/// What `Response` or `Failure` of a task is.
enum SwiftReplyType {
    case alias(SwiftCode)
    case declared(SwiftType)
}
