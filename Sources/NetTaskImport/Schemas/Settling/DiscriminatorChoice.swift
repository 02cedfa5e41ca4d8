import NetTaskSpec

/// Decides whether a member of the JSON tells alternatives apart: the one that the document names, or one that has another
/// single value in each.
struct DiscriminatorChoice {
    private let settlement: ShapeSettlement

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    /// The alternatives with their discriminator, or any JSON where its values cannot be cases; nil where nothing tells them
    /// apart.
    func told(_ alternatives: AlternativesDraft, _ name: String) -> AlternativesDraft? {
        let types = alternatives.cases.map(\.type)
        guard let reading = settlement.origins[name]?.discriminator else { return found(types) }
        guard let property = reading.property, !property.isEmpty, types.count == reading.names.count,
            types.allSatisfy({ canHave(property, $0) })
        else {
            reading.value.leaveOut("the alternatives are not all objects that have it as a text")
            return found(types)
        }
        let values = values(of: types, by: reading, property)
        guard values.allSatisfy({ !$0.isEmpty }) else {
            reading.value.leaveOut("not all alternatives have a value or a name")
            return found(types)
        }
        do {
            let told = AlternativesDraft(cases: try cases(types, values), discriminator: property)
            reading.carry()
            for type in types { settlement.makeDiscriminator(property, of: type, reading.value) }
            return told
        } catch {
            reading.value.leaveOut(error.reason)
            if let found = found(types) { return found }
            // Tried in order, the first would be read in place of all others.
            reading.value.run.diagnostics.warning("\(error.reason); any JSON is taken here", at: reading.value.range)
            for schema in settlement.origins[name]?.alternatives ?? [] { schema.leaveOut("any JSON is taken here") }
            return AlternativesDraft(cases: [("other", nil, .jsonValue)], discriminator: nil)
        }
    }

    /// By a member that has another single value in each.
    private func found(_ types: [DraftType]) -> AlternativesDraft? {
        for field in types.first.flatMap({ settlement.fields($0) }) ?? [] {
            guard types.allSatisfy({ isSettled(field.wireName, $0) && canHave(field.wireName, $0) }) else { continue }
            let values = types.map { texts(of: field.wireName, in: $0) }
            guard values.allSatisfy({ $0.count == 1 }), let cases = try? cases(types, values) else { continue }
            return AlternativesDraft(cases: cases, discriminator: field.wireName)
        }
        return nil
    }

    /// Those that `mapping` has for each alternative, or else those that its member can have, or else its name.
    private func values(of types: [DraftType], by reading: DiscriminatorReading, _ property: String) -> [[String]] {
        let values = { (limit: Int) in
            types.indices.map { index in
                let mapped = reading.mapped[index].map(\.text)
                if !mapped.isEmpty { return mapped }
                let texts = texts(of: property, in: types[index])
                return !texts.isEmpty && texts.count <= limit ? texts : [reading.names[index]].compactMap { $0 }
            }
        }
        // A member that can have the values of all alternatives tells none of them.
        let all = values(Int.max)
        return Set(all.joined()).count == all.joined().count ? all : values(1)
    }

    /// Why there are no cases.
    private struct Unfit: Error {
        var reason: String
    }

    private func cases(
        _ types: [DraftType],
        _ values: [[String]]
    ) throws(Unfit) -> [(name: String, value: String?, type: DraftType)] {
        var taken: Set<String> = []
        var cases: [(name: String, value: String?, type: DraftType)] = []
        for (type, values) in zip(types, values) {
            for value in values {
                guard let name = CamelCase.lowerCamel(value), isCase(name) else {
                    throw Unfit(reason: "its value \(value.quotedForMessage) cannot be the name of a case")
                }
                guard taken.insert(name).inserted else {
                    throw Unfit(reason: "two of its values would be the case \(name.quotedForMessage)")
                }
                cases.append((name, value, type))
            }
        }
        guard !taken.isSuperset(of: ["unknown", "unrecognized"]) else {
            throw Unfit(reason: "its values leave no name for the case of unknown ones")
        }
        return cases
    }

    private func isCase(_ name: String) -> Bool {
        name.unicodeScalars.count <= YAMLBudget.identifierLength && !ReservedNames.cases.contains(name)
            && name.unicodeScalars.first?.properties.isUppercase == false && settlement.shape(named: name) == nil
    }

    /// Whether a type is an object that can have the member as a text, or does not name it.
    private func canHave(_ property: String, _ type: DraftType) -> Bool {
        guard let fields = settlement.fields(type) else { return false }
        guard let field = fields.first(where: { $0.wireName == property }) else { return true }
        guard !field.isNullable else { return false }
        return field.type == .string || settlement.enumeration(field.type)?.isOfIntegers == false
    }

    /// Whether a member is there in all values, whichever way they go.
    private func isSettled(_ property: String, _ type: DraftType) -> Bool {
        settlement.fields(type)?.contains { $0.wireName == property && $0.isRequired && $0.only == nil } ?? false
    }

    /// The only texts that a member can be; none where it can be any.
    private func texts(of property: String, in type: DraftType) -> [String] {
        guard let field = settlement.fields(type)?.first(where: { $0.wireName == property }),
            let enumeration = settlement.enumeration(field.type), !enumeration.isOfIntegers
        else { return [] }
        return enumeration.cases.map(\.value)
    }
}
