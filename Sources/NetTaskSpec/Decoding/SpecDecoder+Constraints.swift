/// Decodes constraints, such as `minimum:`, and checks them against the type.
extension KeyReader {
    func constraint(_ node: YAMLNode, _ kind: Constraints.Kind) -> Constraints.Value? {
        switch kind {
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
            if let value = node.text.flatMap(kind.value) { return value }
            let noun = kind == .multipleOf ? "a number above zero" : "a number such as `0.5`"
            return at(node.range, .wrongKind).error("`\(kind.rawValue)` must be \(noun), not \(node.written)").none()
        case .pattern:
            guard let text = text(node, kind.rawValue) else { return nil }
            guard case .pattern(_, let swift) = kind.value(text) else { return nil }
            if swift == nil {
                at(node.range, .unsupportedPattern).warning("the pattern \(text.quotedForMessage) is not checked")
                    .note("write it without lookbehind, backreferences and inline flags")
            }
            return .pattern(text, swift: swift)
        case .uniqueItems: return bool(node, kind.rawValue) == true ? .unique : nil
        default: return count(node, kind.rawValue).map { .count($0) }
        }
    }
}

extension SpecDecoder {
    func checkConstraints(_ field: Field, _ type: TypeReference) {
        guard !field.constraints.isEmpty else { return }
        for entry in field.constraints.entries {
            guard let place = field.place(of: entry.kind.rawValue) else { continue }
            if field.place(of: "transform") != nil {
                at(place, .invalidConstraint).error("`\(entry.kind.rawValue)` cannot be used with `transform`")
                    .note("check the value in the function")
            } else if !entry.kind.applies(to: type, isEnumeration: { shapes.cases(of: $0) != nil }) {
                at(place, .invalidConstraint)
                    .error("`\(entry.kind.rawValue)` cannot be used with `\(type)`: it is for \(entry.kind.noun)")
            } else if let value = field.defaultValue, entry.isViolated(by: value),
                let node = field.entry("default")?.value
            {
                at(node.range, .invalidDefault)
                    .error("the default violates `\(entry.kind.rawValue): \(entry.value.text)`")
            }
        }
        guard let (first, second) = field.constraints.contradiction, let place = field.place(of: first.rawValue) else {
            return
        }
        at(place, .invalidConstraint)
            .error("no value satisfies both `\(first.rawValue)` and `\(second.rawValue)`")
            .note("the other one", at: field.place(of: second.rawValue) ?? place)
    }
}

extension Constraints.Kind {
    fileprivate var noun: String {
        switch self {
        case .uniqueItems: "lists of single values"
        case .minItems, .maxItems: "lists"
        case .minProperties, .maxProperties: "dictionaries"
        case .minLength, .maxLength, .pattern: "text"
        default: "numbers"
        }
    }
}
