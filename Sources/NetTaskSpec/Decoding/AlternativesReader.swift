/// Reads `oneOf:`: a list of types, or a map of names to types.
struct AlternativesReader {
    let shapes: ShapeTable
    /// Whether a member of the object tells the alternatives apart.
    let hasDiscriminator: Bool
    let diagnostics: DiagnosticCollector

    func alternatives(_ node: YAMLNode, of shape: String) -> [LocatedAlternative] {
        let listed: [(key: YAMLNode.Entry?, node: YAMLNode)]
        switch node.content {
        case .sequence(let items): listed = items.map { (nil, $0) }
        case .mapping(let entries): listed = entries.map { ($0, $0.value) }
        case .scalar:
            diagnostics.error("`oneOf` must be a list of types or a map of names to types", at: node.range)
            return []
        }
        guard !listed.isEmpty else {
            diagnostics.error("the shape \(shape.quotedForMessage) has no alternatives", at: node.range)
            return []
        }
        let alternatives = listed.compactMap { key, node in alternative(key, node) }
        NameClashes.check(alternatives.map(\.alternative.name), noun: "case", diagnostics)
        checkValues(alternatives)
        return alternatives
    }

    /// One alternative, written as a type alone (`cat: Cat`) or as a map of keys.
    private func alternative(_ key: YAMLNode.Entry?, _ node: YAMLNode) -> LocatedAlternative? {
        guard !node.isMissing else {
            diagnostics.error("a type is missing here", at: key?.keyRange ?? node.range)
            return nil
        }
        guard case .mapping = node.content else { return alternative(key, type: node, value: nil) }
        let subject = key.map { "the alternative \($0.key.quotedForMessage)" } ?? "an alternative"
        let place = key?.keyRange ?? node.range
        guard let keys = MappingReader(node, SpecLanguage.alternative, subject: subject, place: place, diagnostics),
            let type = keys["type"]
        else { return nil }
        let values = ValueReader(diagnostics: diagnostics)
        var located = alternative(key, type: type, value: keys.entry("value"))
        located?.alternative.description = keys["description"].flatMap { values.text($0, "description") }
        located?.alternative.deprecation = keys["deprecated"].flatMap { values.deprecation($0) }
        return located
    }

    private func alternative(
        _ key: YAMLNode.Entry?,
        type node: YAMLNode,
        value: YAMLNode.Entry?
    ) -> LocatedAlternative? {
        guard let type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(node),
            check(type, node.range), let name = name(key, type, node.range, hasValue: value != nil)
        else { return nil }
        var alternative = Alternative(name: name, type: type)
        if let value {
            guard hasDiscriminator else {
                diagnostics.error(
                    "`value` is what a `discriminator` says, and this shape has none",
                    at: value.keyRange,
                    notes: [
                        .init("name the member of the object that has it: `discriminator: type`", at: value.keyRange)
                    ]
                )
                return nil
            }
            guard let values = values(value.value) else { return nil }
            alternative.values = values
        } else if hasDiscriminator {
            alternative.values = [.string(key?.key ?? "\(type)")]
        }
        return LocatedAlternative(
            alternative: alternative,
            typeRange: node.range,
            valueRange: value?.value.range ?? name.place
        )
    }

    // MARK: Values of the discriminator

    /// nil, and reported, where they are no texts or whole numbers.
    private func values(_ node: YAMLNode) -> [EnumerationCase.Value]? {
        var nodes = [node]
        if case .sequence(let items) = node.content { nodes = items }
        var values: [EnumerationCase.Value] = []
        for node in nodes {
            guard case .scalar(let scalar) = node.content, !node.isMissing else {
                diagnostics.error("`value` must be a text or a whole number, not \(node.kind)", at: node.range)
                return nil
            }
            values.append(
                scalar.isPlain
                    ? ScalarKind.integer(scalar.text).map { .integer($0) } ?? .string(scalar.text)
                    : .string(scalar.text)
            )
        }
        if values.isEmpty { diagnostics.error("`value` has no values", at: node.range) }
        return values.isEmpty ? nil : values
    }

    /// All are of one kind, and each stands for one alternative.
    private func checkValues(_ alternatives: [LocatedAlternative]) {
        var first: [EnumerationCase.Value: LocatedAlternative] = [:]
        let kind = alternatives.first?.alternative.values.first
        for located in alternatives {
            for value in located.alternative.values {
                if let kind, kind.isInteger != value.isInteger {
                    return diagnostics.error(
                        "the values of a discriminator must be all texts or all whole numbers",
                        at: located.valueRange,
                        notes: [.init("quote it if it is text", at: located.valueRange)]
                    )
                }
                if let other = first[value] {
                    diagnostics.error(
                        "the value \(value.text.quotedForMessage) stands for two alternatives",
                        at: located.valueRange,
                        notes: [.init("the other one is here", at: other.valueRange)]
                    )
                } else {
                    first[value] = located
                }
            }
        }
    }

    // MARK: Types

    private func check(_ type: TypeReference, _ range: SourceRange) -> Bool {
        if type.isOptional {
            diagnostics.error(
                "an alternative cannot be optional, as `\(type)` is",
                at: range,
                notes: [.init("make the field optional that has this shape as its type", at: range)]
            )
            return false
        }
        if type.innermost == .scalar(.file) {
            diagnostics.error(FileRule.message, at: range)
            return false
        }
        guard hasDiscriminator else { return true }
        if case .shape(let name) = type, shapes.isObject(name) { return true }
        diagnostics.error(
            "with a discriminator each alternative must be a shape with fields, and `\(type)` is none",
            at: range,
            notes: [.init("a shape is read by its discriminator only if it is an object of its own", at: range)]
        )
        return false
    }

    // MARK: Names

    /// The name of the case: the key, or what the type is called.
    private func name(_ key: YAMLNode.Entry?, _ type: TypeReference, _ range: SourceRange, hasValue: Bool) -> Name? {
        guard let key else {
            switch type {
            case .scalar, .shape:
                return checked(Name("\(type)", swift: CamelCase.propertyName(forType: "\(type)"), place: range))
            case .array, .dictionary, .optional:
                diagnostics.error(
                    "there is no name for the alternative `\(type)`",
                    at: range,
                    notes: [.init("name the alternatives: `oneOf: {many: \"\(type)\"}`", at: range)]
                )
                return nil
            }
        }
        guard hasDiscriminator, !hasValue else { return checked(Name(key.key, place: key.keyRange)) }
        guard let swift = CamelCase.lowerCamel(key.key) else {
            diagnostics.error(
                "\(key.key.quotedForMessage) cannot become the Swift name of a case",
                at: key.keyRange,
                notes: [.init("name the case: `someName: {type: \(type), value: \(key.key)}`", at: key.keyRange)]
            )
            return nil
        }
        return checked(Name(key.key, swift: swift, place: key.keyRange))
    }

    private func checked(_ name: Name) -> Name? {
        guard NameReader(diagnostics: diagnostics).checkLength(name.swift, at: name.place) else { return nil }
        guard SwiftIdentifier.isValid(name.swift), name.swift.unicodeScalars.first?.isCapital == false else {
            let become = CamelCase.lowerCamel(name.swift).map { ", such as `\($0)`" } ?? ""
            diagnostics.error(
                "\(name.swift.quotedForMessage) cannot be the Swift name of a case",
                at: name.place,
                notes: [.init("a case has a name that begins with a small letter\(become)", at: name.place)]
            )
            return nil
        }
        guard !ReservedNames.cases.contains(name.swift), !shapes.isShape(name.swift) else {
            diagnostics.error(
                "a case cannot be called `\(name.swift)`, which means something else in Swift here",
                at: name.place,
                notes: [.init("name the alternatives: `oneOf: {\(name.swift)Value: …}`", at: name.place)]
            )
            return nil
        }
        return name
    }
}

/// An alternative as read, with the places that later checks complain about.
struct LocatedAlternative {
    var alternative: Alternative
    var typeRange: SourceRange
    /// Where the values of the discriminator stand.
    var valueRange: SourceRange
}
