import NetTaskSpec

extension SwiftModelBuilder {
    func swiftTask(_ endpoint: Endpoint) -> SwiftTask { declaring(endpoint.isMutable).task(endpoint) }

    private func task(_ endpoint: Endpoint) -> SwiftTask {
        let mirror = mirror(of: endpoint)
        var initializer = initializer(parameters(of: endpoint), indentation: 8)
        var attributes = endpoint.deprecation.map { [$0.attribute] } ?? []
        var conformances: [SwiftCode] = ["HTTPNetTask"]
        if endpoint.isDurable {
            conformances += ["DurableNetTask", "StoredObject"]
            // `durableTasks` names the type, which must not be a warning in generated code. To make one is.
            initializer.signature = attributes + initializer.signature
            attributes = []
        }
        if !mirror.isEmpty { conformances.append("CustomReflectable") }
        return SwiftTask(
            namespace: namespace,
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
            properties: properties(of: endpoint),
            initializer: initializer,
            mirror: mirror,
            endpoint: self.endpoint(of: endpoint),
            uri: uri(of: endpoint),
            packs: packStatements(for: endpoint),
            identityPacks: identityStatements(for: endpoint),
            parse: parse(endpoint),
            failureReads: failureReads(of: endpoint),
            durability: endpoint.isDurable ? storing(of: endpoint) + durability(of: endpoint) : [],
            functions: endpoint.isDurable ? storingFunctions(of: endpoint.storedFields) : []
        )
    }

    /// The request object comes first, as it is packed first; the body comes last.
    private func properties(of endpoint: Endpoint) -> [SwiftProperty] {
        var properties: [SwiftProperty] = []
        if let object = endpoint.requestObject {
            let type = types.code(for: .shape(object.shape))
            properties.append(
                SwiftProperty(
                    comment: DocComment(),
                    declaration: "\(access)\(keyword) \(Identifier(object.name.swift)): \(type)"
                )
            )
        }
        properties += endpoint.params.map { property($0) }
        if let body = endpoint.body {
            properties.append(
                SwiftProperty(comment: DocComment(), declaration: "\(access)\(keyword) body: \(types.code(for: body))")
            )
        }
        return properties
    }

    private func parameters(of endpoint: Endpoint) -> [Parameter] {
        var parameters: [Parameter] = []
        if let object = endpoint.requestObject {
            let type = types.code(for: .shape(object.shape))
            parameters.append(Parameter(name: Identifier(object.name.swift), type: type))
        }
        parameters += endpoint.params.map(parameter)
        if let body = endpoint.body {
            let none: CodeLayout.Argument.Value? = body.isOptional ? .code("nil") : nil
            parameters.append(Parameter(name: Identifier("body"), type: types.code(for: body), defaultValue: none))
        }
        return parameters
    }

    private func response(of endpoint: Endpoint) -> SwiftReplyType {
        if !endpoint.responseHeaders.isEmpty { return .structure(responseWithHeaders(endpoint)) }
        return switch endpoint.response {
        case .none: .type("Void")
        case .text(let optional): .type(optional ? "String?" : "String")
        case .data(let optional): .type(optional ? "Data?" : "Data")
        case .file(let optional): .type(optional ? "HTTPFile?" : "HTTPFile")
        case .json(let type, _): .type(types.code(for: type))
        case .fields(let fields): .structure(response(fields))
        case .statuses(let bodies): cases(bodies)
        }
    }

    private func parse(_ endpoint: Endpoint) -> [SwiftCode] {
        if !endpoint.responseHeaders.isEmpty { return parseWithHeaders(endpoint) }
        switch endpoint.response {
        case .none, .file, .fields:
            return []
        case .text, .data:
            return bodyRead(endpoint.response, nil, indentation: 12)
        case .json(_, let path):
            // Plain JSON is what a task reads by itself: a function less to compile for nearly every endpoint.
            if path.isEmpty, endpoint.responseFormat == nil { return [] }
            return bodyRead(endpoint.response, endpoint.responseFormat, indentation: 12)
        case .statuses(let bodies):
            return responseReads(bodies)
        }
    }

    private func uri(of endpoint: Endpoint) -> [SwiftCode] {
        if let url = endpoint.params.first(where: { $0.location == .url }) {
            let text: SwiftCode = "\(Identifier(url.name.swift)).absoluteString"
            return CodeLayout(indentation: 8).body("\(access)var uri: String", .code(text))
        }
        if !endpoint.uri.hasVariables { return [] }
        var literal = StringLiteral("")
        for part in endpoint.uri.parts {
            switch part {
            case .literal(let text):
                literal.append(text)
            case .variable(let name):
                guard let param = endpoint.params.first(where: { $0.name.written == name }) else { continue }
                let format: SwiftCode = param.format.map { ", format: \($0.code)" } ?? ""
                var value: SwiftCode = "\(Identifier(param.name.swift))"
                if let transform = param.transform {
                    value = "\(function(transform))(\(value))"
                }
                literal.append(value: "PathSegment(\(value)\(param.transform == nil ? format : ""))")
            }
        }
        return CodeLayout(indentation: 8).body("\(access)var uri: String", .string(literal))
    }
}

extension Deprecation {
    /// Without the advice where there is no room for it on one line; documentation has it anyway.
    fileprivate var attribute: SwiftCode {
        let short: SwiftCode = "@available(*, deprecated)"
        guard let advice else { return short }
        let line = advice.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let long: SwiftCode = "@available(*, deprecated, message: \(StringLiteral(line)))"
        return long.width + 4 <= CodeLayout.lineLength ? long : short
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
