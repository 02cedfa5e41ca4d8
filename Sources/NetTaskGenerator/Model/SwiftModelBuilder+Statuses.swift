import NetTaskSpec

// What depends on the status of a reply: the `Failure` of a task, and a `Response` of several kinds.

extension SwiftModelBuilder {
    // MARK: Errors

    /// One type where all errors have it, else an enum with a case for each; nil where no error has a body.
    func failure(of endpoint: Endpoint) -> SwiftFailure? {
        let types = errorTypes(of: endpoint)
        guard let first = types.first else { return nil }
        if types.count == 1 { return .type(self.types.code(for: first.type)) }
        return .cases(types.flatMap { caseLines($0.name, $0.type) })
    }

    /// The statements of `failure(in:)`.
    func failureReads(of endpoint: Endpoint) -> [SwiftCode] {
        let types = errorTypes(of: endpoint)
        if types.isEmpty { return [] }
        return switchOverStatus(endpoint.errors, otherwise: "return nil") { error, indentation in
            if error.response.type == nil { return ["return nil"] }
            // With the type, since after a dot alone `none` would be nil.
            let name: SwiftCode? = types.count == 1 ? nil : "Failure.\(Identifier(error.name.swift))"
            return returned(error, asCase: name, indentation: indentation)
        }
    }

    /// Each type once, in the order of the statuses.
    private func errorTypes(of endpoint: Endpoint) -> [(name: Name, type: TypeReference)] {
        var seen: Set<TypeReference> = []
        return endpoint.errors.compactMap { error in
            guard let type = error.response.type, seen.insert(type).inserted else { return nil }
            return (error.name, type)
        }
    }

    // MARK: Successes

    func responseCases(_ bodies: [StatusBody]) -> [SwiftCode] {
        bodies.flatMap { caseLines($0.name, $0.response.type) }
    }

    /// The statements of `parse`.
    func responseReads(_ bodies: [StatusBody]) -> [SwiftCode] {
        let bodies = bodies.sorted { $0.status.isExact && !$1.status.isExact }
        return switchOverStatus(bodies, otherwise: "throw reply.unexpectedStatus()") { body, indentation in
            let name: SwiftCode = ".\(Identifier(body.name.swift))"
            if body.response.type == nil { return ["return \(name)"] }
            return returned(body, asCase: name, indentation: indentation)
        }
    }

    /// The switch of `accepts`; none where the usual statuses, from 200 to 299, are accepted.
    func acceptedStatuses(of endpoint: Endpoint) -> [SwiftCode] {
        guard case .statuses(let bodies) = endpoint.response else { return [] }
        let takesAll = bodies.contains { !$0.status.isExact }
        let codes = bodies.compactMap(\.status.code).filter { !(takesAll && (200...299).contains($0)) }.sorted()
        if takesAll && codes.isEmpty { return [] }
        let patterns = codes.map { "\(NumberLiteral($0))" as SwiftCode } + (takesAll ? ["200..<300"] : [])
        let oneLine: SwiftCode = "case \(patterns.joined(separator: ", ")): true"
        let fits = oneLine.width + 12 <= CodeLayout.lineLength
        let cases = fits ? [oneLine] : patterns.map { "case \($0): true" }
        return ["switch status.code {"] + cases + ["default: false", "}"]
    }

    // MARK: Both

    /// `case notFound(NotFound)`
    private func caseLines(_ name: Name, _ type: TypeReference?) -> [SwiftCode] {
        let head: SwiftCode = "case \(Identifier(name.swift))"
        guard let type else { return [head] }
        return CodeLayout(indentation: 12).call("\(head)(", [.init("", types.code(for: type))])
    }

    /// - Parameter otherwise: For a status that no entry is about.
    private func switchOverStatus(
        _ bodies: [StatusBody],
        otherwise: SwiftCode,
        _ statement: (_ body: StatusBody, _ indentation: Int) -> [SwiftCode]
    ) -> [SwiftCode] {
        if bodies.count == 1, bodies[0].status == .others { return statement(bodies[0], 12) }
        var lines: [SwiftCode] = ["switch reply.code {"]
        for body in bodies {
            guard let pattern = body.status.pattern else { continue }
            lines += ["case \(pattern):"] + statement(body, 16).map { $0.indented(by: 4) }
        }
        let others = bodies.first { $0.status == .others }.map { statement($0, 16) } ?? [otherwise]
        return lines + ["default:"] + others.map { $0.indented(by: 4) } + ["}"]
    }

    /// `return .notFound(try reply.json())`
    private func returned(_ body: StatusBody, asCase name: SwiftCode?, indentation: Int) -> [SwiftCode] {
        guard let name else {
            return bodyRead(body.response, body.format, head: "return ", indentation: indentation)
        }
        let read = bodyRead(body.response, body.format, indentation: indentation + 4)
        if read.count == 1 { return CodeLayout(indentation: indentation).call("return \(name)(", [.init("", read[0])]) }
        return ["return \(name)("] + read.map { $0.indented(by: 4) } + [")"]
    }

    /// The expression that reads a body, such as `try reply.json(["data"])`; none where there is nothing to read.
    ///
    /// - Parameter isInTry: Whether a `try` stands before `head`.
    func bodyRead(
        _ response: Endpoint.Response,
        _ format: Field.Format?,
        head: SwiftCode = "",
        indentation: Int,
        isInTry: Bool = false
    ) -> [SwiftCode] {
        let word: SwiftCode = isInTry ? "" : "try "
        switch response {
        case .none, .fields, .statuses:
            return []
        case .text:
            return ["\(head)\(word)reply.text()"]
        case .data:
            return ["\(head)reply.data()"]
        case .file:
            return ["\(head)reply.download()"]
        case .json(_, let path):
            var arguments: [CodeLayout.Argument] = []
            if !path.isEmpty { arguments.append(CodeLayout.Argument(list: path.map(JSONName.literal))) }
            if let format { arguments.append(.init("format: ", format.code)) }
            return CodeLayout(indentation: indentation).call("\(head)\(word)reply.json(", arguments)
        }
    }
}

extension StatusKey {
    fileprivate var code: Int? {
        if case .code(let code) = self { code } else { nil }
    }

    fileprivate var isExact: Bool { code != nil }

    /// What a `case` compares the code of a reply with; nil for what is left over.
    fileprivate var pattern: SwiftCode? {
        switch self {
        case .code(let code): "\(NumberLiteral(code))"
        case .hundred(let digit): "\(NumberLiteral(digit * 100))..<\(NumberLiteral(digit * 100 + 100))"
        case .others: nil
        }
    }
}
