import NetTaskSpec

// Replies with headers: a structure inside the task, whose first property is the body, or its fields. It is `Response`,
// `Failure`, or what a case of one of these holds.

extension SwiftModelBuilder {
    func responseWithHeaders(_ endpoint: Endpoint) -> SwiftStructure {
        let members = bodyMembers(endpoint.response) + endpoint.responseHeaders
        var structure = structure(Identifier("Response"), members, indentation: 8)
        if case .fields(let fields) = endpoint.response {
            structure.conformances = "HTTPReplyReadable, \(structure.conformances)"
            let headers = endpoint.responseHeaders.flatMap { header in
                headerRead(header, head: "self.\(Identifier(header.name.swift)) = try ", indentation: 16)
            }
            structure.reads = readStatements(for: fields, indentation: 16) + headers
        }
        return structure
    }

    /// The statement that makes such a response; none where it reads itself.
    func parseWithHeaders(_ endpoint: Endpoint) -> [SwiftCode] {
        if case .fields = endpoint.response { return [] }
        let reads = reads(of: endpoint.response, endpoint.responseFormat, endpoint.responseHeaders, indentation: 16)
        return made("Response", of: reads, isThrowing: true, indentation: 12)
    }

    // MARK: Of one status

    /// The structure that a case of `Response` or `Failure` holds, or that `Failure` is.
    func structure(_ name: Identifier, of body: StatusBody, indentation: Int) -> SwiftStructure {
        structure(name, bodyMembers(body.response) + body.headers, indentation: indentation)
    }

    /// The expression that makes that structure.
    ///
    /// - Parameter isError: Whether an optional header that cannot be read is nil: the error itself says more.
    func structureRead(_ name: SwiftCode, of body: StatusBody, isError: Bool, indentation: Int) -> [SwiftCode] {
        var isThrowing = true
        if isError {
            let isDataAlone = if case .data = body.response { true } else { body.response == .none }
            isThrowing = !isDataAlone || body.headers.contains { !$0.canBeMissing }
        }
        let reads = reads(of: body.response, body.format, body.headers, isError: isError, indentation: indentation + 4)
        return made(name, of: reads, isThrowing: isThrowing, indentation: indentation)
    }

    // MARK: How

    private func structure(_ name: Identifier, _ members: [Field], indentation: Int) -> SwiftStructure {
        let mirror = mirror(of: members, indentation: indentation + 16)
        let conformances: [SwiftCode] = mirror.isEmpty ? ["Sendable"] : ["Sendable", "CustomReflectable"]
        return SwiftStructure(
            namespace: namespace,
            comment: DocComment(),
            access: access,
            name: name,
            conformances: conformances.joined(separator: ", "),
            opening: CodeLayout(indentation: indentation).type("\(access)struct \(name)", conformances),
            properties: members.map { property($0) },
            initializer: initializer(members.map(parameter), indentation: indentation + 4),
            mirror: mirror,
            reads: nil,
            readsReply: true,
            packs: nil
        )
    }

    private func bodyMembers(_ response: Endpoint.Response) -> [Field] {
        if case .fields(let fields) = response { return fields }
        return response.type.map { [Field(name: Name("body"), type: $0)] } ?? []
    }

    /// The arguments of the initializer, each with the lines that it takes.
    private func reads(
        of response: Endpoint.Response,
        _ format: Field.Format?,
        _ headers: [Field],
        isError: Bool = false,
        indentation: Int
    ) -> [[SwiftCode]] {
        let body = bodyRead(response, format, head: "body: ", indentation: indentation, isInTry: true)
        let headers = headers.map { header in
            let label: SwiftCode = "\(Identifier(header.name.swift).label): "
            guard isError, header.canBeMissing else { return headerRead(header, head: label, indentation: indentation) }
            return lenientHeaderRead(header, label, indentation: indentation)
        }
        return (body.isEmpty ? [] : [body]) + headers
    }

    /// `name(arguments)`
    private func made(
        _ name: SwiftCode,
        of arguments: [[SwiftCode]],
        isThrowing: Bool,
        indentation: Int
    ) -> [SwiftCode] {
        let head: SwiftCode = isThrowing ? "try \(name)(" : "\(name)("
        let oneLine: SwiftCode = "\(head)\(arguments.map { $0[0] }.joined(separator: ", ")))"
        let fits = oneLine.width + indentation <= CodeLayout.lineLength
        if fits, arguments.allSatisfy({ $0.count == 1 }) { return [oneLine] }
        var lines: [SwiftCode] = [head]
        for (index, argument) in arguments.enumerated() {
            let comma: SwiftCode = index == arguments.count - 1 ? "" : ","
            lines += argument.dropLast().map { $0.indented(by: 4) }
            lines.append("\(argument[argument.count - 1].indented(by: 4))\(comma)")
        }
        return lines + [")"]
    }

    /// `head` and the call that reads the header.
    private func headerRead(
        _ header: Field,
        head: SwiftCode,
        tail: SwiftCode = ")",
        takesDefault: Bool = true,
        indentation: Int
    ) -> [SwiftCode] {
        var isList = false
        if case .array = header.type.unwrapped { isList = true }
        var arguments = [CodeLayout.Argument(header.isSecret ? "secret: " : "", StringLiteral(header.wireName))]
        if let format = header.format, format != .http { arguments.append(.init("format: ", format.code)) }
        if takesDefault, header.defaultValue != nil, let value = types.defaultValue(of: header) {
            arguments.append(CodeLayout.Argument("default: ", value))
        }
        let function: SwiftCode = isList ? "reply.headerList" : "reply.header"
        return CodeLayout(indentation: indentation).call("\(head)\(function)(", arguments, tail)
    }

    /// The same where the header may be malformed as well as missing.
    private func lenientHeaderRead(_ header: Field, _ label: SwiftCode, indentation: Int) -> [SwiftCode] {
        guard header.defaultValue != nil, let value = types.defaultValue(of: header) else {
            return headerRead(header, head: "\(label)try? ", indentation: indentation)
        }
        let tail: SwiftCode = ")) ?? \(CodeLayout.Argument("", value).code)"
        return headerRead(header, head: "\(label)(try? ", tail: tail, takesDefault: false, indentation: indentation)
    }
}
