import NetTaskSpec

extension SwiftModelBuilder {
    /// The statements that read a shape, in the order of the spec. Fields from deeper inside are read when the first of
    /// those from the same object is due, so that the reader goes through the text once.
    func readStatements(for fields: [Field], indentation: Int) -> [SwiftCode] {
        var rounds: [ReadPlan] = []
        for field in fields where field.isRead && !field.isInline {
            let steps = field.path[...]
            // What is read once, as a value or as an object, is behind the reader.
            let index = rounds.firstIndex { $0.canAdd(steps) } ?? rounds.count
            if index == rounds.count { rounds.append(ReadPlan()) }
            rounds[index].add(field, at: steps)
        }
        var statements: [SwiftCode] = []
        for round in rounds {
            if !statements.isEmpty { statements.append("object.rewind()") }
            statements += readStatements(for: round, indentation: indentation)
        }
        for field in fields where field.isInline {
            statements.append("self.\(Identifier(field.name.swift)) = try object.readInline()")
        }
        for field in fields where !field.isRead {
            let value = types.defaultValue(of: field) ?? .code("nil")
            statements += CodeLayout(indentation: indentation)
                .assignment("self.\(Identifier(field.name.swift))", CodeLayout.Argument("", value).code)
        }
        return statements
    }

    private func readStatements(for plan: ReadPlan, indentation: Int) -> [SwiftCode] {
        plan.members.flatMap { member in
            switch member.content {
            case .value(let field):
                return readStatement(for: field, name: member.name, indentation: indentation)
            case .object(let plan):
                let name = CodeLayout.Argument("", JSONName.literal(member.name))
                return CodeLayout(indentation: indentation).call("try object.enter(", [name])
                    + readStatements(for: plan, indentation: indentation)
                    + ["try object.leave()"]
            }
        }
    }

    private func readStatement(for field: Field, name: String, indentation: Int) -> [SwiftCode] {
        let isNull = field.isNullable && !field.type.isOptional
        let label: SwiftCode = isNull ? "nullable: " : field.isSecret ? "secret: " : ""
        var arguments = [CodeLayout.Argument(label, JSONName.literal(name))]
        if let format = field.format { arguments.append(CodeLayout.Argument("format: ", format.code)) }
        if isNull, field.isSecret { arguments.append(.init("isSecret: ", "true")) }
        if field.defaultValue != nil, let value = types.defaultValue(of: field) {
            arguments.append(CodeLayout.Argument("default: ", value))
        }
        return CodeLayout(indentation: indentation)
            .call("self.\(Identifier(field.name.swift)) = try object.read(", arguments)
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
