import NetTaskSpec

extension SwiftModelBuilder {
    /// The statements that read a shape, in the order of the spec. Fields from deeper inside are read when the first of
    /// those from the same object is due, so that the reader goes through the text once.
    func readStatements(for fields: [Field]) -> [SwiftLine] {
        var rounds: [ReadPlan] = []
        for field in fields where field.isRead && !field.isInline {
            let steps = field.path[...]
            // What is read once, as a value or as an object, is behind the reader.
            let index = rounds.firstIndex { $0.canAdd(steps) } ?? rounds.count
            if index == rounds.count { rounds.append(ReadPlan()) }
            rounds[index].add(field, at: steps)
        }
        var statements: [SwiftLine] = []
        for round in rounds {
            if !statements.isEmpty { statements.append("object.rewind()") }
            statements += readStatements(for: round)
        }
        for field in fields where field.isInline {
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
        let isNull = field.isNullable && !field.type.isOptional
        let label: SwiftCode = isNull ? "nullable: " : field.isSecret ? "secret: " : ""
        var arguments: [SwiftCode] = ["\(label)\(JSONName.literal(name))"]
        if let format = field.formatArgument { arguments.append(format) }
        if isNull, field.isSecret { arguments.append("isSecret: true") }
        if let value = defaultArgument(field) { arguments.append(value) }
        return .call("self.\(Identifier(field.name.swift)) = try object.read(", arguments)
    }

    /// What is read where the value is missing.
    func defaultArgument(_ field: Field) -> SwiftCode? {
        field.defaultValue == nil ? nil : types.defaultValue(of: field).map { "default: \($0)" }
    }
}

/// The members of one JSON object that a shape reads, in order.
private struct ReadPlan {
    enum Content {
        case value(Field)
        case object(ReadPlan)
    }

    var members: [(name: String, content: Content)] = []

    /// Whether nothing on the way is read as a value already, nor the end of the way as an object.
    func canAdd(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first, let member = members.first(where: { $0.name == name }) else { return true }
        switch member.content {
        case .value: return false
        case .object(let plan): return path.count > 1 && plan.canAdd(path.dropFirst())
        }
    }

    mutating func add(_ field: Field, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            members.append((name, .value(field)))
            return
        }
        let index = members.firstIndex { $0.name == name } ?? members.count
        if index == members.count { members.append((name, .object(ReadPlan()))) }
        guard case .object(var plan) = members[index].content else { return }
        plan.add(field, at: path.dropFirst())
        members[index].content = .object(plan)
    }
}
