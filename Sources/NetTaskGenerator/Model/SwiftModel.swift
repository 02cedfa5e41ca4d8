/// One Swift file as it will be: every decision is taken, only the layout is left to the templates.
struct SwiftFile {
    var mark: FileMark
    var imports: [SwiftCode]
    var namespace: SwiftNamespace?
    var types: [SwiftType]
    var tasks: [SwiftTask]
}

/// The enum that holds what a spec generates.
struct SwiftNamespace {
    var comment: DocComment
    var access: SwiftCode
    var name: Identifier
    /// The lines of all `case`s of its `Environment`; empty if the spec has one base URL at most.
    var environments: [SwiftCode]
    /// The body of the function that makes its `api`; empty if it has none.
    var api: [SwiftCode]
    /// The comment and the lines of its `authentication`; empty if the spec has no schemes.
    var authentication: (comment: DocComment, lines: [SwiftCode])
    /// The lines of its `durableTasks`; empty if it has none.
    var durableTasks: [SwiftCode]
}

/// A shape.
enum SwiftType {
    case structure(SwiftStructure)
    case enumeration(SwiftEnumeration)
}

struct SwiftStructure {
    var namespace: Identifier
    var comment: DocComment
    var access: SwiftCode
    var name: Identifier
    var conformances: SwiftCode
    /// The declaration up to its `{`, on as many lines as it takes.
    var opening: [SwiftCode]
    var properties: [SwiftProperty]
    var initializer: SwiftInitializer
    /// What it shows of its properties, one entry of a dictionary literal for each; none where it hides nothing.
    var mirror: [SwiftCode]
    /// The statements that read it from JSON; nil if it is never in a reply.
    var reads: [SwiftCode]?
    /// Whether these read headers of the reply, too.
    var readsReply = false
    /// The statements that pack it; nil if it is never in a request.
    var packs: [SwiftCode]?
    /// Those that store and restore it; none if no durable task holds it.
    var functions: [SwiftFunction] = []
}

struct SwiftProperty {
    var comment: DocComment
    var declaration: SwiftCode
}

struct SwiftInitializer {
    /// `public init(id: Int) {`, on as many lines as it takes.
    var signature: [SwiftCode]
    var assignments: [SwiftCode]
}

struct SwiftEnumeration {
    var namespace: Identifier
    var comment: DocComment
    var access: SwiftCode
    var name: Identifier
    var conformances: SwiftCode
    /// As that of a structure.
    var opening: [SwiftCode]
    /// The lines of all `case`s.
    var cases: [SwiftCode]
    var functions: [SwiftFunction]
}

/// A function, an initializer or a getter.
struct SwiftFunction {
    /// Up to the `{`, on as many lines as it takes.
    var declaration: [SwiftCode]
    var body: [SwiftCode]
}

/// An endpoint.
struct SwiftTask {
    var namespace: Identifier
    var comment: DocComment
    /// What stands before the declaration.
    var attributes: [SwiftCode]
    var access: SwiftCode
    var name: Identifier
    var conformances: SwiftCode
    var response: SwiftReplyType
    /// nil where no error has a typed body.
    var failure: SwiftReplyType?
    var properties: [SwiftProperty]
    var initializer: SwiftInitializer
    /// As that of a structure.
    var mirror: [SwiftCode]
    /// The getter of `endpoint`.
    var endpoint: [SwiftCode]
    /// The getter of `uri`; none where it is that of the endpoint.
    var uri: [SwiftCode]
    var packs: [SwiftCode]
    /// The statements that pack what tells it from others; none where it is the whole request.
    var identityPacks: [SwiftCode]
    /// The lines of the one statement that parses a reply; none where there is nothing to parse.
    var parse: [SwiftCode]
    /// The lines of the one statement that reads the body of an error; none where no error has a typed one.
    var failureReads: [SwiftCode]
    /// How it is stored and run again; none if it is not durable.
    var durability: [SwiftCode]
    /// Those that store and restore it; none if it is not durable.
    var functions: [SwiftFunction]
}

/// What `Response` or `Failure` of a task is.
enum SwiftReplyType {
    case type(SwiftCode)
    case structure(SwiftStructure)
    /// The lines of all cases of an enum, and the structures that it holds.
    case cases([SwiftCode], [SwiftStructure])
}
