import NetTaskSpec

extension SwiftModelBuilder {
    /// The functions of a shape that check its constraints; empty if no validated request contains them.
    func validationFunctions(of shape: Shape) -> [[SwiftLine]] {
        guard validation.shapes.contains(shape.name.written) else { return [] }
        if let alternatives = shape.alternatives { return [validationFunction(checks(of: alternatives))] }
        return [validationFunction((shape.fields ?? []).flatMap { checks(of: $0) })]
    }

    /// The function of a task that checks its params; empty if it checks nothing.
    func validationFunctions(of endpoint: Endpoint) -> [[SwiftLine]] {
        guard validation.checks(endpoint) else { return [] }
        let holders = Set(endpoint.holders.map(\.name.swift))
        let checks = endpoint.members.flatMap { self.checks(of: $0, isWhole: holders.contains($0.name.swift)) }
        return [validationFunction(checks)]
    }

    private func validationFunction(_ checks: [SwiftLine]) -> [SwiftLine] {
        .braces("\(access)func validate(into validator: inout ParameterValidator) {", checks)
    }

    /// The statements for a field.
    ///
    /// - Parameter isWhole: Whether the members of the value are members of the request.
    private func checks(of field: Field, isWhole: Bool = false) -> [SwiftLine] {
        guard field.isChecked else { return [] }
        let name = Identifier(field.name.swift)
        let value: SwiftCode = name.name == "validator" ? "self.\(name)" : "\(name)"
        let wireName: SwiftCode = "\(StringLiteral(field.wireName))"
        if isWhole || field.isInline {
            guard validation.holds(field.type) else { return [] }
            // The names of secret members are secret too, so the path of a violation ends at the property.
            if field.isSecret { return [.call("validator.check(", [wireName, value, "isSecret: true"])] }
            return ["validator.check(\(value))"]
        }
        let constraints = field.constraints.entries.filter(\.isChecked)
        let ofValues = constraints.filter { [.number, .text].contains($0.kind.subject) }
        var checks: [SwiftLine] = []
        // The elements of a list are in the property `value` of `Nullable`.
        let held: SwiftCode = field.isNullable && field.type.isOptional ? "\(value).value" : value
        let isOptional = field.type.isOptional || field.isNullable
        let ofCount = constraints.filter { ![.number, .text].contains($0.kind.subject) && $0.kind != .uniqueItems }
        if !ofCount.isEmpty {
            let count: SwiftCode = isOptional ? "\(held)?.count" : "\(held).count"
            checks.append(.call("validator.checkCount(", [wireName, count] + ofCount.map(\.argument)))
        }
        if constraints.contains(where: { $0.kind == .uniqueItems }) {
            checks.append("validator.checkUnique(\(wireName), \(held))")
        }
        if !ofValues.isEmpty || validation.holds(field.type) {
            let secret: [SwiftCode] = field.isSecret ? ["isSecret: true"] : []
            checks.append(.call("validator.check(", [wireName, value] + ofValues.map(\.argument) + secret))
        }
        return checks
    }

    private func checks(of alternatives: Alternatives) -> [SwiftLine] {
        let checked = alternatives.cases.filter { validation.holds($0.type) }
        let cases: [SwiftLine] = checked.map {
            "case .\(Identifier($0.name.swift))(let value): validator.check(value)"
        }
        let isWhole = checked.count == alternatives.cases.count && alternatives.discriminator == nil
        return ["switch self {"] + cases + (isWhole ? [] : ["default: break"]) + ["}"]
    }
}

extension Constraints.Entry {
    /// Whether generated code can check it.
    fileprivate var isChecked: Bool {
        if case .pattern(_, nil) = value { false } else { true }
    }

    fileprivate var argument: SwiftCode {
        let label = Identifier(kind.rawValue)
        return switch value {
        case .number(let text): "\(label): \(literal(text))"
        case .count(let count): "\(label): \(NumberLiteral(count))"
        case .pattern(let text, let swift): "\(label): \(StringLiteral(swift ?? text))"
        case .unique: "\(label): true"
        }
    }

    /// A whole number above the range of `Int` has a fraction, so that it is a `Double`.
    private func literal(_ text: String) -> NumberLiteral {
        if let integer = ScalarKind.integer(text) { return NumberLiteral(integer) }
        let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        return NumberLiteral(isWhole ? text + ".0" : text) ?? NumberLiteral(0)
    }
}
