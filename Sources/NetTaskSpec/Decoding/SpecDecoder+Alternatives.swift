/// Decodes `oneOf:`, a list of types, or a map of names to types.
extension SpecDecoder {
    /// - Parameter hasDiscriminator: Whether a member of the object identifies the alternative.
    func alternatives(_ node: YAMLNode, of shape: String, hasDiscriminator: Bool) -> [Alternative] {
        let listed: [(key: YAMLNode.Entry?, node: YAMLNode)]
        switch node.content {
        case .sequence(let items): listed = items.map { (nil, $0) }
        case .mapping(let entries): listed = entries.map { ($0, $0.value) }
        case .scalar:
            at(node.range, .wrongKind).error("`oneOf` must be a list of types or a map of names to types")
            return []
        }
        if listed.isEmpty {
            at(node.range, .emptyValue)
                .error("the `oneOf` of the shape \(shape.quotedForMessage) is empty")
        }
        let alternatives = listed.compactMap { key, node in alternative(key, node, hasDiscriminator) }
        checkClashes(alternatives.map(\.name), noun: "case")
        checkValues(alternatives)
        return alternatives
    }

    /// One alternative, written as a type alone (`cat: Cat`) or as a map of keys.
    private func alternative(_ key: YAMLNode.Entry?, _ node: YAMLNode, _ hasDiscriminator: Bool) -> Alternative? {
        let place = key?.keyRange ?? node.range
        if node.isMissing { return at(place, .missingType).error("missing type").none() }
        guard node.isMap else { return alternative(key, type: node, value: nil, hasDiscriminator) }
        let subject = key.map { "the alternative \($0.key.quotedForMessage)" } ?? "an alternative"
        let entry = key ?? YAMLNode.Entry(key: "", keyRange: place, value: node)
        guard let keys = keys(entry, SpecLanguage.alternative, subject: subject), let type = keys["type"] else {
            return nil
        }
        guard var alternative = alternative(key, type: type, value: keys.entry("value"), hasDiscriminator) else {
            return nil
        }
        keys.read(into: &alternative)
        return alternative
    }

    private func alternative(
        _ key: YAMLNode.Entry?,
        type node: YAMLNode,
        value: YAMLNode.Entry?,
        _ hasDiscriminator: Bool
    ) -> Alternative? {
        guard let type = type(node), canBeAlternative(type, node.range, hasDiscriminator),
            let name = caseName(key, type, node.range, isExact: !hasDiscriminator || value != nil)
        else { return nil }
        var alternative = Alternative(name: name, type: type)
        if let value {
            guard hasDiscriminator else {
                return at(value.keyRange, .invalidDiscriminator)
                    .error("`value` needs a `discriminator`, which this shape does not have")
                    .note("add the member of the object that contains it: `discriminator: type`").none()
            }
            guard let values = discriminatorValues(value.value) else { return nil }
            alternative.values = values
        } else if hasDiscriminator {
            alternative.values = [.string(key?.key ?? "\(type)")]
        }
        alternative.typePlace = node.range
        alternative.valuePlace = value?.value.range ?? name.place
        return alternative
    }

    private func canBeAlternative(_ type: TypeReference, _ range: SourceRange, _ hasDiscriminator: Bool) -> Bool {
        if type.isOptional {
            at(range, .invalidOptional).error("an alternative cannot be optional: `\(type)`")
                .note("make the field with this shape optional")
            return false
        }
        if type.innermost == .scalar(.file) {
            at(range, .misplacedFile).error(ParamPlacement.fileProblem)
            return false
        }
        guard hasDiscriminator else { return true }
        if case .shape(let name) = type, shapes.kind(of: name) == .object { return true }
        at(range, .invalidDiscriminator)
            .error("with a discriminator, each alternative must be a shape with fields, but `\(type)` is not")
            .note("a discriminator is a member of the object that the alternative reads")
        return false
    }

    // MARK: Values of the discriminator

    /// `nil`, after a diagnostic, if they are not texts or whole numbers.
    private func discriminatorValues(_ node: YAMLNode) -> [EnumerationCase.Value]? {
        var nodes = [node]
        if case .sequence(let items) = node.content { nodes = items }
        var values: [EnumerationCase.Value] = []
        for node in nodes {
            guard let text = node.text, !node.isMissing else {
                return at(node.range, .wrongKind)
                    .error("`value` must be text or a whole number, not \(node.kind)").none()
            }
            values.append(node.wholeNumber.map { .integer($0) } ?? .string(text))
        }
        return values.isEmpty ? at(node.range, .emptyValue).error("`value` is empty").none() : values
    }

    /// Checks that all are of one kind, and that each identifies one alternative.
    private func checkValues(_ alternatives: [Alternative]) {
        var first: [EnumerationCase.Value: SourceRange] = [:]
        let kind = alternatives.first?.values.first
        for alternative in alternatives {
            for value in alternative.values {
                if let kind, kind.isInteger != value.isInteger {
                    at(alternative.valuePlace, .mixedValues).error(
                        "the values of a discriminator must be all text or all whole numbers"
                    )
                    .note("if it is text, write it in quotes")
                    return
                }
                if let other = first[value] {
                    at(alternative.valuePlace, .duplicateValue).error(
                        "two alternatives have the value \(value.text.quotedForMessage)"
                    )
                    .note("the other one", at: other)
                } else {
                    first[value] = alternative.valuePlace
                }
            }
        }
    }

    // MARK: Names

    /// The name of the case: the key, or a name derived from the type.
    ///
    /// - Parameter isExact: Whether the key is a Swift name, and not a value of the discriminator.
    private func caseName(_ key: YAMLNode.Entry?, _ type: TypeReference, _ range: SourceRange, isExact: Bool) -> Name? {
        guard let key else {
            switch type {
            case .scalar, .shape:
                return checked(Name("\(type)", swift: CamelCase.propertyName(forType: "\(type)"), place: range))
            case .array, .dictionary, .optional:
                return at(range, .invalidName).error("the alternative `\(type)` needs a name")
                    .note("add names to the alternatives: `oneOf: {many: \"\(type)\"}`").none()
            }
        }
        if isExact { return checked(Name(key.key, place: key.keyRange)) }
        guard let swift = CamelCase.lowerCamel(key.key) else {
            return at(key.keyRange, .invalidName)
                .error("\(key.key.quotedForMessage) cannot be converted to the Swift name of a case")
                .note("add a name: `someName: {type: \(type), value: \(key.key)}`").none()
        }
        return checked(Name(key.key, swift: swift, place: key.keyRange))
    }

    private func checked(_ name: Name) -> Name? {
        guard checkLength(name.swift, at: name.place) else { return nil }
        guard SwiftIdentifier.isValid(name.swift), name.swift.unicodeScalars.first?.isCapital == false else {
            let become = CamelCase.lowerCamel(name.swift).map { ", such as `\($0)`" } ?? ""
            return at(name.place, .invalidName)
                .error("\(name.swift.quotedForMessage) cannot be the Swift name of a case")
                .note("the name of a case begins with a lowercase letter\(become)").none()
        }
        guard !ReservedNames.cases.contains(name.swift), shapes.kind(of: name.swift) == nil else {
            return at(name.place, .reservedName)
                .error("a case cannot have the name `\(name.swift)`, which has a special meaning in Swift")
                .note("rename the alternative: `oneOf: {\(name.swift)Value: …}`").none()
        }
        return name
    }
}

extension YAMLNode {
    /// The whole number that this is without quotes.
    package var wholeNumber: Int? {
        if case .scalar(let scalar) = content, scalar.isPlain { ScalarKind.integer(scalar.text) } else { nil }
    }
}
