package import NetTaskSpec

/// An endpoint, and what makes Swift of it.
struct SwiftTask {
    let builder: SwiftModelBuilder
    let endpoint: Endpoint
    let properties: [SwiftProperty]
    /// The bodies that it sends, what it answers, and how it fails.
    let nestedTypes: [(name: SwiftCode, type: SwiftReplyType)]

    init(_ endpoint: Endpoint, _ builder: SwiftModelBuilder) {
        self.builder = builder
        self.endpoint = endpoint
        properties = endpoint.members.map { builder.property($0) }
        let types: [(SwiftCode, SwiftReplyType?)] = [
            ("Body", builder.body(of: endpoint).map { .declared(.enumeration($0)) }),
            ("Response", builder.response(of: endpoint)), ("Element", builder.element(of: endpoint)),
            ("Poll", builder.poll(of: endpoint).map { .alias("\(builder.namespace).\($0.typeName)") }),
            ("Failure", builder.failure(of: endpoint)),
        ]
        nestedTypes = types.compactMap { name, type in type.map { (name, $0) } }
    }

    /// With the client's name before it.
    var namespace: SwiftCode {
        endpoint.group.map { "\(builder.namespace).\(Identifier(type: $0.swift))" } ?? "\(builder.namespace)"
    }

    var comment: DocComment {
        DocComment(
            endpoint.description,
            endpoint.scopes.isEmpty
                ? nil : "OAuth 2 scopes: \(endpoint.scopes.map { "`\($0)`" }.joined(separator: " or ")).",
            "`\(endpoint.method.rawValue) \(endpoint.uri.written)`",
            endpoint.deprecation?.paragraph
        )
    }

    var conformances: SwiftCode {
        var conformances: [SwiftCode] = [kind]
        if endpoint.isDurable { conformances += ["DurableNetTask", "StoredObject"] }
        if builder.validation.checks(endpoint) { conformances.append("ConstrainedObject") }
        if !mirror.isEmpty { conformances.append("CustomReflectable") }
        return conformances.joined(separator: ", ")
    }

    private var kind: SwiftCode {
        if endpoint.stream != nil { return "HTTPStreamTask" }
        if endpoint.longRunning != nil { return "HTTPLongRunningTask" }
        return endpoint.pages != nil ? "HTTPPagedTask" : "HTTPNetTask"
    }

    /// What stands before the declaration. `durableTasks` names the types of durable tasks, which must not be a warning in generated
    /// code: there it stands before the initializer.
    var attributes: [SwiftLine] { endpoint.attributes.lines + (endpoint.isDurable ? [] : deprecation) }

    var initializer: [SwiftLine] {
        builder.initializer(properties, attributes: endpoint.isDurable ? deprecation : [])
    }

    var mirror: [SwiftLine] { builder.mirror(of: endpoint.members) }

    /// The statements that check the constraints and pack the task.
    var packs: [SwiftLine] {
        let checks: [SwiftLine] = builder.validation.checks(endpoint) ? ["packer.validate(self)"] : []
        return checks + builder.packStatements(for: endpoint)
    }

    /// Those that read the elements of its stream, that find the next page of a list or poll, that store and restore it, and that
    /// check its constraints.
    var functions: [[SwiftLine]] {
        (endpoint.stream.map { builder.streamFunctions(of: $0, endpoint) } ?? [])
            + builder.pageFunctions(of: endpoint)
            + builder.longRunningFunctions(of: endpoint)
            + (endpoint.isDurable ? builder.storingFunctions(of: endpoint.storedFields) : [])
            + builder.validationFunctions(of: endpoint)
    }

    private var deprecation: [SwiftLine] { endpoint.deprecation.map { [$0.attribute] } ?? [] }
}

extension SwiftModelBuilder {
    func swiftTask(_ endpoint: Endpoint) -> SwiftTask {
        var builder = declaring(endpoint.isMutable)
        // An extension of a nested type does not see the types around that.
        if endpoint.group != nil {
            builder.types = types.inside(of: namespace, seenBefore: types.generated)
        } else if endpoint.stream != nil {
            builder.types = types.inside(of: namespace, seenBefore: ["Element"])
        } else if endpoint.longRunning != nil {
            builder.types = types.inside(of: namespace, seenBefore: ["Poll"])
        }
        if !endpoint.bodies.isEmpty { builder.types = builder.types.inside(of: namespace, seenBefore: ["Body"]) }
        return SwiftTask(endpoint, builder)
    }

    /// The enumeration of the bodies that a task can send; nil if there is only one type.
    fileprivate func body(of endpoint: Endpoint) -> SwiftEnumeration? {
        guard let shape = endpoint.bodyShape, let alternatives = shape.alternatives else { return nil }
        let validation = validationFunctions(of: shape)
        var conformances: [SwiftCode] = endpoint.isDurable ? ["StoredObject"] : []
        if !validation.isEmpty { conformances.append("ConstrainedObject") }
        conformances.append("Sendable")
        var body = contents("Body", endpoint.bodies, conformances.joined(separator: ", "))
        body.functions = (endpoint.isDurable ? storingFunctions(of: shape, alternatives) : []) + validation
        return body
    }

    func response(of endpoint: Endpoint) -> SwiftReplyType {
        if let poll = poll(of: endpoint) { return .alias("\(namespace).\(poll.typeName).Response") }
        if !endpoint.responseHeaders.isEmpty { return .declared(.structure(responseWithHeaders(endpoint))) }
        return switch endpoint.response {
        case .none: .alias("Void")
        case .text(let optional): .alias(optional ? "String?" : "String")
        case .data(let optional): .alias(optional ? "Data?" : "Data")
        case .file(let optional): .alias(optional ? "HTTPFile?" : "HTTPFile")
        case .json(let type, _): .alias(types.code(for: type))
        case .fields(let fields): .declared(.structure(response(fields)))
        case .contents(let contents): .declared(.enumeration(self.contents("Response", contents, "Sendable")))
        case .statuses(let bodies): .declared(.enumeration(cases(Identifier("Response"), bodies)))
        case .elements: .alias("[Element]")
        }
    }

    /// The statements that parse a reply; none where there is nothing to parse.
    func parse(_ endpoint: Endpoint) -> [SwiftLine] {
        if !endpoint.responseHeaders.isEmpty { return [parseWithHeaders(endpoint)].compactMap { $0 } }
        switch endpoint.response {
        case .none, .file, .fields, .elements:
            return []
        case .text, .data:
            return [bodyRead(endpoint.response, nil)].compactMap { $0 }
        case .json(_, let path):
            // Plain JSON is what a task reads by itself: a function less to compile for nearly every endpoint.
            if path.isEmpty, endpoint.responseFormat == nil, endpoint.stream == nil { return [] }
            return [bodyRead(endpoint.response, endpoint.responseFormat)].compactMap { $0 }
        case .contents(let contents):
            return responseReads(contents)
        case .statuses(let bodies):
            return responseReads(bodies)
        }
    }

    /// The expression that makes `uri`; nil where it is that of the endpoint.
    func uri(of endpoint: Endpoint) -> SwiftCode? {
        if let url = endpoint.params.first(where: { $0.location == .url }) {
            return "\(Identifier(url.name.swift).firstInBody).absoluteString"
        }
        if endpoint.uri.variables.isEmpty { return nil }
        var literal = StringLiteral("")
        for part in endpoint.uri.parts {
            if case .literal(let text) = part { literal.append(text) }
            guard let param = endpoint.params.first(where: { $0.name.written == part.variable }) else { continue }
            let name = Identifier(param.name.swift)
            let format: SwiftCode = param.formatArgument.map { ", \($0)" } ?? ""
            let value: SwiftCode = param.transform.map { "\(function($0))(\(name))" } ?? "\(name)\(format)"
            let label: SwiftCode = if case .path = part { "path: " } else { "" }
            literal.append(value: "PathSegment(\(label)\(value))")
        }
        return "\(literal)"
    }
}

extension Endpoint {
    /// Whether its task needs the module NetTaskStreams.
    package var usesStreams: Bool { stream != nil || pages != nil || longRunning != nil }

    /// The name of its task within its client.
    package var typeName: SwiftCode {
        let name: SwiftCode = "\(Identifier(type: name.swift))"
        return group.map { "\(Identifier(type: $0.swift)).\(name)" } ?? name
    }
}

extension Deprecation {
    fileprivate var attribute: SwiftLine {
        guard let advice else { return "@available(*, deprecated)" }
        let line = advice.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "@available(*, deprecated, message: \(StringLiteral(line)))"
    }
}

extension Duration {
    /// `.seconds(5)`, or `.milliseconds(1500)` and smaller units if it is not a whole number of seconds.
    var code: SwiftCode {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return ".seconds(\(NumberLiteral(Int(seconds))))" }
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        if nanoseconds % 1_000_000 == 0 { return ".milliseconds(\(NumberLiteral(nanoseconds / 1_000_000)))" }
        return ".nanoseconds(\(NumberLiteral(nanoseconds)))"
    }
}
