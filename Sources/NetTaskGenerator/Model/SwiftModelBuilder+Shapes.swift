import NetTaskSpec

extension SwiftModelBuilder {
    func structure(_ shape: Shape, _ fields: [Field]) -> SwiftStructure {
        let name = shape.name.written
        let validation = validationFunctions(of: shape)
        var structure = structure(
            Identifier(type: shape.name.swift),
            fields,
            boxed: Set(fields.filter { recursion.needsBox($0, of: name) }.map(\.name.written)),
            isRead: usage.read.contains(name),
            others: declaredMembers.names(of: fields, in: name),
            packs: usage.sent.contains(name) ? packStatements(for: fields, in: name) : nil,
            functions: storedShapes.contains(name) ? storingFunctions(of: fields) : [],
            conformances: (validation.isEmpty ? [] : ["ConstrainedObject"]) + shape.conformances.map(\.code)
        )
        structure.functions += validation
        structure.example = example(of: shape)
        structure.description = shape.description
        structure.comment = DocComment(shape.description, shape.deprecation?.paragraph)
        structure.attributes = shape.attributes.lines
        return structure
    }

    /// The type of `response: {fields: …}`, inside its task.
    func response(_ fields: [Field]) -> SwiftStructure {
        structure(Identifier("Response"), fields, isRead: true)
    }

    func structure(
        _ name: Identifier,
        _ fields: [Field],
        boxed: Set<String> = [],
        isRead: Bool = false,
        others: [String]? = nil,
        packs: [SwiftLine]? = nil,
        functions: [[SwiftLine]] = [],
        conformances ownConformances: [SwiftCode] = []
    ) -> SwiftStructure {
        let mirror = mirror(of: fields)
        let properties = fields.map { property($0, isBoxed: boxed.contains($0.name.written)) }
        var conformances: [SwiftCode] = []
        if isRead { conformances.append("JSONReadable") }
        if packs != nil { conformances.append("ParameterPackable") }
        if !functions.isEmpty { conformances.append("StoredObject") }
        conformances += ownConformances
        conformances.append("Sendable")
        if !mirror.isEmpty { conformances.append("CustomReflectable") }
        return SwiftStructure(
            namespace: namespace,
            comment: DocComment(),
            access: access,
            name: name,
            conformances: conformances.joined(separator: ", "),
            properties: properties,
            initializer: initializer(properties),
            mirror: mirror,
            reads: isRead ? readStatements(for: fields, declared: others) : nil,
            packs: packs,
            functions: functions
        )
    }

    /// The statements that pack a shape. Inline fields come last: where they have a name that its own fields send, that is
    /// left out.
    /// Members without a field follow.
    private func packStatements(for fields: [Field], in shape: String) -> [SwiftLine] {
        let inline = fields.filter(\.isInlineShape)
        return (inline.isEmpty ? [] : ["packer.sendEachNameOnce()"])
            + fields.filter { !$0.isInline }.flatMap { packStatement(for: $0) }
            + inline.map { "packer.add(inline: \(property($0.name)))" }
            + fields.filter { $0.isAdditional && $0.isSent }.map { packOthers($0, besides: fields, in: shape) }
    }

    private func packOthers(_ field: Field, besides fields: [Field], in shape: String) -> SwiftLine {
        // Of a type that may be null, nil is sent.
        let isOptional = field.additionalType?.isOptional == true
        let value: SwiftCode = "\(property(field.name))\(isOptional ? ".mapValues(Nullable.init)" as SwiftCode : "")"
        let names = declaredMembers.names(of: fields, in: shape).map { StringLiteral($0) }
        var arguments: [SwiftCode] = [
            "others: \(field.isSecret ? keepSecret(value, field.formatArgument) : value)",
            "besides: \(SwiftCode.list(of: names))",
        ]
        if let format = field.formatArgument { arguments.append(format) }
        return .call("packer.add(", arguments)
    }

    func property(_ field: Field, isBoxed: Bool = false) -> SwiftProperty {
        SwiftProperty(
            field: field,
            comment: DocComment(
                field.description ?? (field.isAdditional ? "The members of the object that have no property." : nil),
                field.deprecation?.paragraph
            ),
            // Swift has no property wrapper on a `let`.
            keyword: isBoxed ? "@IndirectValue \(access)var" : "\(access)\(keyword)",
            name: Identifier(field.name.swift),
            type: types.code(for: field),
            defaultValue: types.defaultValue(of: field),
            outerTypes: outerTypes
        )
    }

    /// The member-wise initializer, with what the spec says of its parameters.
    ///
    /// Tools show an initializer with its own comment alone, and none of its properties' (SourceKit of Swift 6.3.1).
    ///
    /// - Parameter attributes: What stands before the declaration.
    func initializer(_ properties: [SwiftProperty], attributes: [SwiftLine] = []) -> [SwiftLine] {
        let parameters: [SwiftCode] = properties.map { property in
            let defaultValue: SwiftCode = property.defaultValue.map { " = \($0)" } ?? ""
            return "\(property.name.parameter): \(property.type)\(defaultValue)"
        }
        let comment = DocComment(parameters: properties.map { ($0.name.name, $0.field.description) })
        let lines = comment.code.map(SwiftLine.init) + attributes
        if properties.isEmpty { return lines + ["\(access)init() {}"] }
        let assignments: [SwiftLine] = properties.map { "self.\($0.name) = \($0.name)" }
        return lines + .braces(.call("\(access)init(", parameters, ") {"), assignments)
    }
}

extension [SwiftAttribute] {
    var lines: [SwiftLine] { map { SwiftLine(SwiftCode($0)) } }

    /// Those that whatever names the type needs, too.
    var availability: [SwiftLine] { filter { $0.text.hasPrefix("@available(") }.lines }
}

extension Conformance {
    var code: SwiftCode {
        switch self {
        case .known(let known): "\(Identifier(type: known.rawValue))"
        case .own(let parts): parts.map { "\(Identifier(type: $0))" as SwiftCode }.joined(separator: ".")
        }
    }
}

extension Field {
    /// The argument of a call that says how the value is written on the wire; nil where that goes without saying.
    var formatArgument: SwiftCode? { format.map { "format: \($0.code)" } }
}

extension Field.Format {
    var code: SwiftCode { ".\(Identifier(rawValue))" }
}

extension SwiftModelBuilder {
    /// What a type with secrets shows of its properties, in their order: the entries of a dictionary literal. None if there is
    /// nothing to hide, and Swift can find the properties itself.
    func mirror(of fields: [Field]) -> [SwiftLine] {
        guard fields.contains(where: \.isSecret) else { return [] }
        return fields.map { "\(StringLiteral($0.name.swift)): \($0.shown)," }
    }
}

extension Field {
    fileprivate var shown: SwiftCode {
        if isSecret { return "RedactedValue()" }
        // Without a word the compiler warns of optionals that become `Any`.
        let isOptional = type.isOptional != isNullable
        return isOptional ? "\(Identifier(name.swift)) as Any" : "\(Identifier(name.swift))"
    }
}
