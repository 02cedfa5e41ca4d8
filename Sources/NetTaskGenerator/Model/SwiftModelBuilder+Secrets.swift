import NetTaskSpec

extension SwiftModelBuilder {
    /// What a task with secrets shows of itself, in the order of its properties.
    func mirror(of endpoint: Endpoint) -> [SwiftCode] {
        var properties = endpoint.params.map(ShownProperty.init)
        if let object = endpoint.requestObject {
            properties.insert(ShownProperty(name: object.name.swift, isOptional: false, isSecret: false), at: 0)
        }
        if let body = endpoint.body {
            properties.append(ShownProperty(name: "body", isOptional: body.isOptional, isSecret: false))
        }
        return mirror(of: properties, indentation: 20)
    }

    /// What a structure with secrets shows of itself.
    func mirror(of fields: [Field], indentation: Int) -> [SwiftCode] {
        mirror(of: fields.map(ShownProperty.init), indentation: indentation)
    }

    /// The entries of the dictionary literal; none if there is nothing to hide, and Swift can find the properties itself.
    private func mirror(of properties: [ShownProperty], indentation: Int) -> [SwiftCode] {
        guard properties.contains(where: \.isSecret) else { return [] }
        return CodeLayout(indentation: indentation).entries(properties.map { (StringLiteral($0.name), $0.value) })
    }
}

/// A property as its type's mirror has it.
private struct ShownProperty {
    var name: String
    var isOptional: Bool
    var isSecret: Bool

    var value: SwiftCode {
        if isSecret { return "RedactedValue()" }
        // Without a word the compiler warns of optionals that become `Any`.
        return isOptional ? "\(Identifier(name)) as Any" : "\(Identifier(name))"
    }
}

extension ShownProperty {
    fileprivate init(_ field: Field) {
        self.init(
            name: field.name.swift,
            isOptional: field.type.isOptional != field.isNullable,
            isSecret: field.isSecret
        )
    }
}
