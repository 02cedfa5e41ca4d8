/// Reads `oneOf:`: a list of types, or a map of names to types.
struct AlternativesReader {
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    /// - Parameter discriminator: The member that tells the alternatives apart, if there is one.
    func alternatives(_ node: YAMLNode, of shape: String, discriminator: String?) -> [LocatedAlternative] {
        let listed: [(key: YAMLNode.Entry?, type: YAMLNode)]
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
        let alternatives = listed.compactMap { key, type in
            alternative(key, type, hasDiscriminator: discriminator != nil)
        }
        NameClashes.check(alternatives.map(\.alternative.name), noun: "case", diagnostics)
        return alternatives
    }

    private func alternative(
        _ key: YAMLNode.Entry?,
        _ node: YAMLNode,
        hasDiscriminator: Bool
    ) -> LocatedAlternative? {
        guard !node.isMissing else {
            diagnostics.error("a type is missing here", at: key?.keyRange ?? node.range)
            return nil
        }
        guard let type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(node) else { return nil }
        guard check(type, node.range, hasDiscriminator), let name = name(key, type, node.range, hasDiscriminator) else {
            return nil
        }
        let value = hasDiscriminator ? key?.key ?? "\(type)" : nil
        let alternative = Alternative(name: name, type: type, value: value)
        return LocatedAlternative(alternative: alternative, typeRange: node.range)
    }

    private func check(_ type: TypeReference, _ range: SourceRange, _ hasDiscriminator: Bool) -> Bool {
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

    /// The name of the case: the key, or what the type is called.
    private func name(
        _ key: YAMLNode.Entry?,
        _ type: TypeReference,
        _ range: SourceRange,
        _ hasDiscriminator: Bool
    ) -> Name? {
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
        guard hasDiscriminator else { return checked(Name(key.key, place: key.keyRange)) }
        guard let swift = CamelCase.lowerCamel(key.key) else {
            diagnostics.error(
                "\(key.key.quotedForMessage) cannot become the Swift name of a case",
                at: key.keyRange,
                notes: [.init("a name needs a letter at its start", at: key.keyRange)]
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
