import NetTaskSpec

// What a task has more whose reply comes in pieces.

extension SwiftModelBuilder {
    /// The type of the elements; nil where there is no stream.
    func element(of endpoint: Endpoint) -> SwiftReplyType? {
        guard let stream = endpoint.stream else { return nil }
        switch stream.element {
        case .type(let type): return .alias(types.code(for: type))
        case .named(let events):
            let cases = events.map { event in
                SwiftCase(
                    comment: DocComment("`\(event.name.written)`"),
                    name: Identifier(event.name.swift),
                    value: .string(event.name.written),
                    payload: event.type.map(types.code)
                )
            }
            let unknown = SwiftCase.unknown(stream.catchAll, "HTTPStreamPiece", "An event that the spec does not list.")
            let enumeration = SwiftEnumeration(
                namespace: namespace,
                comment: DocComment(),
                access: access,
                keyword: "enum",
                name: Identifier("Element"),
                conformances: "Sendable",
                cases: cases + [unknown]
            )
            return .declared(.enumeration(enumeration))
        }
    }

    func streamFunctions(of stream: Endpoint.Stream, _ endpoint: Endpoint) -> [[SwiftLine]] {
        var arguments: [SwiftCode] = [".\(Identifier(stream.framing.rawValue))"]
        if let end = stream.end { arguments.append("until: \(StringLiteral(end))") }
        if let idle = stream.idle { arguments.append("idle: \(idle.code)") }
        if stream.condition != nil { arguments.append("isConditional: true") }
        let format: [SwiftLine] = .braces(
            "\(access)static var stream: HTTPStreamFormat {",
            [.call("HTTPStreamFormat(", arguments)]
        )
        let reads = elementReads(stream)
        let element: [SwiftLine] = .braces(
            "\(access)static func element(of piece: HTTPStreamPiece) throws -> Element {",
            reads
        )
        return [format] + (reads.isEmpty ? [] : [element])
            + [stream.condition.map { streamed($0, endpoint) }].compactMap { $0 }
    }

    /// None where an element is plain JSON, which the runtime reads.
    private func elementReads(_ stream: Endpoint.Stream) -> [SwiftLine] {
        switch stream.element {
        case .type(.scalar(.string)), .type(.scalar(.data)): return stream.types.map { SwiftLine(read($0)) }
        case .type: return []
        case .named(let events):
            let cases: [SwiftLine] = events.map { event in
                let payload: SwiftCode = event.type.map { "(\(read($0)))" } ?? ""
                return "case \(StringLiteral(event.name.written)): return .\(Identifier(event.name.swift))\(payload)"
            }
            return ["switch piece.name {"] + cases + ["default: return .\(Identifier(stream.catchAll))(piece)", "}"]
        }
    }

    private func read(_ type: TypeReference) -> SwiftCode {
        switch type {
        case .scalar(.string): "try piece.text()"
        case .scalar(.data): "Data(piece.data)"
        default: "try piece.json()"
        }
    }

    // MARK: The task that asks for a stream

    private func streamed(_ condition: Endpoint.Stream.Condition, _ endpoint: Endpoint) -> [SwiftLine] {
        let value = value(of: condition)
        let name = Identifier(condition.field.name.swift)
        let holder = condition.holder
        let shape = holder?.type.shape.flatMap { shapes[$0] }
        let statements: [SwiftLine]
        if endpoint.isMutable, shape?.isMutable ?? true {
            let place: SwiftCode = holder.map { "\(Identifier($0.name.swift)).\(name)" } ?? "\(name)"
            statements = ["var task = self", "task.\(place) = \(value)", "return task"]
        } else {
            var replaced = (name: name, value: value)
            if let holder, let shape {
                let prefix: SwiftCode = "\(Identifier(holder.name.swift))."
                let copy = copy(of: types.code(for: holder.type), shape.fields ?? [], prefix, replaced)
                replaced = (Identifier(holder.name.swift), copy.code)
            }
            statements = [copy(of: "Self", endpoint.members, "", replaced)]
        }
        return .braces("\(access)var streamed: Self {", statements)
    }

    /// The initializer with all values as they are but one.
    func copy(
        of type: SwiftCode,
        _ fields: [Field],
        _ prefix: SwiftCode,
        _ replaced: (name: Identifier, value: SwiftCode)
    ) -> SwiftLine {
        let arguments = fields.map { field -> SwiftCode in
            let name = Identifier(field.name.swift)
            return "\(name.label): \(name.name == replaced.name.name ? replaced.value : "\(prefix)\(name)")"
        }
        return .call("\(type)(", arguments)
    }

    private func value(of condition: Endpoint.Stream.Condition) -> SwiftCode {
        let field = condition.field
        guard field.isNullable else { return types.code(for: condition.value, field.type) }
        // `Nullable`, or an optional of what has to be there.
        return field.type.isOptional
            ? ".value(\(types.code(for: condition.value, field.type.unwrapped)))"
            : types.code(for: condition.value, .optional(field.type))
    }
}
