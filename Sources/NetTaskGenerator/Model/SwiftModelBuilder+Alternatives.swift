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
        let tries: [SwiftCode] = alternatives.cases.flatMap { alternative in
            choice(Identifier(alternative.name.swift), types.code(for: alternative.type))
        }
        return SwiftFunction(
            declaration: layout.call(
                "\(access)static func read(",
                [.init("", "from reader: inout JSONReader")],
                ") throws -> \(name) {"
            ),
            body: ["var choice = try reader.beginChoice()"] + tries
                + CodeLayout(indentation: 12).call(
                    "throw reader.error(",
                    [.init("", "choice"), .init("of: ", StringLiteral(shape.name.swift))]
                )
        )
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
        let known: [SwiftCode] = alternatives.cases.flatMap { alternative in
            readCase(alternative, layout)
        }
        let unknown: [SwiftCode]
        if let catchAll = shape.catchAll {
            unknown = ["default: self = .\(Identifier(catchAll))(try object.readMembers())"]
        } else {
            let arguments = [CodeLayout.Argument("unknown: ", "value"), .init("of: ", StringLiteral(shape.name.swift))]
            unknown = layout.call("default: throw object.error(", arguments)
        }
        let name = CodeLayout.Argument("", JSONName.literal(alternatives.discriminator ?? ""))
        return SwiftFunction(
            declaration: ["\(access)init(from object: inout JSONReader) throws {"],
            body: layout.call("let value: String = try object.read(", [name]) + ["object.rewind()", "switch value {"]
                + known + unknown + ["}"]
        )
    }

    private func readCase(_ alternative: Alternative, _ layout: CodeLayout) -> [SwiftCode] {
        let literal = StringLiteral(alternative.value ?? "")
        let head: SwiftCode = "self = .\(Identifier(alternative.name.swift))("
        let read: SwiftCode = "try \(types.code(for: alternative.type))(from: &object)"
        let pattern: SwiftCode = "\(literal)"
        // A longer one goes over several lines itself.
        guard layout.indentation + pattern.width + 6 <= CodeLayout.lineLength else {
            return layout.switchCase(literal, "\(head)\(read))")
        }
        return layout.switchCase(pattern, head, [.init("", read)])
    }

    private func packAlternative(_ shape: Shape, _ alternatives: Alternatives) -> SwiftFunction {
        var cases: [SwiftCode] = []
        for alternative in alternatives.cases {
            let own = sentField(alternatives.discriminator, of: alternative.type)
            let name = nameArgument(alternatives.discriminator ?? "")
            let value = CodeLayout.Argument("", StringLiteral(alternative.value ?? ""))
            cases.append("case .\(Identifier(alternative.name.swift))(let value):")
            if !own {
                cases += CodeLayout(indentation: 16).call("packer.add(", [name, value]).map { $0.indented(by: 4) }
            }
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

    /// Whether the shape itself sends a member of that name.
    private func sentField(_ wireName: String?, of type: TypeReference) -> Bool {
        let fields = type.shape.flatMap { shapes[$0]?.fields } ?? []
        return fields.contains { $0.isSent && $0.wireName == wireName }
    }
}
