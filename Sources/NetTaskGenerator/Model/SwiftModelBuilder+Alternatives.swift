import NetTaskSpec

extension SwiftModelBuilder {
    /// The enumeration that a shape with `oneOf` becomes.
    func enumeration(_ shape: Shape, _ alternatives: Alternatives) -> SwiftEnumeration {
        let isRead = usage.read.contains(shape.name.written)
        let isSent = usage.sent.contains(shape.name.written)
        let isObject = alternatives.discriminator != nil
        var conformances: [SwiftCode] = []
        if isRead { conformances.append(isObject ? "JSONReadable" : "JSONScalar") }
        if isSent { conformances.append(isObject ? "ParameterPackable" : "ParameterValue") }
        let isStored = storedShapes.contains(shape.name.written)
        if isStored { conformances.append("StoredObject") }
        conformances += shape.conformances.map(\.code)
        conformances.append("Sendable")
        let isIndirect = recursion.needsIndirection(alternatives, of: shape.name.written)
        let word: SwiftCode = isIndirect ? "indirect enum" : "enum"
        var cases: [SwiftCode] = alternatives.cases.map { alternative in
            "case \(Identifier(alternative.name.swift))(\(types.code(for: alternative.type)))"
        }
        if let catchAll = shape.catchAll {
            cases += [
                "/// The whole object, where its discriminator says what the spec does not list.",
                "case \(Identifier(catchAll))(JSONValue)",
            ]
        }
        var functions: [SwiftFunction] = []
        if isRead {
            functions.append(isObject ? readByDiscriminator(shape, alternatives) : readInOrder(shape, alternatives))
        }
        if isSent { functions.append(isObject ? packAlternative(shape, alternatives) : write(shape, alternatives)) }
        if isStored { functions += storingFunctions(of: shape, alternatives) }
        return SwiftEnumeration(
            namespace: namespace,
            comment: DocComment(shape.description, shape.deprecation?.paragraph),
            access: access,
            name: Identifier(shape.name.swift),
            conformances: conformances.joined(separator: ", "),
            opening: CodeLayout(indentation: 4).type("\(access)\(word) \(Identifier(shape.name.swift))", conformances),
            cases: cases,
            functions: functions
        )
    }

    // MARK: Without a discriminator

    private func readInOrder(_ shape: Shape, _ alternatives: Alternatives) -> SwiftFunction {
        let name = Identifier(shape.name.swift)
        let layout = CodeLayout(indentation: 8)
        return SwiftFunction(
            declaration: layout.call(
                "\(access)static func read(",
                [.init("", "from reader: inout JSONReader")],
                ") throws -> \(name) {"
            ),
            body: tries(of: alternatives)
                + CodeLayout(indentation: 12).call(
                    "throw reader.error(",
                    [.init("", "choice"), .init("of: ", StringLiteral(shape.name.swift))]
                )
        )
    }

    private func tries(of alternatives: Alternatives) -> [SwiftCode] {
        let tries = { (cases: [Alternative]) in
            cases.flatMap { choice(Identifier($0.name.swift), types.code(for: $0.type)) }
        }
        switch alternatives.choice {
        case .first:
            return ["var choice = try reader.beginChoice()"] + tries(alternatives.cases)
        case .closest:
            // What reads any object knows none of its members.
            let (known, others) = (
                alternatives.cases.filter { !$0.type.isAnyObject }, alternatives.cases.filter(\.type.isAnyObject)
            )
            return ["var choice = try reader.beginChoice(isClosest: true)", "repeat {"]
                + tries(known).map { $0.indented(by: 4) } + ["} while choice.widen()"] + tries(others)
        }
    }

    private func choice(_ name: Identifier, _ type: SwiftCode) -> [SwiftCode] {
        let condition: SwiftCode = "if let value = try reader.choose(\(type).self, &choice) {"
        let oneLine: SwiftCode = "\(condition) return .\(name)(value) }"
        if oneLine.width + 12 <= CodeLayout.lineLength { return [oneLine] }
        return [condition, "    return .\(name)(value)", "}"]
    }

    private func write(_ shape: Shape, _ alternatives: Alternatives) -> SwiftFunction {
        let layout = CodeLayout(indentation: 12)
        let cases: [SwiftCode] = alternatives.cases.flatMap { alternative in
            layout.switchCase(
                ".\(Identifier(alternative.name.swift))(let value)",
                "\(types.code(for: alternative.type)).write(",
                [.init("", "value"), .init("into: ", "&packer")]
            )
        }
        return SwiftFunction(
            declaration: CodeLayout(indentation: 8).call(
                "\(access)static func write(",
                [
                    .init("", "_ value: \(Identifier(shape.name.swift))"),
                    .init("", "into packer: inout ParameterPacker"),
                ],
                ") {"
            ),
            body: ["switch value {"] + cases + ["}"]
        )
    }

    // MARK: With a discriminator

    private func readByDiscriminator(_ shape: Shape, _ alternatives: Alternatives) -> SwiftFunction {
        let layout = CodeLayout(indentation: 12)
        let type: SwiftCode = alternatives.isOfIntegers ? "Int" : "String"
        let absent = absent(shape, alternatives)
        let name = CodeLayout.Argument("", JSONName.literal(alternatives.discriminator ?? ""))
        var body = layout.call("let value: \(type)\(absent == nil ? "" : "?") = try object.read(", [name])
        body.append("object.rewind()")
        if let absent {
            body += ["guard let value else {", "    self = \(absent)", "    return", "}"]
        }
        body.append("switch value {")
        body += alternatives.cases.flatMap { readCase($0, layout) }
        if let catchAll = shape.catchAll {
            body.append("default: self = .\(Identifier(catchAll))(try object.readMembers())")
        } else {
            let value: SwiftCode = alternatives.isOfIntegers ? "String(value)" : "value"
            let arguments = [CodeLayout.Argument("unknown: ", value), .init("of: ", StringLiteral(shape.name.swift))]
            body += layout.call("default: throw object.error(", arguments)
        }
        return SwiftFunction(
            declaration: ["\(access)init(from object: inout JSONReader) throws {"],
            body: body + ["}"]
        )
    }

    /// What an object is that lacks the discriminator: the one alternative that may be without it, or unknown where there
    /// are several; nil where that is an error.
    private func absent(_ shape: Shape, _ alternatives: Alternatives) -> SwiftCode? {
        let without = alternatives.cases.filter {
            field(alternatives.discriminator, of: $0.type).map { $0.canBeMissing || $0.isNullable } ?? false
        }
        if without.count == 1 {
            return ".\(Identifier(without[0].name.swift))(try \(types.code(for: without[0].type))(from: &object))"
        }
        guard !without.isEmpty, let catchAll = shape.catchAll else { return nil }
        return ".\(Identifier(catchAll))(try object.readMembers())"
    }

    private func readCase(_ alternative: Alternative, _ layout: CodeLayout) -> [SwiftCode] {
        let head: SwiftCode = "self = .\(Identifier(alternative.name.swift))("
        let read: SwiftCode = "try \(types.code(for: alternative.type))(from: &object)"
        let pattern: SwiftCode = alternative.values.map(literal).joined(separator: ", ")
        // A longer one goes over several lines itself.
        guard layout.indentation + pattern.width + 6 <= CodeLayout.lineLength else {
            if alternative.values.count == 1, case .string(let text) = alternative.values[0] {
                return layout.switchCase(StringLiteral(text), "\(head)\(read))")
            }
            let lines = alternative.values.enumerated().map { index, value -> SwiftCode in
                "\(index == 0 ? "case " : "    ")\(literal(value))\(index == alternative.values.count - 1 ? ":" : ",")"
            }
            return lines + ["    \(head)\(read))"]
        }
        return layout.switchCase(pattern, head, [.init("", read)])
    }

    private func literal(_ value: EnumerationCase.Value) -> SwiftCode {
        switch value {
        case .string(let text): "\(StringLiteral(text))"
        case .integer(let number): "\(NumberLiteral(number))"
        }
    }

    private func packAlternative(_ shape: Shape, _ alternatives: Alternatives) -> SwiftFunction {
        var cases: [SwiftCode] = []
        for alternative in alternatives.cases {
            cases.append("case .\(Identifier(alternative.name.swift))(let value):")
            cases += packDiscriminator(alternatives.discriminator ?? "", of: alternative).map { $0.indented(by: 4) }
            cases.append("    value.pack(into: &packer)")
        }
        if let catchAll = shape.catchAll {
            cases += ["case .\(Identifier(catchAll))(let value):", "    packer.add(membersOf: value)"]
        }
        return SwiftFunction(
            declaration: ["\(access)func pack(into packer: inout ParameterPacker) {"],
            body: ["switch self {"] + cases + ["}"]
        )
    }

    /// The value of the discriminator, where the alternative itself sends none.
    private func packDiscriminator(_ name: String, of alternative: Alternative) -> [SwiftCode] {
        guard let first = alternative.values.first else { return [] }
        let value: CodeLayout.Argument =
            switch first {
            case .string(let text): .init("", StringLiteral(text))
            case .integer(let number): .init("", "\(NumberLiteral(number))")
            }
        let statement = CodeLayout(indentation: 16).call("packer.add(", [nameArgument(name), value])
        guard let own = field(name, of: alternative.type), own.isSent else { return statement }
        guard own.type.isOptional else { return [] }
        let condition: SwiftCode = own.isNullable ? "if case .absent = value" : "if value"
        let property: SwiftCode = "\(condition).\(Identifier(own.name.swift))\(own.isNullable ? "" : " == nil") {"
        return [property] + statement.map { $0.indented(by: 4) } + ["}"]
    }

    /// The alternative's own field of that name.
    private func field(_ wireName: String?, of type: TypeReference) -> Field? {
        let fields = type.shape.flatMap { shapes[$0]?.fields } ?? []
        return fields.first { !$0.isIgnored && $0.wireName == wireName }
    }
}

extension TypeReference {
    /// Whether objects of any members are read as it.
    fileprivate var isAnyObject: Bool {
        if case .dictionary = self { true } else { self == .scalar(.jsonValue) }
    }
}
