import NetTaskSpec

// What depends on the status of a reply: the `Failure` of a task, and a `Response` of several kinds.

extension SwiftModelBuilder {
    // MARK: Errors

    /// One type where all errors have it, else an enum; nil where no error has anything to read.
    func failure(of endpoint: Endpoint) -> SwiftReplyType? {
        switch FailureForm(endpoint.errors) {
        case .never: nil
        case .one(let error) where error.headers.isEmpty: error.response.type.map { .alias(types.code(for: $0)) }
        case .one(let error): .declared(.structure(structure(Identifier("Failure"), of: error)))
        case .cases(let errors): .declared(.enumeration(cases(Identifier("Failure"), errors)))
        }
    }

    /// The statements of `failure(in:)`.
    func failureReads(of endpoint: Endpoint) -> [SwiftLine] {
        let form = FailureForm(endpoint.errors)
        if case .never = form { return [] }
        let isOne = if case .one = form { true } else { false }
        return switchOverStatus(endpoint.errors, otherwise: "return nil") { error in
            // With the type, since after a dot alone `none` would be nil.
            let name: SwiftCode = "Failure.\(Identifier(error.name.swift))"
            let structure: SwiftCode = isOne ? "Failure" : "Failure.\(Identifier(error.structureName))"
            guard let read = read(error, in: structure, isError: true) else { return "return nil" }
            return isOne ? read.wrapped(in: "return ") : read.wrapped(in: "return \(name)(", ")")
        }
    }

    // MARK: Successes

    /// The statements of `parse`.
    func responseReads(_ bodies: [StatusBody]) -> [SwiftLine] {
        let bodies = bodies.sorted { $0.status.code != nil && $1.status.code == nil }
        return switchOverStatus(bodies, otherwise: "throw reply.unexpectedStatus()") { body in
            let name: SwiftCode = ".\(Identifier(body.name.swift))"
            let read = read(body, in: "Response.\(Identifier(body.structureName))", isError: false)
            return read?.wrapped(in: "return \(name)(", ")") ?? "return \(name)"
        }
    }

    /// The statements of `parse` for a reply of several media types.
    func responseReads(_ contents: [BodyContent]) -> [SwiftLine] {
        let names: [SwiftCode] = contents.map { "\(StringLiteral(MediaKind($0.mediaType).essence))" }
        let reads = contents.map { content in
            let read = bodyRead(Endpoint.Response(content.type), nil) ?? ""
            return read.wrapped(in: "return .\(Identifier(content.name.swift))(", ")")
        }
        let cases = zip(names, reads).dropLast().map { $1.wrapped(in: "case \($0): ") }
        return [.call("switch try reply.mediaType(among: [", names, "]) {")] + cases
            + [reads[reads.count - 1].wrapped(in: "default: "), "}"]
    }

    // MARK: Both

    /// The enum with a case for each media type, `case json(Post)`.
    func contents(_ name: String, _ contents: [BodyContent], _ conformances: SwiftCode) -> SwiftEnumeration {
        SwiftEnumeration(
            namespace: namespace,
            comment: DocComment(),
            access: access,
            keyword: "enum",
            name: Identifier(type: name),
            conformances: conformances,
            cases: contents.map { content in
                SwiftCase(
                    comment: DocComment("`\(content.mediaType)`"),
                    name: Identifier(content.name.swift),
                    payload: types.code(for: content.type)
                )
            }
        )
    }

    /// The enum with a case for each status, `case notFound(NotFound)`, and the structures of those with headers.
    func cases(_ name: Identifier, _ bodies: [StatusBody]) -> SwiftEnumeration {
        let withHeaders = bodies.filter { !$0.headers.isEmpty }
        var builder = self
        builder.types = types.inside(of: namespace, seenBefore: Set(withHeaders.map(\.structureName)))
        return SwiftEnumeration(
            namespace: namespace,
            comment: DocComment(),
            access: access,
            keyword: "enum",
            name: name,
            conformances: "Sendable",
            cases: bodies.map { body in
                SwiftCase(
                    name: Identifier(body.name.swift),
                    payload: body.headers.isEmpty
                        ? body.response.type.map(builder.types.code) : "\(Identifier(body.structureName))"
                )
            },
            structures: withHeaders.map { builder.structure(Identifier($0.structureName), of: $0) }
        )
    }

    /// - Parameter otherwise: For a status that no entry is about.
    private func switchOverStatus(
        _ bodies: [StatusBody],
        otherwise: SwiftLine,
        _ statement: (StatusBody) -> SwiftLine
    ) -> [SwiftLine] {
        let others = bodies.first { $0.status == .others }.map(statement) ?? otherwise
        var cases: [(status: StatusKey, line: SwiftLine)] = []
        for body in bodies.reversed() {
            guard let pattern = body.status.pattern else { continue }
            let line = statement(body)
            // `default` includes an equal case, unless a range that stays would take it.
            if line == others, !cases.contains(where: { $0.status.includes(body.status) }) { continue }
            cases.append((body.status, line.wrapped(in: "case \(pattern): ")))
        }
        if cases.isEmpty { return [others] }
        return ["switch reply.code {"] + cases.reversed().map(\.line) + [others.wrapped(in: "default: "), "}"]
    }

    /// The expression that reads what comes with a status; nil where there is nothing to read.
    private func read(_ body: StatusBody, in structure: SwiftCode, isError: Bool) -> SwiftLine? {
        if body.isEmpty { return nil }
        if body.headers.isEmpty { return bodyRead(body.response, body.format) }
        return structureRead(structure, of: body, isError: isError)
    }

    /// The expression that reads a body, such as `try reply.json(["data"])`; nil where there is nothing to read.
    ///
    /// - Parameter isInTry: Whether a `try` stands before it.
    func bodyRead(_ response: Endpoint.Response, _ format: Field.Format?, isInTry: Bool = false) -> SwiftLine? {
        let word: SwiftCode = isInTry ? "" : "try "
        switch response {
        case .none, .fields, .contents, .statuses, .elements: return nil
        case .text: return "\(word)reply.text()"
        case .data: return "reply.data()"
        case .file: return "reply.download()"
        case .json(_, let path):
            var arguments: [SwiftCode] = []
            if !path.isEmpty { arguments.append(.list(of: path.map(JSONName.literal))) }
            if let format { arguments.append("format: \(format.code)") }
            return .call("\(word)reply.json(", arguments)
        }
    }
}

extension StatusKey {
    /// What a `case` compares the code of a reply with; nil for what is left over.
    fileprivate var pattern: SwiftCode? {
        switch self {
        case .code(let code): "\(NumberLiteral(code))"
        case .hundred(let digit): "\(NumberLiteral(digit * 100))..<\(NumberLiteral(digit * 100 + 100))"
        case .others: nil
        }
    }

    /// Whether this is the hundred of the other status.
    fileprivate func includes(_ other: StatusKey) -> Bool {
        if case (.hundred(let digit), .code(let code)) = (self, other) { code / 100 == digit } else { false }
    }
}

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
        return .call("reply.header(", arguments)
    }

    /// The same where the header may be malformed as well as missing.
    private func lenientHeaderRead(_ header: Field) -> SwiftCode {
        guard header.defaultValue != nil, let value = types.defaultValue(of: header) else {
            return "try? \(headerRead(header).code)"
        }
        return "(try? \(headerRead(header, takesDefault: false).code)) ?? \(value)"
    }
}
