import NetTaskSpec

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
