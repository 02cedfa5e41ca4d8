import NetTaskSpec

// What a task has more that polls another endpoint until it is over.

extension SwiftModelBuilder {
    /// The endpoint that is asked how far it has come; nil where the first reply is all.
    func poll(of endpoint: Endpoint) -> Endpoint? {
        guard let longRunning = endpoint.longRunning else { return nil }
        return spec.endpoints.first { $0.qualifiedName == longRunning.poll }
    }

    func longRunningFunctions(of endpoint: Endpoint) -> [[SwiftLine]] {
        guard let longRunning = endpoint.longRunning, let poll = poll(of: endpoint) else { return [] }
        return [state(longRunning), longRunning.done.isEmpty ? isPending : [], self.poll(longRunning, poll)]
            .filter { !$0.isEmpty }
    }

    // MARK: How far it has come

    /// None where a poll that can be read says by its status that it is over.
    private func state(_ longRunning: LongRunning) -> [SwiftLine] {
        if longRunning.done.isEmpty, longRunning.failed.isEmpty { return [] }
        let ends =
            [(longRunning.failed, "failed"), (longRunning.done, "done")] as [([LongRunning.Condition], SwiftCode)]
        let statements: [SwiftLine] = ends.compactMap { conditions, state in
            if conditions.isEmpty { return nil }
            return "if \(conditions.map(code).joined(separator: ", ")) { return .\(state) }"
        }
        let otherwise: SwiftLine = longRunning.done.isEmpty ? "return .done" : "return .pending"
        return .braces(
            "\(access)static func state(of response: Response) -> HTTPLongRunningState {",
            statements + [otherwise]
        )
    }

    private func code(_ condition: LongRunning.Condition) -> SwiftCode {
        let value = code(condition.path)
        guard let values = condition.values else { return "\(value) != nil" }
        let type = condition.path.isOptional ? TypeReference.optional(condition.path.type) : condition.path.type
        return values.map { "\(value) == \(types.code(for: $0, type))" }.joined(separator: " || ")
    }

    private var isPending: [SwiftLine] {
        .braces(
            "\(access)static func isPending(_ reply: HTTPReply) -> Bool {",
            ["reply.status == .accepted"]
        )
    }

    // MARK: Whom to ask

    /// None where only a `Location` says it.
    private func poll(_ longRunning: LongRunning, _ poll: Endpoint) -> [SwiftLine] {
        guard let params = longRunning.params else { return [] }
        var reads: [SwiftCode] = []
        var arguments: [SwiftCode] = []
        let isOne = params.filter { !$0.isOwn && !$0.mayBeNil }.count == 1
        for param in params {
            let label = Identifier(param.field.name.swift).label
            let type = types.code(for: TypeReference.optional(param.field.type.unwrapped))
            let read: SwiftCode
            switch param.source {
            case .param(let own):
                arguments.append("\(label): self.\(Identifier(own.name.swift))")
                continue
            case .body(let keys, let format):
                let format: SwiftCode = format.map { ", format: \($0.code)" } ?? ""
                read = "try start.json(\(SwiftCode.list(of: keys.map(JSONName.literal)))\(format))"
            case .header(let header):
                let format: SwiftCode = header.formatArgument.map { ", \($0)" } ?? ""
                read = "try start.header(\(StringLiteral(header.wireName))\(format))"
            }
            let value: SwiftCode = "\(read) as \(type)"
            if param.mayBeNil {
                arguments.append("\(label): \(value)")
                continue
            }
            let name: SwiftCode = isOne ? "value" : "value\(NumberLiteral(reads.count + 1))"
            reads.append("let \(name) = \(value)")
            arguments.append("\(label): \(name)")
        }
        let statements: [SwiftLine] = reads.isEmpty ? [] : [.call("guard ", reads, " else { return nil }")]
        return .braces(
            "\(access)func poll(after start: HTTPReply) throws -> Poll? {",
            statements + [.call("return Poll(", ordered(arguments, params, poll))]
        )
    }

    /// In the order of the initializer.
    private func ordered(_ arguments: [SwiftCode], _ params: [LongRunning.Param], _ poll: Endpoint) -> [SwiftCode] {
        poll.members.compactMap { member in
            params.firstIndex { $0.field.name.swift == member.name.swift }.map { arguments[$0] }
        }
    }
}

extension LongRunning.Param {
    fileprivate var isOwn: Bool { if case .param = source { true } else { false } }

    /// Whether a poll can do without it.
    fileprivate var mayBeNil: Bool { field.type.isOptional }
}
