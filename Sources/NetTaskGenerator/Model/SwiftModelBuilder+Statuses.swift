import NetTaskSpec

// What depends on the status of a reply: the `Failure` of a task, and a `Response` of several kinds.

extension SwiftModelBuilder {
    // MARK: Errors

    /// One type where all errors have it, else an enum; nil where no error has anything to read.
    func failure(of endpoint: Endpoint) -> SwiftReplyType? {
        switch FailureForm(endpoint.errors) {
        case .never: nil
        case .one(let error) where error.headers.isEmpty: error.response.type.map { .type(types.code(for: $0)) }
        case .one(let error): .structure(structure(Identifier("Failure"), of: error, indentation: 8))
        case .cases(let errors): cases(errors)
        }
    }

    /// The statements of `failure(in:)`.
    func failureReads(of endpoint: Endpoint) -> [SwiftCode] {
        let isOne: Bool
        switch FailureForm(endpoint.errors) {
        case .never: return []
        case .one: isOne = true
        case .cases: isOne = false
        }
        return switchOverStatus(endpoint.errors, otherwise: "return nil") { error, indentation in
            if error.isEmpty { return ["return nil"] }
            if isOne { return read(error, in: "Failure", isError: true, head: "return ", indentation: indentation) }
            // With the type, since after a dot alone `none` would be nil.
            let name: SwiftCode = "Failure.\(Identifier(error.name.swift))"
            let structure: SwiftCode = "Failure.\(Identifier(error.structureName))"
            return returned(error, in: structure, asCase: name, isError: true, indentation: indentation)
        }
    }

    // MARK: Successes

    /// The statements of `parse`.
    func responseReads(_ bodies: [StatusBody]) -> [SwiftCode] {
        let bodies = bodies.sorted { $0.status.isExact && !$1.status.isExact }
        return switchOverStatus(bodies, otherwise: "throw reply.unexpectedStatus()") { body, indentation in
            let name: SwiftCode = ".\(Identifier(body.name.swift))"
            if body.isEmpty { return ["return \(name)"] }
            let structure: SwiftCode = "Response.\(Identifier(body.structureName))"
            return returned(body, in: structure, asCase: name, isError: false, indentation: indentation)
        }
    }

    /// The ranges of the statuses that are successes; none where the usual ones are, from 200 to 299.
    func acceptedStatuses(of endpoint: Endpoint) -> [SwiftCode] {
        guard case .statuses(let bodies) = endpoint.response else { return [] }
        let takesAll = bodies.contains { !$0.status.isExact }
        let codes = bodies.compactMap(\.status.code).filter { !(takesAll && (200...299).contains($0)) }
        if takesAll && codes.isEmpty { return [] }
        var ranges: [ClosedRange<Int>] = takesAll ? [200...299] : []
        for code in codes.sorted() {
            if let last = ranges.last, last.upperBound == code - 1 {
                ranges[ranges.count - 1] = last.lowerBound...code
            } else {
                ranges.append(code...code)
            }
        }
        return ranges.map { "\(NumberLiteral($0.lowerBound))...\(NumberLiteral($0.upperBound))" }
    }

    // MARK: Both

    /// The cases of an enum: `case notFound(NotFound)`; and the structures of those with headers.
    func cases(_ bodies: [StatusBody]) -> SwiftReplyType {
        let withHeaders = bodies.filter { !$0.headers.isEmpty }
        var builder = self
        builder.types = types.inside(of: namespace, seenBefore: Set(withHeaders.map(\.structureName)))
        return .cases(
            bodies.flatMap(builder.caseLines),
            withHeaders.map { builder.structure(Identifier($0.structureName), of: $0, indentation: 12) }
        )
    }

    private func caseLines(_ body: StatusBody) -> [SwiftCode] {
        let head: SwiftCode = "case \(Identifier(body.name.swift))"
        if !body.headers.isEmpty { return ["\(head)(\(Identifier(body.structureName)))"] }
        guard let type = body.response.type else { return [head] }
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
    private func returned(
        _ body: StatusBody,
        in structure: SwiftCode,
        asCase name: SwiftCode,
        isError: Bool,
        indentation: Int
    ) -> [SwiftCode] {
        let read = read(body, in: structure, isError: isError, indentation: indentation + 4)
        if read.count == 1 { return CodeLayout(indentation: indentation).call("return \(name)(", [.init("", read[0])]) }
        return ["return \(name)("] + read.map { $0.indented(by: 4) } + [")"]
    }

    /// The expression that reads what comes with a status.
    ///
    /// - Parameter structure: What holds it, if there are headers.
    private func read(
        _ body: StatusBody,
        in structure: SwiftCode,
        isError: Bool,
        head: SwiftCode = "",
        indentation: Int
    ) -> [SwiftCode] {
        if body.headers.isEmpty { return bodyRead(body.response, body.format, head: head, indentation: indentation) }
        let lines = structureRead(structure, of: body, isError: isError, indentation: indentation + head.width)
        return ["\(head)\(lines[0])"] + lines.dropFirst()
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
