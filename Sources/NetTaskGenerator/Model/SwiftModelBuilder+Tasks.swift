import NetTaskSpec

extension SwiftModelBuilder {
    func swiftTask(_ endpoint: Endpoint) -> SwiftTask {
        var builder = declaring(endpoint.isMutable)
        // An extension of a nested type does not see the types around that.
        if endpoint.group != nil { builder.types = types.inside(of: namespace, seenBefore: types.generated) }
        return builder.task(endpoint)
    }

    private func task(_ endpoint: Endpoint) -> SwiftTask {
        let members = members(of: endpoint)
        let properties = members.map { property($0) }
        let mirror = mirror(of: members)
        var attributes = endpoint.deprecation.map { [$0.attribute] } ?? []
        var initializerAttributes: [SwiftLine] = []
        var conformances: [SwiftCode] = ["HTTPNetTask"]
        if endpoint.isDurable {
            conformances += ["DurableNetTask", "StoredObject"]
            // `durableTasks` names the type, which must not be a warning in generated code. To make one is.
            swap(&attributes, &initializerAttributes)
        }
        if !mirror.isEmpty { conformances.append("CustomReflectable") }
        return SwiftTask(
            endpoint: endpoint,
            namespace: endpoint.group.map { "\(namespace).\(Identifier($0.swift))" } ?? "\(namespace)",
            comment: DocComment(
                endpoint.description,
                "`\(endpoint.method.rawValue) \(endpoint.uri.written)`",
                endpoint.deprecation?.paragraph
            ),
            attributes: attributes,
            access: access,
            name: Identifier(endpoint.name.swift),
            conformances: conformances.joined(separator: ", "),
            response: response(of: endpoint),
            failure: failure(of: endpoint),
            properties: properties,
            initializer: initializer(properties, attributes: initializerAttributes),
            mirror: mirror,
            endpointBody: self.endpoint(of: endpoint),
            uri: uri(of: endpoint),
            packs: packStatements(for: endpoint),
            identityPacks: identityStatements(for: endpoint),
            parse: parse(endpoint),
            failureReads: failureReads(of: endpoint),
            durability: storing(of: endpoint),
            functions: endpoint.isDurable ? storingFunctions(of: endpoint.storedFields) : []
        )
    }

    /// The request object comes first, as it is packed first; the body comes last.
    private func members(of endpoint: Endpoint) -> [Field] {
        let object = endpoint.requestObject.map { Field(name: $0.name, type: .shape($0.shape)) }
        let body = endpoint.body.map { Field(name: Name("body"), type: $0) }
        return [object].compactMap { $0 } + endpoint.params + [body].compactMap { $0 }
    }

    private func response(of endpoint: Endpoint) -> SwiftReplyType {
        if !endpoint.responseHeaders.isEmpty { return .declared(.structure(responseWithHeaders(endpoint))) }
        return switch endpoint.response {
        case .none: .alias("Void")
        case .text(let optional): .alias(optional ? "String?" : "String")
        case .data(let optional): .alias(optional ? "Data?" : "Data")
        case .file(let optional): .alias(optional ? "HTTPFile?" : "HTTPFile")
        case .json(let type, _): .alias(types.code(for: type))
        case .fields(let fields): .declared(.structure(response(fields)))
        case .statuses(let bodies): .declared(.enumeration(cases(Identifier("Response"), bodies)))
        }
    }

    private func parse(_ endpoint: Endpoint) -> [SwiftLine] {
        if !endpoint.responseHeaders.isEmpty { return [parseWithHeaders(endpoint)].compactMap { $0 } }
        switch endpoint.response {
        case .none, .file, .fields:
            return []
        case .text, .data:
            return [bodyRead(endpoint.response, nil)].compactMap { $0 }
        case .json(_, let path):
            // Plain JSON is what a task reads by itself: a function less to compile for nearly every endpoint.
            if path.isEmpty, endpoint.responseFormat == nil { return [] }
            return [bodyRead(endpoint.response, endpoint.responseFormat)].compactMap { $0 }
        case .statuses(let bodies):
            return responseReads(bodies)
        }
    }

    private func uri(of endpoint: Endpoint) -> SwiftCode? {
        if let url = endpoint.params.first(where: { $0.location == .url }) {
            return "\(Identifier(url.name.swift)).absoluteString"
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
    /// The name of its task within its client.
    var typeName: SwiftCode {
        let name: SwiftCode = "\(Identifier(name.swift))"
        return group.map { "\(Identifier($0.swift)).\(name)" } ?? name
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
    /// `.seconds(5)`, or `.milliseconds(1500)` and finer where it is no whole number of seconds.
    var code: SwiftCode {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return ".seconds(\(NumberLiteral(Int(seconds))))" }
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        if nanoseconds % 1_000_000 == 0 { return ".milliseconds(\(NumberLiteral(nanoseconds / 1_000_000)))" }
        return ".nanoseconds(\(NumberLiteral(nanoseconds)))"
    }
}
