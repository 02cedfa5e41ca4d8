import NetTaskSpec

extension SwiftModelBuilder {
    /// The statements that read a shape.
    ///
    /// - Parameter declared: The names of the members that are not additional. Default: those of the fields.
    func readStatements(for fields: [Field], declared: [String]? = nil) -> [SwiftLine] {
        let rounds = ReadPlan.rounds(of: fields.filter { $0.isRead && !$0.isInline })
        var statements: [SwiftLine] = []
        for round in rounds {
            if !statements.isEmpty { statements.append("object.rewind()") }
            statements += readStatements(for: round)
        }
        for field in fields where field.isAdditional {
            let names = declared ?? declaredMembers.names(of: fields, in: nil)
            var arguments: [SwiftCode] = ["besides: \(SwiftCode.list(of: names.map { StringLiteral($0) }))"]
            if let format = field.formatArgument { arguments.append(format) }
            if field.isSecret { arguments.append("isSecret: true") }
            statements.append(.call("self.\(Identifier(field.name.swift)) = try object.readOthers(", arguments))
        }
        for field in fields where field.isInlineShape {
            statements.append("self.\(Identifier(field.name.swift)) = try object.readInline()")
        }
        for field in fields where !field.isRead {
            statements.append("self.\(Identifier(field.name.swift)) = \(types.defaultValue(of: field) ?? "nil")")
        }
        return statements
    }

    private func readStatements(for plan: ReadPlan) -> [SwiftLine] {
        plan.members.flatMap { member in
            switch member.content {
            case .value(let field):
                return [readStatement(for: field, name: member.name)]
            case .object(let plan):
                return ["try object.enter(\(JSONName.literal(member.name)))"] + readStatements(for: plan)
                    + ["try object.leave()"]
            }
        }
    }

    private func readStatement(for field: Field, name: String) -> SwiftLine {
        if let transform = field.readTransform { return readStatement(for: field, name: name, by: transform) }
        let isNull = field.isNullable && !field.type.isOptional
        let label: SwiftCode = isNull ? "nullable: " : field.isSecret ? "secret: " : ""
        var arguments: [SwiftCode] = ["\(label)\(JSONName.literal(name))"]
        if let format = field.formatArgument { arguments.append(format) }
        if isNull, field.isSecret { arguments.append("isSecret: true") }
        if let value = defaultArgument(field) { arguments.append(value) }
        return .call("self.\(Identifier(field.name.swift)) = try object.read(", arguments)
    }

    private func readStatement(for field: Field, name: String, by transform: [String]) -> SwiftLine {
        let isOptional = field.type.isOptional && field.defaultValue == nil
        var arguments: [SwiftCode] = ["\(isOptional ? "optional: " as SwiftCode : "")\(JSONName.literal(name))"]
        if field.isSecret { arguments.append("isSecret: true") }
        if let value = defaultArgument(field) { arguments.append(value) }
        arguments.append("transform: \(function(transform))")
        return .call("self.\(Identifier(field.name.swift)) = try object.read(", arguments)
    }

    /// What is read where the value is missing.
    func defaultArgument(_ field: Field) -> SwiftCode? {
        field.defaultValue == nil ? nil : types.defaultValue(of: field).map { "default: \($0)" }
    }
}
