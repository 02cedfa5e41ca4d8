import NetTaskSpec

extension SwiftModelBuilder {
    func enumeration(_ shape: Shape, _ cases: [EnumerationCase]) -> SwiftEnumeration {
        var rawType: SwiftCode = "String"
        if case .integer = cases.first?.value { rawType = "Int" }
        var conformances: [SwiftCode] = [shape.catchAll == nil ? rawType : "RawRepresentable"]
        if usage.read.contains(shape.name.written) { conformances.append("JSONReadable") }
        if usage.sent.contains(shape.name.written) { conformances.append("ParameterValue") }
        if storedShapes.contains(shape.name.written) { conformances.append("StoredValue") }
        if shape.catchAll != nil { conformances.append("Hashable") }
        // The compiler has these already.
        conformances += shape.conformances.filter { $0 != .known(.hashable) && $0 != .known(.equatable) }.map(\.code)
        conformances.append("Sendable")
        var enumeration = enumeration(shape, conformances)
        enumeration.cases = cases.map { SwiftCase($0, hasRawValue: shape.catchAll == nil) }
        if let catchAll = shape.catchAll {
            enumeration.cases.append(.unknown(catchAll, rawType, "A value that the spec does not list."))
            enumeration.functions = functions(of: cases, catchAll: Identifier(catchAll), rawType)
        }
        return enumeration
    }

    /// The enumeration of a shape, still without its cases.
    func enumeration(_ shape: Shape, _ conformances: [SwiftCode], keyword: SwiftCode = "enum") -> SwiftEnumeration {
        SwiftEnumeration(
            namespace: namespace,
            description: shape.description,
            comment: DocComment(shape.description, shape.deprecation?.paragraph),
            attributes: shape.attributes.lines,
            access: access,
            keyword: keyword,
            name: Identifier(type: shape.name.swift),
            conformances: conformances.joined(separator: ", "),
            example: example(of: shape)
        )
    }

    private func functions(
        of cases: [EnumerationCase],
        catchAll: Identifier,
        _ rawType: SwiftCode
    ) -> [[SwiftLine]] {
        let names: [SwiftCode] = cases.map { ".\(Identifier($0.name.swift))" }
        let values = cases.map(\.value.code)
        let reads = zip(names, values).map { "case \($1): self = \($0)" as SwiftLine }
        let writes = zip(names, values).map { "case \($0): \($1)" as SwiftLine }
        return [
            ["/// The values that the spec lists."]
                + .braces("\(access)static var knownCases: [Self] {", [.call("[", names, "]")]),
            .braces(
                "\(access)init(rawValue: \(rawType)) {",
                ["switch rawValue {"] + reads + ["default: self = .\(catchAll)(rawValue)", "}"]
            ),
            .braces(
                "\(access)var rawValue: \(rawType) {",
                ["switch self {"] + writes + ["case .\(catchAll)(let value): value", "}"]
            ),
        ]
    }
}

extension EnumerationCase.Value {
    var code: SwiftCode {
        switch self {
        case .string(let text): "\(StringLiteral(text))"
        case .integer(let number): "\(NumberLiteral(number))"
        }
    }
}

extension SwiftModelBuilder {
    /// The enumeration that a shape with `oneOf` becomes.
    func enumeration(_ shape: Shape, _ alternatives: Alternatives) -> SwiftEnumeration {
        let isRead = usage.read.contains(shape.name.written)
        let isSent = usage.sent.contains(shape.name.written)
        let isObject = alternatives.discriminator != nil
        let isStored = storedShapes.contains(shape.name.written)
        var conformances: [SwiftCode] = []
        if isRead { conformances.append(isObject ? "JSONReadable" : "JSONScalar") }
        if isSent { conformances.append(isObject ? "ParameterPackable" : "ParameterValue") }
        if isStored { conformances.append("StoredObject") }
        let validation = validationFunctions(of: shape)
        if !validation.isEmpty { conformances.append("ConstrainedObject") }
        conformances += shape.conformances.map(\.code)
        conformances.append("Sendable")
        let isIndirect = recursion.needsIndirection(alternatives, of: shape.name.written)
        var enumeration = enumeration(shape, conformances, keyword: isIndirect ? "indirect enum" : "enum")
        enumeration.cases = alternatives.cases.map { alternative in
            SwiftCase(
                comment: DocComment(alternative.description, alternative.deprecation?.paragraph),
                name: Identifier(alternative.name.swift),
                payload: types.code(for: alternative.type)
            )
        }
        if let catchAll = shape.catchAll {
            let summary = "The whole object, where its discriminator says what the spec does not list."
            enumeration.cases.append(.unknown(catchAll, "JSONValue", summary))
        }
        if isRead {
            enumeration.functions.append(
                isObject ? readByDiscriminator(shape, alternatives) : readInOrder(shape, alternatives)
            )
        }
        if isSent {
            enumeration.functions.append(
                isObject ? packAlternative(shape, alternatives) : write(shape, alternatives)
            )
        }
        if isStored { enumeration.functions += storingFunctions(of: shape, alternatives) }
        enumeration.functions += validation
        return enumeration
    }

    // MARK: Without a discriminator

    func readInOrder(_ shape: Shape, _ alternatives: Alternatives) -> [SwiftLine] {
        .braces(
            "\(access)static func read(from reader: inout JSONReader) throws -> \(types.code(for: .shape(shape.name.written))) {",
            tries(of: alternatives) + ["throw reader.error(choice, of: \(StringLiteral(shape.name.swift)))"]
        )
    }

    private func tries(of alternatives: Alternatives) -> [SwiftLine] {
        let tries = { (cases: [Alternative]) in
            cases.map { choice(Identifier($0.name.swift), types.code(for: $0.type)) }
        }
        switch alternatives.choice {
        case .first:
            return ["var choice = try reader.beginChoice()"] + tries(alternatives.cases)
        case .closest:
            // What reads any object knows none of its members.
            let known = alternatives.cases.filter { !$0.type.isAnyObject }
            let others = alternatives.cases.filter(\.type.isAnyObject)
            return ["var choice = try reader.beginChoice(isClosest: true)", "repeat {"] + tries(known).indented()
                + ["} while choice.widen()"] + tries(others)
        }
    }

    private func choice(_ name: Identifier, _ type: SwiftCode) -> SwiftLine {
        "if let value = try reader.choose(\(type).self, &choice) { return .\(name)(value) }"
    }

    private func write(_ shape: Shape, _ alternatives: Alternatives) -> [SwiftLine] {
        let cases: [SwiftLine] = alternatives.cases.map { alternative in
            "case .\(Identifier(alternative.name.swift))(let value): \(types.code(for: alternative.type)).write(value, into: &packer)"
        }
        let value: SwiftCode = "_ value: \(Identifier(type: shape.name.swift))"
        return [.call("\(access)static func write(", [value, "into packer: inout ParameterPacker"], ") {")]
            + (["switch value {"] + cases + ["}"]).indented() + ["}"]
    }

    // MARK: With a discriminator

    func readByDiscriminator(_ shape: Shape, _ alternatives: Alternatives) -> [SwiftLine] {
        let type: SwiftCode = alternatives.isOfIntegers ? "Int" : "String"
        let absent = absent(shape, alternatives)
        let name = JSONName.literal(alternatives.discriminator ?? "")
        var body: [SwiftLine] = [
            "let value: \(type)\(absent == nil ? "" : "?") = try object.read(\(name))", "object.rewind()",
        ]
        if let absent {
            body += .braces("guard let value else {", ["self = \(absent)", "return"])
        }
        body.append("switch value {")
        body += alternatives.cases.map { alternative in
            let pattern = alternative.values.map(\.code).joined(separator: ", ")
            return "case \(pattern): self = \(read(alternative))"
        }
        if let catchAll = shape.catchAll {
            body.append("default: self = .\(Identifier(catchAll))(try object.readMembers())")
        } else {
            let value: SwiftCode = alternatives.isOfIntegers ? "String(value)" : "value"
            body.append("default: throw object.error(unknown: \(value), of: \(StringLiteral(shape.name.swift)))")
        }
        return .braces("\(access)init(from object: inout JSONReader) throws {", body + ["}"])
    }

    private func read(_ alternative: Alternative) -> SwiftCode {
        ".\(Identifier(alternative.name.swift))(try \(types.code(for: alternative.type))(from: &object))"
    }

    /// What an object is that lacks the discriminator: the one alternative that may be without it, or unknown where there
    /// are several; nil where that is an error.
    private func absent(_ shape: Shape, _ alternatives: Alternatives) -> SwiftCode? {
        let without = alternatives.withoutDiscriminator(shapes)
        if without.count == 1 { return read(without[0]) }
        guard !without.isEmpty, let catchAll = shape.catchAll else { return nil }
        return ".\(Identifier(catchAll))(try object.readMembers())"
    }

    private func packAlternative(_ shape: Shape, _ alternatives: Alternatives) -> [SwiftLine] {
        var cases: [SwiftLine] = []
        for alternative in alternatives.cases {
            cases.append("case .\(Identifier(alternative.name.swift))(let value):")
            cases += packDiscriminator(of: alternative, alternatives).indented()
            cases.append(SwiftLine("value.pack(into: &packer)").indented())
        }
        if let catchAll = shape.catchAll {
            cases.append("case .\(Identifier(catchAll))(let value): packer.add(membersOf: value)")
        }
        return .braces("\(access)func pack(into packer: inout ParameterPacker) {", ["switch self {"] + cases + ["}"])
    }

    /// The value of the discriminator, where the alternative itself sends none.
    private func packDiscriminator(of alternative: Alternative, _ alternatives: Alternatives) -> [SwiftLine] {
        guard let value = alternative.values.first?.code else { return [] }
        let statement: SwiftLine = "packer.add(\(nameArgument(alternatives.discriminator ?? "")), \(value))"
        guard let own = alternatives.discriminatorField(of: alternative, shapes), own.isSent else { return [statement] }
        guard own.type.isOptional else { return [] }
        let property = Identifier(own.name.swift)
        let head: SwiftLine =
            own.isNullable ? "if case .absent = value.\(property) {" : "if value.\(property) == nil {"
        return .braces(head, [statement])
    }
}
