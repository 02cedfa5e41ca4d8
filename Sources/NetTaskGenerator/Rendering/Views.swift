import NetTaskSpec

/// What templates can ask for.
package enum Views {
    static let file = ViewTable<SwiftFile>("file", "One Swift file. `file.mustache` is rendered for each.") { view in
        view.code("mark", "What the first line has to hold: by it `nettask` knows the file as its own.") {
            $0.mark.code
        }
        view.lines("imports", "The imports, each with the access that it needs.") { $0.imports }
        view.view("client", "The client, in the first of its files.", client) { $0.clients.first }
        view.views("clients", "The clients that are declared in it: for templates `NAME.run.EXTENSION`.", client) {
            $0.clients
        }
        view.views("shapes", "The shapes, in the order of the spec.", shape) { $0.types }
        view.views("tasks", "The endpoints, in the order of the spec.", task) { $0.tasks }
        view.views("examples", "The examples of the types, with `examples: true`.", example) { $0.examples }
    }

    static let client = ViewTable<SwiftModelBuilder>("client", "The enum that holds all that a client has.") { view in
        view.code("name", "The name of the enum.") { "\($0.namespace)" }
        view.code("access", accessSummary) { $0.access }
        view.comment("comment", commentSummary) { DocComment($0.spec.description) }
        view.text("description", descriptionSummary) { $0.spec.description }
        view.text("version", "What the spec says of its own version.") { $0.spec.version }
        view.text("baseURL", "The base URL; that of the first environment where there are several.") { $0.spec.baseURL }
        view.flag("hasEnvironments", "Whether the spec gives a base URL for each environment.") {
            !$0.spec.environments.isEmpty
        }
        view.views("environments", "The environments.", environment) { $0.spec.environments }
        view.lines("api", "The body of the function that makes `api`; none without endpoints and base URL.") {
            $0.api()
        }
        view.comment("authenticationComment", "The documentation of `authentication(…)`.") {
            $0.authentication().comment
        }
        view.lines("oauth2Schemes", "The namespace `OAuth2Schemes`, if the spec has schemes of the kind `oauth2`.") {
            $0.oauth2()
        }
        view.lines("authentication", "The function `authentication(…)`, if the spec has such schemes.") {
            $0.authentication().lines
        }
        view.views("groups", "The groups of endpoints, each an enum of its own.", group) { $0.spec.groups }
        view.lines("durableTasks", "The property `durableTasks`, if the spec has durable endpoints.") {
            $0.durableTasks()
        }
        view.views("types", "All its shapes, in the order of the spec.", shape) {
            $0.spec.shapes.compactMap($0.swiftType)
        }
        view.views("endpoints", "All its endpoints, in the order of the spec.", task) {
            $0.spec.endpoints.map($0.swiftTask)
        }
    }

    static let group = ViewTable<EndpointGroup>("group", "The enum that holds the tasks of a group.") { view in
        view.code("name", "The name of the enum.") { "\(Identifier(type: $0.name.swift))" }
        view.comment("comment", commentSummary) { DocComment($0.description) }
    }

    static let environment = ViewTable<Spec.Environment>("environment", "One of the environments of a client.") {
        view in
        view.code("name", "The name of its case.") { "\(Identifier($0.name.swift))" }
        view.text("url", "Its base URL.") { $0.url }
    }

    static let shape = ViewTable<SwiftType>("shape", "A shape, or a reply that is declared in its task.") { view in
        view.view("structure", "If it has fields.", structure, \.structure)
        view.view("enumeration", "If it has values or alternatives.", enumeration, \.enumeration)
    }

    static let structure = ViewTable<SwiftStructure>("structure", "A struct. `structure.mustache` renders it.") {
        view in
        view.code("namespace", namespaceSummary) { "\($0.namespace)" }
        view.code("name", "The name of the struct.") { "\($0.name)" }
        view.code("qualifiedName", qualifiedSummary) { "\($0.namespace).\($0.name)" }
        view.code("access", accessSummary) { $0.access }
        view.code("conformances", conformancesSummary) { $0.conformances }
        view.comment("comment", commentSummary) { $0.comment }
        view.lines("attributes", attributesSummary) { $0.attributes }
        view.text("description", descriptionSummary) { $0.description }
        view.views("properties", "The fields.", property) { $0.properties }
        view.lines("initializer", "The memberwise initializer.") { $0.initializer }
        view.flag("isRead", "Whether it comes in a reply.") { $0.reads != nil }
        view.flag("readsReply", "Whether it is read from headers of the reply too.") { $0.readsReply }
        view.lines("reads", "The statements of `init(from:)`.") { $0.reads ?? [] }
        view.flag("isSent", "Whether it goes into a request.") { $0.packs != nil }
        view.lines("packs", "The statements of `pack(into:)`.") { $0.packs ?? [] }
        view.blocks(
            "functions",
            "What stores it on disk and restores it, if a durable task holds it, and what checks its constraints."
        ) { $0.functions }
        view.lines("mirror", mirrorSummary) { $0.mirror }
        view.lines("example", exampleSummary) { [$0.example].compactMap { $0 } }
    }

    static let enumeration = ViewTable<SwiftEnumeration>(
        "enumeration",
        "An enum. `enumeration.mustache` renders it."
    ) { view in
        view.code("namespace", namespaceSummary) { "\($0.namespace)" }
        view.code("name", "The name of the enum.") { "\($0.name)" }
        view.code("qualifiedName", qualifiedSummary) { "\($0.namespace).\($0.name)" }
        view.code("access", accessSummary) { $0.access }
        view.code("keyword", "`enum` or `indirect enum`.") { $0.keyword }
        view.code("conformances", conformancesSummary) { $0.conformances }
        view.comment("comment", commentSummary) { $0.comment }
        view.lines("attributes", attributesSummary) { $0.attributes }
        view.text("description", descriptionSummary) { $0.description }
        view.views("cases", "The cases, with the one for what the spec does not list.", enumerationCase) { $0.cases }
        view.blocks("functions", "The members that are more than a case.") { $0.functions }
        view.views("structures", "The structs that are declared in it.", structure) { $0.structures }
        view.lines("example", exampleSummary) { [$0.example].compactMap { $0 } }
    }

    static let enumerationCase = ViewTable<SwiftCase>("case", "A case of an enum.") { view in
        view.code("name", "The name of the case.") { "\($0.name)" }
        view.comment("comment", commentSummary) { $0.comment }
        view.text("value", "The value on the wire; empty unless it is a single value.") { $0.value?.text }
        view.code("rawValue", "What stands behind `=`; empty where Swift needs nothing there.") { $0.rawValue }
        view.code("payload", "The type that it holds; empty where it holds nothing.") { $0.payload }
    }

    static let property = ViewTable<SwiftProperty>("property", "A field of a shape, or a param of an endpoint.") {
        view in
        view.code("name", "The name of the property.") { "\($0.name)" }
        view.code("type", "The type of the property.") { $0.type }
        view.code("qualifiedType", "The same outside of the client.") { $0.outerTypes.names.code(for: $0.field) }
        view.code("keyword", "What stands before the name: the access, and `var` or `let`.") { $0.keyword }
        view.code("default", "The value where none is given; empty where one must be given.") { $0.defaultValue }
        view.comment("comment", commentSummary) { $0.comment }
        view.text("description", descriptionSummary) { $0.field.description }
        view.text("wireName", "The name on the wire.") { $0.field.wireName }
        view.text("location", "Where a param goes: path, query, body, header, cookie or url.") {
            $0.field.location.rawValue
        }
        view.text("format", "How a value is written on the wire, where the spec says it.") { $0.field.format?.rawValue }
        view.flag("isOptional", "Whether the type is an optional one.") {
            $0.field.type.isOptional || $0.field.isNullable
        }
        view.flag("isIgnored", "Whether it is never sent.") { $0.field.isIgnored }
        view.flag("isSecret", "Whether it must be shown nowhere.") { $0.field.isSecret }
    }

    static let task = ViewTable<SwiftTask>("task", "An endpoint. `task.mustache` renders it.") { view in
        view.code("namespace", namespaceSummary) { $0.namespace }
        view.code("name", "The name of the struct.") { "\(Identifier(type: $0.endpoint.name.swift))" }
        view.code("qualifiedName", qualifiedSummary) { $0.qualifiedName }
        view.code("access", accessSummary) { $0.builder.access }
        view.code("conformances", conformancesSummary) { $0.conformances }
        view.comment("comment", commentSummary) { $0.comment }
        view.lines("attributes", attributesSummary) { $0.attributes }
        view.text("description", descriptionSummary) { $0.endpoint.description }
        view.text("group", "The group that it is in, if it is in one.") { $0.endpoint.group?.swift }
        view.text("method", "The HTTP method.") { $0.endpoint.method.rawValue }
        view.text("path", "The uri as the spec has it, with its variables in braces.") { $0.endpoint.uri.written }
        view.flag("isDurable", "Whether it is kept on disk until it is done.") { $0.endpoint.isDurable }
        view.flag("isStream", "Whether a reply of it comes in pieces.") { $0.endpoint.stream != nil }
        view.flag("isIdempotent", "Whether the request is idempotent.") { $0.endpoint.isIdempotent }
        view.flag("isDeprecated", "Whether it is deprecated.") { $0.endpoint.deprecation != nil }
        view.views("extensions", "The spec's own keys, `x-…`.", extensionKey) { $0.endpoint.extensions }
        view.code("response", "The type of the response, as seen inside of the task.") {
            $0.builder.response(of: $0.endpoint).alias ?? "Response"
        }
        view.code("qualifiedResponse", "The same outside of the client.") { "\($0.qualifiedName).Response" }
        view.code("failure", "The type of a failure's body, in the same way; empty where no error has one.") { task in
            task.builder.failure(of: task.endpoint).map { $0.alias ?? "Failure" }
        }
        view.code("qualifiedFailure", "The same outside of the client.") { task in
            task.builder.failure(of: task.endpoint).map { _ in "\(task.qualifiedName).Failure" }
        }
        view.views("statuses", "What the spec says of single statuses of the reply.", status) { $0.statuses }
        view.views("headers", "The headers with a fixed value.", header) { $0.endpoint.headers }
        view.views("responseHeaders", "The headers of the reply that the response has as properties.", property) {
            task in
            task.endpoint.responseHeaders.map { task.builder.property($0) }
        }
        view.view("retry", "What the spec says of retries, if it says anything.", retry) { $0.endpoint.retry }
        view.lines(
            "typealiases",
            "`Response`, `Element` of a stream, `Poll` and `Failure`, as far as each is another type."
        ) {
            $0.typealiases
        }
        view.views("nestedTypes", "The others of these.", shape) { $0.nestedTypes.compactMap(\.type.declaredType) }
        view.flag("hasProperties", "Whether there are properties.") { !$0.endpoint.members.isEmpty }
        view.views("properties", "The request object, the params and the body.", property) { $0.properties }
        view.lines("initializer", "The memberwise initializer.") { $0.initializer }
        view.lines("endpoint", "The body of the property `endpoint`.") { $0.builder.endpoint(of: $0.endpoint) }
        view.lines("durability", "The static properties of a durable task.") { $0.builder.storing(of: $0.endpoint) }
        view.code("uri", "The expression of the property `uri`; empty where the uri has no variables.") {
            $0.builder.uri(of: $0.endpoint)
        }
        view.lines("packs", "The statements of `pack(into:)`; none where only the path is packed.") {
            $0.packs
        }
        view.lines("identityPacks", "The statements of `packIdentity(into:)`, if the spec has `unique` params.") {
            $0.builder.identityStatements(for: $0.endpoint)
        }
        view.lines("parse", "The statements of `parse(_:)`; none where the runtime does it.") {
            $0.builder.parse($0.endpoint)
        }
        view.lines("failureReads", "The statements of `failure(in:)`; none where no error has a type.") {
            $0.builder.failureReads(of: $0.endpoint)
        }
        view.blocks(
            "functions",
            "What reads its stream, finds the next page of a list, polls, stores and restores it, and checks its constraints."
        ) {
            $0.functions
        }
        view.lines("mirror", mirrorSummary) { $0.mirror }
        view.lines("example", exampleSummary) { [$0.builder.example(of: $0.endpoint)].compactMap { $0 } }
    }

    static let example = ViewTable<SwiftExample>(
        "example",
        "What the spec gives as an example of a type. `example.mustache` renders it."
    ) { view in
        view.code("type", "The type, with that of the client before it.") { $0.type }
        view.lines("attributes", "What stands before the extension of the type.") { $0.attributes }
        view.lines("declaration", "The declaration of `example`.") {
            [$0.value.wrapped(in: "\($0.access)nonisolated static let example: Self = ")]
        }
    }

    static let status = ViewTable<SwiftStatus>("status", "What comes with a status of a reply, or with several.") {
        view in
        view.text("status", "As the spec writes it: `404`, `4xx` or `default`.") { $0.body.status.written }
        view.flag("isError", "Whether it is one of `errors`.") { $0.isError }
        view.code("name", "The name of the case of `Response` or `Failure`, where there are several.") {
            "\(Identifier($0.body.name.swift))"
        }
        view.code("qualifiedType", "The type of the body, outside of the client; empty where none is read.") { status in
            status.body.response.type.map(status.builder.outerTypes.names.code)
        }
        view.views("headers", "The headers that are read.", property) { status in
            status.body.headers.map { status.builder.property($0) }
        }
    }

    static let header = ViewTable<Endpoint.Header>("header", "A header with a fixed value.") { view in
        view.text("name", "Its name.") { $0.name }
        view.text("value", "Its value.") { $0.value }
    }

    static let retry = ViewTable<Retry>(
        "retry",
        "The retry settings of the spec. A setting that the spec leaves out is empty."
    ) {
        view in
        view.code("maxRetryCount", "How often a task is tried again, at most.") { $0.maxRetryCount.map(number) }
        view.code("interval", "The wait before the first retry, such as `.seconds(1)`.") { $0.interval?.code }
        view.text("backoff", "How the wait grows: `constant` or `exponential`.") { $0.backoff?.rawValue }
        view.code("maxInterval", "The longest wait, such as `.seconds(20)`.") { $0.maxInterval?.code }
        view.text("when", "What is tried again: `transient`, `unsent` or `all`.") { $0.when?.rawValue }
    }

    private static func number(_ number: Int) -> SwiftCode { "\(NumberLiteral(number))" }

    static let extensionKey = ViewTable<ExtensionValue.Member>("extension", "A key of the spec's own.") { view in
        view.text("name", "Its name, with its `x-`.") { $0.name }
        view.code("value", "Its value, as a literal.") { $0.value.code }
    }

    /// The sections on all of these in `Names.md`, by their kinds.
    package static let references = [
        client.kind: client.reference, enumerationCase.kind: enumerationCase.reference,
        enumeration.kind: enumeration.reference, environment.kind: environment.reference,
        example.kind: example.reference, extensionKey.kind: extensionKey.reference, file.kind: file.reference,
        group.kind: group.reference, header.kind: header.reference, property.kind: property.reference,
        retry.kind: retry.reference, shape.kind: shape.reference, status.kind: status.reference,
        structure.kind: structure.reference, task.kind: task.reference,
    ]

    private static let accessSummary = "`public `, `package ` with the space, or nothing."
    private static let commentSummary = "The documentation, with its `///`."
    private static let attributesSummary = "What stands before the declaration, such as `@available`."
    private static let conformancesSummary = "What stands after the colon."
    private static let descriptionSummary = "What the spec says of it."
    private static let exampleSummary =
        "The expression of its example, in which shapes that have examples are named as with `examples: true`."
    private static let namespaceSummary = "The name of the enum that it goes into."
    private static let qualifiedSummary = "The name outside of the client."
    private static let mirrorSummary = "The children of its `customMirror`, if it hides secrets."
}

extension SwiftType {
    fileprivate var structure: SwiftStructure? { if case .structure(let structure) = self { structure } else { nil } }

    fileprivate var enumeration: SwiftEnumeration? {
        if case .enumeration(let enumeration) = self { enumeration } else { nil }
    }
}

extension SwiftReplyType {
    fileprivate var alias: SwiftCode? { if case .alias(let type) = self { type } else { nil } }

    fileprivate var declaredType: SwiftType? { if case .declared(let type) = self { type } else { nil } }
}

/// An entry of `errors:`, or of a response that depends on the status.
struct SwiftStatus {
    let body: StatusBody
    let isError: Bool
    let builder: SwiftModelBuilder
}

extension SwiftTask {
    fileprivate var qualifiedName: SwiftCode { "\(namespace).\(Identifier(type: endpoint.name.swift))" }

    fileprivate var statuses: [SwiftStatus] {
        var bodies: [StatusBody] = []
        if case .statuses(let successes) = endpoint.response { bodies = successes }
        return bodies.map { SwiftStatus(body: $0, isError: false, builder: builder) }
            + endpoint.errors.map { SwiftStatus(body: $0, isError: true, builder: builder) }
    }

    /// Of the one type that each is, where it is one.
    fileprivate var typealiases: [SwiftLine] {
        nestedTypes.compactMap { name, type in type.alias.map { "\(builder.access)typealias \(name) = \($0)" } }
    }
}
