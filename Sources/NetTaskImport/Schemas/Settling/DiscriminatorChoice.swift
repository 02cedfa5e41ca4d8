import NetTaskSpec

/// Decides whether a member of the JSON tells alternatives apart: the one that the document names, or one that has another
/// single value in each.
struct DiscriminatorChoice {
    private let settlement: ShapeSettlement

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    /// The alternatives with their discriminator; nil where nothing tells them apart.
    func told(_ alternatives: AlternativesDraft, _ name: String) -> AlternativesDraft? {
        let types = alternatives.cases.map(\.type)
        if let reading = settlement.origins[name]?.discriminator {
            if let told = told(types, by: reading) {
                reading.carry()
                return told
            }
            reading.value.leaveOut("the alternatives are not all objects that have it as a text")
        }
        let fields = types.first.flatMap { settlement.fields($0) } ?? []
        for field in fields {
            let values = types.map { onlyValue(of: field.wireName, in: $0).map { [$0] } ?? [] }
            if let told = draft(types, values, field.wireName) { return told }
        }
        return nil
    }

    private func told(_ types: [DraftType], by reading: DiscriminatorReading) -> AlternativesDraft? {
        guard let property = reading.property, !property.isEmpty, types.count == reading.names.count else { return nil }
        let values = types.indices.map { index in
            let mapped = reading.mapped[index].map(\.text)
            if !mapped.isEmpty { return mapped }
            return [onlyValue(of: property, in: types[index]) ?? reading.names[index]].compactMap { $0 }
        }
        return draft(types, values, property)
    }

    /// nil where the language does not take it.
    private func draft(_ types: [DraftType], _ values: [[String]], _ property: String) -> AlternativesDraft? {
        guard values.allSatisfy({ !$0.isEmpty }), types.allSatisfy({ canHave(property, $0) }) else { return nil }
        var taken: Set<String> = []
        var cases: [(name: String, value: String?, type: DraftType)] = []
        for (type, values) in zip(types, values) {
            for value in values {
                guard let name = CamelCase.lowerCamel(value), isCase(name), taken.insert(name).inserted else {
                    return nil
                }
                cases.append((name, value, type))
            }
        }
        guard !taken.isSuperset(of: ["unknown", "unrecognized"]) else { return nil }
        return AlternativesDraft(cases: cases, discriminator: property)
    }

    private func isCase(_ name: String) -> Bool {
        name.unicodeScalars.count <= YAMLBudget.identifierLength && !ReservedNames.cases.contains(name)
            && name.unicodeScalars.first?.properties.isUppercase == false && settlement.shape(named: name) == nil
    }

    /// Whether a type is an object that has the member as a text, or does not name it.
    private func canHave(_ property: String, _ type: DraftType) -> Bool {
        guard let fields = settlement.fields(type) else { return false }
        guard let field = fields.first(where: { $0.wireName == property }) else { return true }
        guard field.isRequired, !field.isNullable, field.only == nil else { return false }
        return field.type == .string || settlement.enumeration(field.type)?.isOfIntegers == false
    }

    /// The only text that a required member can be.
    private func onlyValue(of property: String, in type: DraftType) -> String? {
        guard let field = settlement.fields(type)?.first(where: { $0.wireName == property }), field.isRequired,
            let enumeration = settlement.enumeration(field.type), enumeration.cases.count == 1,
            !enumeration.isOfIntegers
        else { return nil }
        return enumeration.cases[0].value
    }
}
