import NetTaskSpec

/// Schemas that narrow others: parts of `allOf` for the same values.
extension SchemaImporter {
    /// The maximum number of schemas that are combined for one property, and of combinations in one import. Without a limit, two
    /// cycles of schemas could have endless combinations.
    private static let (combinedLimit, combinationsLimit) = (16, 10_000)

    /// Returns the schema of a property that two parts of an object have. Returns the later schema if it includes the earlier
    /// one, and otherwise a schema with both in its `allOf`.
    func combined(_ earlier: DocumentValue, _ later: DocumentValue) -> DocumentValue {
        if let first = earlier.referredToTheEnd, let second = later.referredToTheEnd, isNarrower(second, first) {
            if first.range == second.range || earlier["$ref"] != nil {
                earlier["$ref"]?.carry()
                return later
            }
        }
        let known = run.combined[earlier.range] ?? [earlier]
        let parts =
            known
            + (run.combined[later.range] ?? [later]).filter { part in
                !known.contains { $0.range == part.range }
            }
        guard parts.count > known.count else { return earlier }
        let key = parts.map(\.range)
        if let schema = combinations[key] { return schema }
        guard parts.count <= Self.combinedLimit, combinations.count < Self.combinationsLimit else {
            earlier.leaveOut(.contradicted)
            return later
        }
        // The combined schema needs its own place. The place starts at the last part, which is not combined itself.
        var place = parts[parts.count - 1].range
        place.end.column += combinations.count + 1
        let list = YAMLNode(content: .sequence(parts.map(\.node)), range: place)
        let entry = YAMLNode.Entry(key: "allOf", keyRange: place, value: list)
        let node = YAMLNode(content: .mapping([entry]), range: place)
        let schema = DocumentValue(node: node, path: later.path, run: run)
        run.combined[place] = parts
        combinations[key] = schema
        return schema
    }

    /// Whether a schema equals another one, extends it, or is one of its alternatives.
    private func isNarrower(_ schema: DocumentValue, _ other: DocumentValue) -> Bool {
        if schema.range == other.range || shared.isDescendant(schema, of: other) { return true }
        let choices = Set(other.choices.compactMap(\.referredToTheEnd?.range))
        let own = schema.choices.isEmpty ? [schema] : schema.choices.compactMap(\.referredToTheEnd)
        return !own.isEmpty && own.allSatisfy { choices.contains($0.range) }
    }
}

extension SchemaType {
    /// Returns the type for the values of both types. If both have an annotation, it keeps the one of this type. Returns `nil` if
    /// the types contradict each other.
    func narrowed(by earlier: SchemaType, _ enumerations: [String: [EnumerationCase]]) -> SchemaType? {
        var result = self
        if !enumerations.includes(earlier.type, type) {
            guard enumerations.includes(type, earlier.type) else { return nil }
            (result.type, result.format) = (earlier.type, earlier.format)
        }
        result.description = description ?? earlier.description
        if result.type == earlier.type { result.defaultValue = defaultValue ?? earlier.defaultValue }
        result.isSecret = isSecret || earlier.isSecret
        result.isDeprecated = isDeprecated || earlier.isDeprecated
        result.only = only ?? earlier.only
        return result
    }
}

extension [String: [EnumerationCase]] {
    /// Whether all values of one type are values of another type.
    fileprivate func includes(_ wide: TypeReference, _ narrow: TypeReference) -> Bool {
        switch (wide, narrow) {
        case (.array(let wide), .array(let narrow)), (.dictionary(let wide), .dictionary(let narrow)):
            return includes(wide, narrow)
        case (.optional(let wide), _):
            return includes(wide, narrow.unwrapped)
        case (.dictionary(.jsonValue), .shape(let name)):
            return self[name] == nil
        case (.scalar(let scalar), .shape(let name)) where scalar != .jsonValue:
            guard let value = self[name]?.first?.value else { return false }
            return value.isInteger ? scalar == .double || scalar.integerBits != nil : scalar == .string
        case (.shape(let wide), .shape(let narrow)) where wide != narrow:
            guard let wide = self[wide], let narrow = self[narrow] else { return false }
            return Set(narrow.map(\.value)).isSubset(of: wide.map(\.value))
        default:
            return TypeCover([:]).covers(wide, narrow)
        }
    }
}
