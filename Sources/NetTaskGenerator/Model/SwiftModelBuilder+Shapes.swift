import NetTaskSpec

extension SwiftModelBuilder {
    func structure(_ shape: Shape, _ fields: [Field]) -> SwiftStructure {
        let name = shape.name.written
        let isSent = usage.sent.contains(name)
        let isStored = storedShapes.contains(name)
        return structure(
            name: Identifier(shape.name.swift),
            comment: DocComment(shape.description, shape.deprecation?.paragraph),
            fields: fields,
            boxed: Set(fields.filter { recursion.needsBox($0, of: name) }.map(\.name.written)),
            isRead: usage.read.contains(name),
            ownConformances: shape.conformances.map(\.code),
            packs: isSent ? packStatements(for: fields) : nil,
            storingFunctions: isStored ? storingFunctions(of: fields) : []
        )
    }

    /// The type of `response: {fields: …}`, inside its task.
    func response(_ fields: [Field]) -> SwiftStructure {
        structure(
            name: Identifier("Response"),
            comment: DocComment(),
            fields: fields,
            boxed: [],
            isRead: true,
            packs: nil,
            indentation: 8
        )
    }

    private func structure(
        name: Identifier,
        comment: DocComment,
        fields: [Field],
        boxed: Set<String>,
        isRead: Bool,
        ownConformances: [SwiftCode] = [],
        packs: [SwiftCode]?,
        storingFunctions: [SwiftFunction] = [],
        indentation: Int = 4
    ) -> SwiftStructure {
        var conformances: [SwiftCode] = []
        if isRead { conformances.append("JSONReadable") }
        if packs != nil { conformances.append("ParameterPackable") }
        if !storingFunctions.isEmpty { conformances.append("StoredObject") }
        conformances += ownConformances
        conformances.append("Sendable")
        let mirror = mirror(of: fields, indentation: indentation + 16)
        if !mirror.isEmpty { conformances.append("CustomReflectable") }
        return SwiftStructure(
            namespace: namespace,
            comment: comment,
            access: access,
            name: name,
            conformances: conformances.joined(separator: ", "),
            opening: CodeLayout(indentation: indentation).type("\(access)struct \(name)", conformances),
            properties: fields.map { property($0, isBoxed: boxed.contains($0.name.written)) },
            initializer: initializer(fields.map(parameter), indentation: indentation + 4),
            mirror: mirror,
            reads: isRead ? readStatements(for: fields, indentation: indentation + 8) : nil,
            packs: packs,
            functions: storingFunctions
        )
    }

    /// The statements that pack a shape. Inline fields come last: where they have a name that its own fields send, that is
    /// left out.
    private func packStatements(for fields: [Field]) -> [SwiftCode] {
        let inline = fields.filter(\.isInline)
        return (inline.isEmpty ? [] : ["packer.sendEachNameOnce()"])
            + fields.filter { !$0.isInline }.flatMap { packStatement(for: $0, indentation: 12) }
            + inline.map { "packer.add(inline: \(property($0.name)))" }
    }

    func property(_ field: Field, isBoxed: Bool = false) -> SwiftProperty {
        // Swift has no property wrapper on a `let`.
        let keyword: SwiftCode = isBoxed ? "@IndirectValue \(access)var" : "\(access)\(keyword)"
        return SwiftProperty(
            comment: DocComment(field.description, field.deprecation?.paragraph),
            declaration: "\(keyword) \(Identifier(field.name.swift)): \(types.code(for: field))"
        )
    }

    /// One parameter of an initializer and the property that it sets.
    struct Parameter {
        var name: Identifier
        var type: SwiftCode
        var defaultValue: CodeLayout.Argument.Value?
    }

    func parameter(_ field: Field) -> Parameter {
        Parameter(
            name: Identifier(field.name.swift),
            type: types.code(for: field),
            defaultValue: types.defaultValue(of: field)
        )
    }

    func initializer(_ parameters: [Parameter], indentation: Int) -> SwiftInitializer {
        let arguments = parameters.map { parameter in
            let declaration: SwiftCode = "\(parameter.name): \(parameter.type)"
            return parameter.defaultValue.map { CodeLayout.Argument("\(declaration) = ", $0) }
                ?? CodeLayout.Argument("", declaration)
        }
        let tail: SwiftCode = parameters.isEmpty ? ") {}" : ") {"
        return SwiftInitializer(
            signature: CodeLayout(indentation: indentation).call("\(access)init(", arguments, tail),
            assignments: parameters.flatMap { parameter in
                CodeLayout(indentation: indentation + 4).assignment("self.\(parameter.name)", "\(parameter.name)")
            }
        )
    }
}

extension Conformance {
    var code: SwiftCode {
        switch self {
        case .known(let known): "\(Identifier(known.rawValue))"
        case .own(let parts): parts.map { "\(Identifier($0))" as SwiftCode }.joined(separator: ".")
        }
    }
}

extension Field.Format {
    var code: SwiftCode { ".\(Identifier(rawValue))" }
}
