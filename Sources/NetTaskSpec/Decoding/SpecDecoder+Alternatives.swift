/// Reads `oneOf:`, a list of types, or a map of names to types.
extension SpecDecoder {
    /// - Parameter hasDiscriminator: Whether a member of the object tells the alternatives apart.
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
                .error("the shape \(shape.quotedForMessage) has no alternatives")
        }
        let alternatives = listed.compactMap { key, node in alternative(key, node, hasDiscriminator) }
        checkClashes(alternatives.map(\.name), noun: "case")
        checkValues(alternatives)
        return alternatives
    }

    /// One alternative, written as a type alone (`cat: Cat`) or as a map of keys.
    private func alternative(_ key: YAMLNode.Entry?, _ node: YAMLNode, _ hasDiscriminator: Bool) -> Alternative? {
        let place = key?.keyRange ?? node.range
        if node.isMissing { return at(place, .missingType).error("a type is missing here").none() }
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
                    .error("`value` is what a `discriminator` says, and this shape has none")
                    .note("name the member of the object that has it: `discriminator: type`").none()
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
            at(range, .invalidOptional).error("an alternative cannot be optional, as `\(type)` is")
                .note("make the field optional that has this shape as its type")
            return false
        }
        if type.innermost == .scalar(.file) {
            at(range, .misplacedFile).error(ParamPlacement.fileProblem)
            return false
        }
        guard hasDiscriminator else { return true }
        if case .shape(let name) = type, shapes.kind(of: name) == .object { return true }
        at(range, .invalidDiscriminator)
            .error("with a discriminator each alternative must be a shape with fields, and `\(type)` is none")
            .note("a shape is read by its discriminator only if it is an object of its own")
        return false
    }

    // MARK: Values of the discriminator

    /// nil, and reported, where they are no texts or whole numbers.
    private func discriminatorValues(_ node: YAMLNode) -> [EnumerationCase.Value]? {
        var nodes = [node]
        if case .sequence(let items) = node.content { nodes = items }
        var values: [EnumerationCase.Value] = []
        for node in nodes {
            guard let text = node.text, !node.isMissing else {
                return at(node.range, .wrongKind)
                    .error("`value` must be a text or a whole number, not \(node.kind)").none()
            }
            values.append(node.wholeNumber.map { .integer($0) } ?? .string(text))
        }
        return values.isEmpty ? at(node.range, .emptyValue).error("`value` has no values").none() : values
    }

    /// All are of one kind, and each stands for one alternative.
    private func checkValues(_ alternatives: [Alternative]) {
        var first: [EnumerationCase.Value: SourceRange] = [:]
        let kind = alternatives.first?.values.first
        for alternative in alternatives {
            for value in alternative.values {
                if let kind, kind.isInteger != value.isInteger {
                    at(alternative.valuePlace, .mixedValues).error(
                        "the values of a discriminator must be all texts or all whole numbers"
                    )
                    .note("quote it if it is text")
                    return
                }
                if let other = first[value] {
                    at(alternative.valuePlace, .duplicateValue).error(
                        "the value \(value.text.quotedForMessage) stands for two alternatives"
                    )
                    .note("the other one is here", at: other)
                } else {
                    first[value] = alternative.valuePlace
                }
            }
        }
    }

    // MARK: Names

    /// The name of the case: the key, or what the type is called.
    ///
    /// - Parameter isExact: Whether the key is a name of Swift, and not a value of the discriminator.
    private func caseName(_ key: YAMLNode.Entry?, _ type: TypeReference, _ range: SourceRange, isExact: Bool) -> Name? {
        guard let key else {
            switch type {
            case .scalar, .shape:
                return checked(Name("\(type)", swift: CamelCase.propertyName(forType: "\(type)"), place: range))
            case .array, .dictionary, .optional:
                return at(range, .invalidName).error("there is no name for the alternative `\(type)`")
                    .note("name the alternatives: `oneOf: {many: \"\(type)\"}`").none()
            }
        }
        if isExact { return checked(Name(key.key, place: key.keyRange)) }
        guard let swift = CamelCase.lowerCamel(key.key) else {
            return at(key.keyRange, .invalidName)
                .error("\(key.key.quotedForMessage) cannot become the Swift name of a case")
                .note("name the case: `someName: {type: \(type), value: \(key.key)}`").none()
        }
        return checked(Name(key.key, swift: swift, place: key.keyRange))
    }

    private func checked(_ name: Name) -> Name? {
        guard checkLength(name.swift, at: name.place) else { return nil }
        guard SwiftIdentifier.isValid(name.swift), name.swift.unicodeScalars.first?.isCapital == false else {
            let become = CamelCase.lowerCamel(name.swift).map { ", such as `\($0)`" } ?? ""
            return at(name.place, .invalidName)
                .error("\(name.swift.quotedForMessage) cannot be the Swift name of a case")
                .note("a case has a name that begins with a small letter\(become)").none()
        }
        guard !ReservedNames.cases.contains(name.swift), shapes.kind(of: name.swift) == nil else {
            return at(name.place, .reservedName)
                .error("a case cannot be called `\(name.swift)`, which means something else in Swift here")
                .note("name the alternatives: `oneOf: {\(name.swift)Value: …}`").none()
        }
        return name
    }
}

extension YAMLNode {
    /// The whole number that this is if it is written without quotes.
    package var wholeNumber: Int? {
        if case .scalar(let scalar) = content, scalar.isPlain { ScalarKind.integer(scalar.text) } else { nil }
    }
}
