import NetTaskSpec

/// Decides whether a member of the JSON tells alternatives apart: the one that the document names, or one that has other
/// values in each.
struct DiscriminatorChoice {
    typealias Value = EnumerationCase.Value

    private let settlement: ShapeSettlement

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    /// The alternatives with their discriminator, or any JSON where its values stand for several of them; nil where nothing
    /// tells them apart.
    func told(_ alternatives: AlternativesDraft, _ name: String) -> AlternativesDraft? {
        guard let value = settlement.origins[name]?.discriminator else { return found(alternatives) }
        let reading = DiscriminatorReading(value, alternatives.cases.map { $0.schema ?? value })
        guard let property = reading.property, !property.isEmpty,
            let isOfIntegers = isOfIntegers(property, alternatives.cases)
        else {
            value.leaveOut("the alternatives are not all objects that have it as a text or a whole number")
            return found(alternatives)
        }
        let cases = cases(alternatives.cases, by: reading, property, isOfIntegers)
        guard cases.allSatisfy({ !$0.values.isEmpty }) else {
            value.leaveOut("not all alternatives have a value or a name")
            return found(alternatives)
        }
        guard let shared = sharedValue(of: cases) else {
            reading.carry()
            return AlternativesDraft(cases: named(cases), discriminator: property)
        }
        let reason = "two alternatives have its value \(shared.text.quotedForMessage)"
        value.leaveOut(reason)
        if let found = found(alternatives) { return found }
        // Tried in order, the first would be read in place of all others.
        value.run.diagnostics.warning("\(reason); any JSON is taken here", at: value.range)
        for alternative in alternatives.cases { alternative.schema?.leaveOut("any JSON is taken here") }
        return AlternativesDraft(cases: [.other])
    }

    /// By a member that all alternatives have, with other values in each. One that is always there comes first, and one with
    /// a single value in each.
    private func found(_ alternatives: AlternativesDraft) -> AlternativesDraft? {
        let cases = alternatives.cases
        var best: (rank: Int, told: AlternativesDraft)?
        for field in cases.first.flatMap({ settlement.fields($0.type) }) ?? []
        where field.only != .request && !field.isInline {
            let name = field.wireName
            guard let isOfIntegers = isOfIntegers(name, cases) else { continue }
            let own = cases.map { settlement.field(name, of: $0.type) }
            var told = cases
            for index in told.indices where told[index].values.isEmpty || own[index] != nil {
                told[index].values = settlement.values(of: own[index])
            }
            guard told.allSatisfy({ !$0.values.isEmpty && $0.values.allSatisfy { $0.isInteger == isOfIntegers } }),
                sharedValue(of: told) == nil
            else { continue }
            let isAlwaysThere = own.allSatisfy { $0?.isRequired == true && $0?.isNullable == false }
            let rank = (isAlwaysThere ? 2 : 0) + (told.allSatisfy { $0.values.count == 1 } ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (rank, AlternativesDraft(cases: named(told), discriminator: name)) }
        }
        return best?.told
    }

    // MARK: Values

    /// Those that `mapping` has for each alternative, or else those that its member can have, or else its name.
    private func cases(
        _ cases: [AlternativeDraft],
        by reading: DiscriminatorReading,
        _ property: String,
        _ isOfIntegers: Bool
    ) -> [AlternativeDraft] {
        let withLimit = { (limit: Int) in
            cases.indices.flatMap { index -> [AlternativeDraft] in
                var alternative = cases[index]
                let mapped = reading.mapped[index].compactMap { value($0.text, isOfIntegers) }
                let own = settlement.field(property, of: alternative.type)
                if mapped.count > 1, settlement.values(of: own).isEmpty {
                    // The cases tell what the shape itself does not.
                    return mapped.map { value in
                        alternative.values = [value]
                        return alternative
                    }
                }
                let possible = settlement.values(of: own)
                if !mapped.isEmpty {
                    alternative.values = mapped
                } else if !possible.isEmpty, possible.count <= limit {
                    alternative.values = possible
                } else if alternative.values.isEmpty {
                    alternative.values = [reading.names[index].flatMap { value($0, isOfIntegers) }].compactMap { $0 }
                }
                return [alternative]
            }
        }
        // A member that can have the values of all alternatives tells none of them.
        let all = withLimit(Int.max)
        return sharedValue(of: all) == nil ? all : withLimit(1)
    }

    private func value(_ text: String, _ isOfIntegers: Bool) -> Value? {
        isOfIntegers ? ScalarKind.integer(text).map { .integer($0) } : .string(text)
    }

    /// A value that stands for two alternatives.
    private func sharedValue(of cases: [AlternativeDraft]) -> Value? {
        var seen: Set<Value> = []
        return cases.lazy.flatMap(\.values).first { !seen.insert($0).inserted }
    }

    /// Whether the member is a whole number in all alternatives, or a text; nil where it is neither, or they are no objects.
    private func isOfIntegers(_ property: String, _ cases: [AlternativeDraft]) -> Bool? {
        var kinds: Set<Bool> = []
        for alternative in cases {
            guard settlement.fields(alternative.type) != nil else { return nil }
            if let kind = alternative.values.first?.isInteger { kinds.insert(kind) }
            guard let field = settlement.field(property, of: alternative.type) else { continue }
            if let enumeration = settlement.enumeration(field.type) {
                kinds.insert(enumeration.isOfIntegers)
            } else {
                guard field.type == .string || field.type.isInteger else { return nil }
                kinds.insert(field.type.isInteger)
            }
        }
        return kinds.count > 1 ? nil : kinds.first ?? false
    }

    // MARK: Names

    /// The cases are called by their values, where each has one that is a name, and else as they are.
    private func named(_ cases: [AlternativeDraft]) -> [AlternativeDraft] {
        let words = cases.map { alternative -> String? in
            guard alternative.values.count == 1, case .string(let text) = alternative.values[0] else { return nil }
            return CamelCase.lowerCamel(text).flatMap { isCase($0) ? $0 : nil }
        }
        var names = words.compactMap { $0 }
        if Set(names).count < cases.count {
            names = MemberNames.names(for: cases.map(\.name), reserved: ReservedNames.cases.union(["unrecognized"]))
        }
        return zip(cases, names).map { alternative, name in
            var alternative = alternative
            alternative.name = name
            return alternative
        }
    }

    private func isCase(_ name: String) -> Bool {
        name.unicodeScalars.count <= YAMLBudget.identifierLength && !ReservedNames.cases.contains(name)
            && name != "unrecognized" && name.unicodeScalars.first?.properties.isUppercase == false
            && settlement.shape(named: name) == nil
    }
}

extension ShapeSettlement {
    /// The field of an object that has that name on the wire.
    func field(_ wireName: String, of type: DraftType) -> FieldDraft? {
        fields(type)?.first { $0.wireName == wireName && !$0.isInline }
    }

    /// The only values that a field can have besides null; none where it can have any.
    func values(of field: FieldDraft?) -> [EnumerationCase.Value] {
        guard let field, let enumeration = enumeration(field.type) else { return [] }
        return enumeration.cases.compactMap { value in
            enumeration.isOfIntegers ? ScalarKind.integer(value.value).map { .integer($0) } : .string(value.value)
        }
    }
}

extension DraftType {
    fileprivate var isInteger: Bool {
        guard case .named(let name) = self else { return false }
        return TypeReference.Scalar(rawValue: name)?.integerBits != nil
    }
}
