import NetTaskSpec

/// What templates can ask for.
package enum Views {
    static let file = ViewTable<SwiftFile>("file", "One Swift file. `file.mustache` is rendered for each.") { view in
        view.code("mark", "The text that the first line must contain, by which `nettask` recognizes generated files.") {
            $0.mark.code
        }
        view.lines("imports", "The imports, each with its access level.") { $0.imports }
        view.view("client", "The client. Empty in all files except its first.", client) { $0.clients.first }
        view.views("clients", "The clients that the file declares, for templates named `NAME.run.EXTENSION`.", client) {
            $0.clients
        }
        view.views("shapes", "The shapes, in the order of the spec.", shape) { $0.types }
        view.views("tasks", "The endpoints, in the order of the spec.", task) { $0.tasks }
        view.views("examples", "The examples of the types, with `examples: true`.", example) { $0.examples }
    }

    static let client = ViewTable<SwiftModelBuilder>("client", "The enum that contains all code of a client.") { view in
        view.code("name", "The name of the enum.") { "\($0.namespace)" }
        view.code("access", accessSummary) { $0.access }
        view.comment("comment", commentSummary) { DocComment($0.spec.description) }
        view.text("description", descriptionSummary) { $0.spec.description }
        view.text("version", "The `version` of the spec.") { $0.spec.version }
        view.text("baseURL", "The base URL. With environments, the URL of the first one.") { $0.spec.baseURL }
        view.flag("hasEnvironments", "Whether the spec gives a base URL for each environment.") {
            !$0.spec.environments.isEmpty
        }
        view.views("environments", "The environments.", environment) { $0.spec.environments }
        view.lines("api", "The body of the function that makes `api`. Empty without both endpoints and base URL.") {
            $0.api()
        }
        view.comment("authenticationComment", "The documentation of `authentication(…)`.") {
            $0.authentication().comment
        }
        view.lines("oauth2Schemes", "The namespace `OAuth2Schemes`, if the spec has schemes of the kind `oauth2`.") {
            $0.oauth2()
        }
        view.lines("authentication", "The function `authentication(…)`, if the spec has authentication schemes.") {
            $0.authentication().lines
        }
        view.views("groups", "The groups of endpoints. Each is a separate enum.", group) { $0.spec.groups }
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

    static let shape = ViewTable<SwiftType>("shape", "A shape, or the type of a reply that a task declares.") { view in
        view.view("structure", "The struct, if the type has fields.", structure, \.structure)
        view.view("enumeration", "The enum, if the type has values or alternatives.", enumeration, \.enumeration)
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
        view.flag("isRead", "Whether replies contain the type.") { $0.reads != nil }
        view.flag("readsReply", "Whether it is also read from headers of the reply.") { $0.readsReply }
        view.lines("reads", "The statements of `init(from:)`.") { $0.reads ?? [] }
        view.flag("isSent", "Whether requests contain the type.") { $0.packs != nil }
        view.lines("packs", "The statements of `pack(into:)`.") { $0.packs ?? [] }
        view.blocks(
            "functions",
            "The functions that store and restore it for durable tasks, and that check its constraints."
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
        view.views("cases", "The cases, including the one for unlisted values.", enumerationCase) { $0.cases }
        view.blocks("functions", "The members other than the cases.") { $0.functions }
        view.views("structures", "The structs that the enum declares.", structure) { $0.structures }
        view.lines("example", exampleSummary) { [$0.example].compactMap { $0 } }
    }

    static let enumerationCase = ViewTable<SwiftCase>("case", "A case of an enum.") { view in
        view.code("name", "The name of the case.") { "\($0.name)" }
        view.comment("comment", commentSummary) { $0.comment }
        view.text("value", "The value on the wire; empty unless it is a single value.") { $0.value?.text }
        view.code("rawValue", "The code after `=`. Empty if the case has no raw value.") { $0.rawValue }
        view.code("payload", "The type of the associated value. Empty if the case has none.") { $0.payload }
    }

    static let property = ViewTable<SwiftProperty>("property", "A field of a shape, or a param of an endpoint.") {
        view in
        view.code("name", "The name of the property.") { "\($0.name)" }
        view.code("type", "The type of the property.") { $0.type }
        view.code("qualifiedType", "The same type, outside the client.") { $0.outerTypes.names.code(for: $0.field) }
        view.code("keyword", "The code before the name: the access level, and `var` or `let`.") { $0.keyword }
        view.code("default", "The default value. Empty if a value is required.") { $0.defaultValue }
        view.comment("comment", commentSummary) { $0.comment }
        view.text("description", descriptionSummary) { $0.field.description }
        view.text("wireName", "The name on the wire.") { $0.field.wireName }
        view.text("location", "The location of a param: path, query, body, header, cookie or url.") {
            $0.field.location.rawValue
        }
        view.text("format", "The format of a value on the wire, if the spec states one.") { $0.field.format?.rawValue }
        view.flag("isOptional", "Whether the type is optional.") {
            $0.field.type.isOptional || $0.field.isNullable
        }
        view.flag("isIgnored", "Whether it is never sent.") { $0.field.isIgnored }
        view.flag("isSecret", "Whether the value is a secret, which must not be shown.") { $0.field.isSecret }
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
        view.text("group", "The group of the endpoint, if it has one.") { $0.endpoint.group?.swift }
        view.text("method", "The HTTP method.") { $0.endpoint.method.rawValue }
        view.text("path", "The uri as written in the spec, with its variables in braces.") { $0.endpoint.uri.written }
        view.flag("isDurable", "Whether the task is stored on disk until it ends.") { $0.endpoint.isDurable }
        view.flag("isStream", "Whether the reply is a stream.") { $0.endpoint.stream != nil }
        view.flag("isIdempotent", "Whether the request is idempotent.") { $0.endpoint.isIdempotent }
        view.flag("isDeprecated", "Whether it is deprecated.") { $0.endpoint.deprecation != nil }
        view.views("extensions", "The endpoint's keys that begin with `x-`.", extensionKey) { $0.endpoint.extensions }
        view.code("response", "The type of the response, inside the task.") {
            $0.builder.response(of: $0.endpoint).alias ?? "Response"
        }
        view.code("qualifiedResponse", "The same type, outside the client.") { "\($0.qualifiedName).Response" }
        view.code("failure", "The type of an error's body, inside the task. Empty if no error has one.") { task in
            task.builder.failure(of: task.endpoint).map { $0.alias ?? "Failure" }
        }
        view.code("qualifiedFailure", "The same type, outside the client.") { task in
            task.builder.failure(of: task.endpoint).map { _ in "\(task.qualifiedName).Failure" }
        }
        view.views("statuses", "The replies that the spec describes by status.", status) { $0.statuses }
        view.views("headers", "The headers with a fixed value.", header) { $0.endpoint.headers }
        view.views("responseHeaders", "The headers of the reply that are properties of the response.", property) {
            task in
            task.endpoint.responseHeaders.map { task.builder.property($0) }
        }
        view.view("retry", "The retry settings, if the spec has any.", retry) { $0.endpoint.retry }
        view.lines(
            "typealiases",
            "The type aliases among `Response`, `Element` (of a stream), `Poll` and `Failure`."
        ) {
            $0.typealiases
        }
        view.views("nestedTypes", "The other nested types.", shape) { $0.nestedTypes.compactMap(\.type.declaredType) }
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
        view.lines("parse", "The statements of `parse(_:)`; none if the runtime parses the reply.") {
            $0.builder.parse($0.endpoint)
        }
        view.lines("failureReads", "The statements of `failure(in:)`; none where no error has a type.") {
            $0.builder.failureReads(of: $0.endpoint)
        }
        view.blocks(
            "functions",
            "The functions that read a stream, find the next page, poll, store and restore the task, and check constraints."
        ) {
            $0.functions
        }
        view.lines("mirror", mirrorSummary) { $0.mirror }
        view.lines("example", exampleSummary) { [$0.builder.example(of: $0.endpoint)].compactMap { $0 } }
    }

    static let example = ViewTable<SwiftExample>(
        "example",
        "An example of a type from the spec. `example.mustache` renders it."
    ) { view in
        view.code("type", "The type, qualified with the client.") { $0.type }
        view.lines("attributes", "The attributes before the extension of the type.") { $0.attributes }
        view.lines("declaration", "The declaration of `example`.") {
            [$0.value.wrapped(in: "\($0.access)nonisolated static let example: Self = ")]
        }
    }

    static let status = ViewTable<SwiftStatus>("status", "The reply with one status, or with one of several.") {
        view in
        view.text("status", "The status as written in the spec: `404`, `4xx` or `default`.") { $0.body.status.written }
        view.flag("isError", "Whether it is one of `errors`.") { $0.isError }
        view.code("name", "The name of the case of `Response` or `Failure`, if there are several cases.") {
            "\(Identifier($0.body.name.swift))"
        }
        view.code("qualifiedType", "The type of the body, outside the client. Empty if it is not read.") { status in
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
        view.code("maxRetryCount", "The maximum number of retries.") { $0.maxRetryCount.map(number) }
        view.code("interval", "The wait before the first retry, such as `.seconds(1)`.") { $0.interval?.code }
        view.text("backoff", "How the wait grows: `constant` or `exponential`.") { $0.backoff?.rawValue }
        view.code("maxInterval", "The longest wait, such as `.seconds(20)`.") { $0.maxInterval?.code }
        view.text("when", "The failures that are retried: `transient`, `unsent` or `all`.") { $0.when?.rawValue }
    }

    private static func number(_ number: Int) -> SwiftCode { "\(NumberLiteral(number))" }

    static let extensionKey = ViewTable<ExtensionValue.Member>("extension", "A key that begins with `x-`.") { view in
        view.text("name", "The name, including `x-`.") { $0.name }
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

    private static let accessSummary = "`public ` or `package `, including the space, or nothing."
    private static let commentSummary = "The documentation, with its `///`."
    private static let attributesSummary = "The attributes before the declaration, such as `@available`."
    private static let conformancesSummary = "The protocols after the colon."
    private static let descriptionSummary = "The description from the spec."
    private static let exampleSummary =
        "The expression of its example. It refers to other examples by name, as with `examples: true`."
    private static let namespaceSummary = "The name of the enum that contains the declaration."
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
