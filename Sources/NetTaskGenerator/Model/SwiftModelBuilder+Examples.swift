import NetTaskSpec

/// What a spec gives as an example of a type: `static let example`.
struct SwiftExample {
    /// With the client's name before it.
    var type: SwiftCode
    /// What stands before the extension of the type.
    var attributes: [SwiftLine] = []
    var access: SwiftCode
    var value: SwiftLine
}

extension SwiftModelBuilder {
    /// The examples of these types, as far as they have one and the spec asks for it.
    func examples(_ shapes: [Shape], _ endpoints: [Endpoint]) -> [SwiftExample] {
        guard spec.hasExamples else { return [] }
        return shapes.compactMap { shape in
            example(of: shape).map {
                SwiftExample(
                    type: "\(namespace).\(Identifier(type: shape.name.swift))",
                    attributes: shape.attributes.availability,
                    access: access,
                    value: $0
                )
            }
        }
            + endpoints.compactMap { endpoint in
                example(of: endpoint).map {
                    SwiftExample(
                        type: "\(namespace).\(endpoint.typeName)",
                        // The name of what is deprecated is a warning anywhere else.
                        attributes: endpoint.attributes.availability
                            + (endpoint.deprecation == nil ? [] : ["@available(*, deprecated)"]),
                        access: access,
                        value: $0
                    )
                }
            }
    }

    /// The expression, inside of the type; nil if it has no example.
    func example(of shape: Shape) -> SwiftLine? {
        guard let example = shape.example else { return nil }
        if let fields = shape.fields { return .call("Self(", arguments(example, fields)) }
        return SwiftLine(value(example, .shape(shape.name.written)))
    }

    func example(of endpoint: Endpoint) -> SwiftLine? {
        endpoint.example.map { .call("Self(", arguments($0, endpoint.members)) }
    }

    private func arguments(_ example: Example, _ fields: [Field]) -> [SwiftCode] {
        guard case .members(let members) = example else { return [] }
        let examples = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        return fields.compactMap { field in
            examples[field.name.swift].map { "\(Identifier(field.name.swift).label): \(value($0, of: field))" }
        }
    }

    private func value(_ example: Example, of field: Field) -> SwiftCode {
        guard field.isNullable else { return value(example, field.type) }
        guard field.type.isOptional else { return value(example, .optional(field.type)) }
        return example == .null ? ".null" : ".value(\(value(example, field.type.unwrapped)))"
    }

    private func value(_ example: Example, _ type: TypeReference) -> SwiftCode {
        switch (example, type.unwrapped) {
        case (.null, _): "nil"
        case (.ofShape, let type): "\(name(of: type)).example"
        case (.value(let value), _): types.code(for: value, type)
        case (.list(let values), .array(let element)):
            "[\(values.map { value($0, element) }.joined(separator: ", "))]"
        case (.members(let members), .dictionary(let element)):
            members.isEmpty
                ? "[:]"
                : "[\(members.map { "\(StringLiteral($0.name)): \(value($0.value, element))" }.joined(separator: ", "))]"
        case (.members(let members), .shape(let name)): shape(example, members, name)
        case (.list, _), (.members, _): "nil"  // the reader of specs makes none
        }
    }

    /// An object, or one of several types.
    private func shape(_ example: Example, _ members: [Example.Member], _ name: String) -> SwiftCode {
        let code = self.name(of: .shape(name))
        guard let alternatives = shapes[name]?.alternatives else {
            return "\(code)(\(arguments(example, shapes[name]?.fields ?? []).joined(separator: ", ")))"
        }
        let cases = members.compactMap { member in
            alternatives.cases.first { $0.name.swift == member.name }.map { alternative in
                "\(code).\(Identifier(member.name))(\(value(member.value, alternative.type)))" as SwiftCode
            }
        }
        return cases.joined(separator: "")
    }

    /// In full: an extension of a type in the client does not see the other types of the client.
    private func name(of type: TypeReference) -> SwiftCode {
        let code = types.code(for: type)
        return types.generated.contains(code.text) && !type.isBodyOfTask ? "\(namespace).\(code)" : code
    }
}
