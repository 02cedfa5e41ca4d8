import NetTaskSpec

// Replies with headers: a structure inside the task, whose first property is the body, or its fields. It is `Response`,
// `Failure`, or what a case of one of these holds.

extension SwiftModelBuilder {
    func responseWithHeaders(_ endpoint: Endpoint) -> SwiftStructure {
        var structure = structure(Identifier("Response"), bodyMembers(endpoint.response) + endpoint.responseHeaders)
        structure.readsReply = true
        if case .fields(let fields) = endpoint.response {
            structure.conformances = "HTTPReplyReadable, \(structure.conformances)"
            let headers = endpoint.responseHeaders.map { header in
                headerRead(header).wrapped(in: "self.\(Identifier(header.name.swift)) = try ")
            }
            structure.reads = readStatements(for: fields) + headers
        }
        return structure
    }

    /// The expression that makes such a response; nil where it reads itself.
    func parseWithHeaders(_ endpoint: Endpoint) -> SwiftLine? {
        if case .fields = endpoint.response { return nil }
        let reads = reads(of: endpoint.response, endpoint.responseFormat, endpoint.responseHeaders)
        return .call("try Response(", reads)
    }

    // MARK: Of one status

    /// The structure that a case of `Response` or `Failure` holds, or that `Failure` is.
    func structure(_ name: Identifier, of body: StatusBody) -> SwiftStructure {
        structure(name, bodyMembers(body.response) + body.headers)
    }

    /// The expression that makes that structure.
    ///
    /// - Parameter isError: Whether an optional header that cannot be read is nil: the error itself says more.
    func structureRead(_ name: SwiftCode, of body: StatusBody, isError: Bool) -> SwiftLine {
        var isThrowing = true
        if isError {
            let isDataAlone = if case .data = body.response { true } else { body.response == .none }
            isThrowing = !isDataAlone || body.headers.contains { !$0.canBeMissing }
        }
        let reads = reads(of: body.response, body.format, body.headers, isError: isError)
        return .call("\(isThrowing ? "try " : "" as SwiftCode)\(name)(", reads)
    }

    // MARK: How

    private func bodyMembers(_ response: Endpoint.Response) -> [Field] {
        if case .fields(let fields) = response { return fields }
        return response.type.map { [Field(name: Name("body"), type: $0)] } ?? []
    }

    /// The arguments of the initializer.
    private func reads(
        of response: Endpoint.Response,
        _ format: Field.Format?,
        _ headers: [Field],
        isError: Bool = false
    ) -> [SwiftCode] {
        let body = bodyRead(response, format, isInTry: true).map { "body: \($0.code)" as SwiftCode }
        let headers = headers.map { header in
            let read = isError && header.canBeMissing ? lenientHeaderRead(header) : headerRead(header).code
            return "\(Identifier(header.name.swift).label): \(read)" as SwiftCode
        }
        return [body].compactMap { $0 } + headers
    }

    /// The call that reads the header.
    private func headerRead(_ header: Field, takesDefault: Bool = true) -> SwiftLine {
        let name = StringLiteral(header.wireName)
        var arguments: [SwiftCode] = [header.isSecret ? "secret: \(name)" : "\(name)"]
        if let format = header.formatArgument, header.format != .http { arguments.append(format) }
        if takesDefault, header.defaultValue != nil, let value = types.defaultValue(of: header) {
            // The parameter is an optional, on which `.none` would be nil.
            let isNone = header.defaultValue == .enumerationCase("none")
            arguments.append("default: \(isNone ? ".some(\(value))" : value)")
        }
        let isList = if case .array = header.type.unwrapped { true } else { false }
        return .call(isList ? "reply.headerList(" : "reply.header(", arguments)
    }

    /// The same where the header may be malformed as well as missing.
    private func lenientHeaderRead(_ header: Field) -> SwiftCode {
        guard header.defaultValue != nil, let value = types.defaultValue(of: header) else {
            return "try? \(headerRead(header).code)"
        }
        return "(try? \(headerRead(header, takesDefault: false).code)) ?? \(value)"
    }
}
