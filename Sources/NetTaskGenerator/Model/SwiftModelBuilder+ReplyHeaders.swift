import NetTaskSpec

// A response with headers: a structure inside the task, whose first property is the body, or its fields.

extension SwiftModelBuilder {
    func responseWithHeaders(_ endpoint: Endpoint) -> SwiftStructure {
        let members = bodyMembers(endpoint.response) + endpoint.responseHeaders
        let mirror = mirror(of: members, indentation: 24)
        var conformances: [SwiftCode] = ["Sendable"]
        var reads: [SwiftCode]?
        if case .fields(let fields) = endpoint.response {
            conformances.insert("HTTPReplyReadable", at: 0)
            let headers = endpoint.responseHeaders.flatMap { header in
                headerRead(header, head: "self.\(Identifier(header.name.swift)) = try ", indentation: 16)
            }
            reads = readStatements(for: fields, indentation: 16) + headers
        }
        if !mirror.isEmpty { conformances.append("CustomReflectable") }
        return SwiftStructure(
            namespace: namespace,
            comment: DocComment(),
            access: access,
            name: Identifier("Response"),
            conformances: conformances.joined(separator: ", "),
            opening: CodeLayout(indentation: 8).type("\(access)struct Response", conformances),
            properties: members.map { property($0) },
            initializer: initializer(members.map(parameter), indentation: 12),
            mirror: mirror,
            reads: reads,
            readsReply: true,
            packs: nil
        )
    }

    /// The statement that makes such a response; none where it reads itself.
    func parseWithHeaders(_ endpoint: Endpoint) -> [SwiftCode] {
        if case .fields = endpoint.response { return [] }
        let body = bodyExpression(endpoint.response, endpoint.responseFormat)
        let headers = endpoint.responseHeaders.map { header in
            headerRead(header, head: "\(Identifier(header.name.swift).label): ", indentation: 16)
        }
        let arguments = (body.map { [$0] } ?? []) + headers
        let oneLine: SwiftCode = "try Response(\(arguments.map { $0[0] }.joined(separator: ", ")))"
        if arguments.allSatisfy({ $0.count == 1 }), oneLine.width + 12 <= CodeLayout.lineLength { return [oneLine] }
        var lines: [SwiftCode] = ["try Response("]
        for (index, argument) in arguments.enumerated() {
            let comma: SwiftCode = index == arguments.count - 1 ? "" : ","
            lines += argument.dropLast().map { $0.indented(by: 4) }
            lines.append("\(argument[argument.count - 1].indented(by: 4))\(comma)")
        }
        return lines + [")"]
    }

    private func bodyMembers(_ response: Endpoint.Response) -> [Field] {
        if case .fields(let fields) = response { return fields }
        return response.type.map { [Field(name: Name("body"), type: $0)] } ?? []
    }

    private func bodyExpression(_ response: Endpoint.Response, _ format: Field.Format?) -> [SwiftCode]? {
        guard response.type != nil else { return nil }
        return bodyRead(response, format, head: "body: ", indentation: 16, isInTry: true)
    }

    /// `head` and the call that reads the header.
    private func headerRead(_ header: Field, head: SwiftCode, indentation: Int) -> [SwiftCode] {
        var isList = false
        if case .array = header.type.unwrapped { isList = true }
        var arguments = [CodeLayout.Argument(header.isSecret ? "secret: " : "", StringLiteral(header.wireName))]
        if let format = header.format, format != .http { arguments.append(.init("format: ", format.code)) }
        if header.defaultValue != nil, let value = types.defaultValue(of: header) {
            arguments.append(CodeLayout.Argument("default: ", value))
        }
        let function: SwiftCode = isList ? "reply.headerList" : "reply.header"
        return CodeLayout(indentation: indentation).call("\(head)\(function)(", arguments)
    }
}
