import NetTaskSpec

extension ShapeCompletion {
    /// The maximum number of alternatives in a joined list. Longer lists remain nested.
    private static let nestingLimit = 64

    /// Finds the members that distinguish alternatives, starting with inner alternatives. Nested alternatives become one list, so
    /// that one member can distinguish all of them. In addition, values that the inner alternatives do not know are not read as
    /// one of them.
    ///
    /// - Returns: The shapes with alternatives that nothing distinguishes, in their order.
    func distinguish() -> [String] {
        var undecided: Set<String> = []
        let innerFirst = Graph.search(from: spec.shapes.map(\.name.written)) { name in
            let types = (self[alternativesOf: name]?.cases ?? []).map(\.type)
            return types.compactMap { type in shape(type).map { (node: $0.name.written, edge: type) } }
        } foundCycle: { _, _ in
        }
        for name in innerFirst {
            guard let alternatives = self[alternativesOf: name] else { continue }
            let flat = flattened(alternatives, of: name)
            let found = flat.flatMap { DiscriminatorChoice(completion: self, others: $1).choice(of: $0, name) }
            if found == nil { undecided.insert(name) }
            guard let (cases, others) = flat, found != nil || cases.cases.allSatisfy(\.values.isEmpty) else { continue }
            self[alternativesOf: name] = found ?? cases
            origins[name]?.others = others
        }
        return spec.shapes.map(\.name.written).filter(undecided.contains)
    }

    /// Replaces nested alternatives by their own alternatives. These keep their values of the discriminator, unless their own
    /// members state the values. Returns `nil` if the discriminators are different members.
    private func flattened(_ alternatives: Alternatives, of name: String) -> (Alternatives, others: Others)? {
        var flat = Alternatives(cases: [])
        var others: Others = [:]
        var property: String?
        var types: Set<TypeReference> = []
        // Several alternatives may lead to the same schema. Without this set, each level of alternatives would double the list.
        var places: [TypeReference: Set<SourceRange>] = [:]
        for alternative in alternatives.cases {
            var inner = [alternative]
            var holder = name
            if let shape = shape(alternative.type), let nested = shape.alternatives {
                inner = nested.cases
                holder = shape.name.written
                if let name = nested.discriminator {
                    if inner.allSatisfy({ values(of: field(name, of: $0.type)) == $0.values }) {
                        for index in inner.indices { inner[index].values = [] }
                    } else {
                        guard property == nil || property == name else { return nil }
                        property = name
                    }
                }
            }
            for one in inner {
                var sources = origins[holder]?.others[one.type] ?? []
                if types.insert(one.type).inserted {
                    flat.cases.append(one)
                } else {
                    sources = [source(of: one)].compactMap { $0 } + sources
                }
                for source in sources where places[one.type, default: []].insert(source.range).inserted {
                    others[one.type, default: []].append(source)
                }
            }
            guard flat.cases.count <= Self.nestingLimit || inner.count == 1 else { return nil }
        }
        let names = MemberNames.names(for: flat.cases.map(\.name.swift), reserved: ReservedNames.cases)
        for index in names.indices { flat.cases[index].rename(names[index]) }
        return (flat, others)
    }

    /// Returns the field of an object with a wire name.
    fileprivate func field(_ wireName: String, of type: TypeReference) -> Field? {
        self[fieldsOf: type]?.first { $0.wireName == wireName && !$0.isInline }
    }

    /// Returns the only values that a field can have besides null. Returns an empty list if the field can have any value.
    fileprivate func values(of field: Field?) -> [EnumerationCase.Value] {
        field.flatMap { shape($0.type)?.cases }?.map(\.value) ?? []
    }
}

/// Schemas of alternatives under other names, by the types of the alternatives.
private typealias Others = [TypeReference: [DocumentValue]]

/// Decides whether a member of the JSON distinguishes alternatives: the member that the document names, or a member with
/// different values in each alternative.
private struct DiscriminatorChoice {
    typealias Value = EnumerationCase.Value

    let completion: ShapeCompletion
    let others: Others

    /// Returns the alternatives with their discriminator. Returns any JSON if one value of the discriminator represents several
    /// alternatives. Returns `nil` if nothing distinguishes them.
    func choice(of alternatives: Alternatives, _ name: String) -> Alternatives? {
        guard let value = completion.origins[name]?.discriminator else { return found(alternatives) }
        let reading = DiscriminatorReading(
            value,
            alternatives.cases.map { [completion.source(of: $0) ?? value] + (others[$0.type] ?? []) }
        )
        guard let property = reading.property, !property.isEmpty,
            let isOfIntegers = isOfIntegers(property, alternatives.cases)
        else {
            value.leaveOut(
                .differs(
                    .discriminator,
                    "the alternatives are not all objects that have it as text or a whole number"
                )
            )
            return found(alternatives)
        }
        let cases = cases(alternatives.cases, by: reading, property, isOfIntegers)
        guard cases.allSatisfy({ !$0.values.isEmpty }) else {
            value.leaveOut(.differs(.discriminator, "not all alternatives have a value or a name"))
            return found(alternatives)
        }
        guard let shared = sharedValue(of: cases) else {
            reading.carry()
            return Alternatives(cases: named(cases), discriminator: property)
        }
        let reason = "two alternatives have its value \(shared.text.quotedForMessage)"
        value.leaveOut(.differs(.discriminator, "two alternatives have one of its values"))
        if let found = found(alternatives) { return found }
        // If the alternatives were tried in order, the first one would be read instead of the others.
        value.warn(.unsupportedPart, "\(reason); imported as any JSON")
        for alternative in alternatives.cases {
            completion.source(of: alternative)?.leaveOut(.differs(.anyJSON, "imported as any JSON"))
        }
        return .anyJSON
    }

    /// Finds a member that all alternatives have, with different values in each. Prefers a member that always has a value, and
    /// then a member with a single value in each alternative.
    private func found(_ alternatives: Alternatives) -> Alternatives? {
        let cases = alternatives.cases
        var best: (rank: Int, choice: Alternatives)?
        for field in cases.first.flatMap({ completion[fieldsOf: $0.type] }) ?? []
        where field.only != .request && !field.isInline {
            let name = field.wireName
            guard let isOfIntegers = isOfIntegers(name, cases) else { continue }
            let own = cases.map { completion.field(name, of: $0.type) }
            var choice = cases
            for index in choice.indices where choice[index].values.isEmpty || own[index] != nil {
                choice[index].values = completion.values(of: own[index])
            }
            guard choice.allSatisfy({ !$0.values.isEmpty && $0.values.allSatisfy { $0.isInteger == isOfIntegers } }),
                sharedValue(of: choice) == nil
            else { continue }
            let isAlwaysThere = own.allSatisfy { $0?.isRequired == true && $0?.isNullable == false }
            let rank = (isAlwaysThere ? 2 : 0) + (choice.allSatisfy { $0.values.count == 1 } ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (rank, Alternatives(cases: named(choice), discriminator: name)) }
        }
        return best?.choice
    }

    // MARK: Values

    /// Returns the alternatives with their values: those in `mapping`, or otherwise the possible values of the member, or
    /// otherwise the name.
    private func cases(
        _ cases: [Alternative],
        by reading: DiscriminatorReading,
        _ property: String,
        _ isOfIntegers: Bool
    ) -> [Alternative] {
        let texts = Set(reading.mapped.joined().compactMap { value($0.text, isOfIntegers) })
        let withLimit = { (limit: Int) in
            cases.indices.flatMap { index -> [Alternative] in
                var alternative = cases[index]
                let names = reading.names[index].compactMap { value($0, isOfIntegers) }
                var mapped = reading.mapped[index].compactMap { value($0.text, isOfIntegers) }
                if !mapped.isEmpty, others[alternative.type] != nil { mapped += names.filter { !texts.contains($0) } }
                let own = completion.field(property, of: alternative.type)
                if mapped.count > 1, completion.values(of: own).isEmpty {
                    // The cases state the values that the shape itself does not state.
                    return mapped.map { value in
                        alternative.values = [value]
                        return alternative
                    }
                }
                let possible = completion.values(of: own)
                if !mapped.isEmpty {
                    alternative.values = mapped
                } else if !possible.isEmpty, possible.count <= limit {
                    alternative.values = possible
                } else if alternative.values.isEmpty {
                    alternative.values = names
                }
                return [alternative]
            }
        }
        // A member that can have the values of all alternatives distinguishes none of them.
        let all = withLimit(Int.max)
        return sharedValue(of: all) == nil ? all : withLimit(1)
    }

    private func value(_ text: String, _ isOfIntegers: Bool) -> Value? {
        isOfIntegers ? ScalarKind.integer(text).map { .integer($0) } : .string(text)
    }

    /// Returns a value that represents two alternatives.
    private func sharedValue(of cases: [Alternative]) -> Value? {
        var seen: Set<Value> = []
        return cases.lazy.flatMap(\.values).first { !seen.insert($0).inserted }
    }

    /// Returns `true` if the member is a whole number in all alternatives, and `false` if it is a text. Returns `nil` for other
    /// members, and for alternatives that are not objects.
    private func isOfIntegers(_ property: String, _ cases: [Alternative]) -> Bool? {
        var kinds: Set<Bool> = []
        for alternative in cases {
            guard completion[fieldsOf: alternative.type] != nil else { return nil }
            if let kind = alternative.values.first?.isInteger { kinds.insert(kind) }
            guard let field = completion.field(property, of: alternative.type) else { continue }
            if let values = completion.shape(field.type)?.cases {
                kinds.insert(values.first?.value.isInteger == true)
            } else {
                let type = field.type.unwrapped
                guard type == .string || type.integerBits != nil else { return nil }
                kinds.insert(type.integerBits != nil)
            }
        }
        return kinds.count > 1 ? nil : kinds.first ?? false
    }

    // MARK: Names

    /// Names the cases after their values, if each case has a single value that can be a name. Otherwise the cases keep their
    /// names.
    private func named(_ cases: [Alternative]) -> [Alternative] {
        let words = cases.map { alternative -> String? in
            guard alternative.values.count == 1, case .string(let text) = alternative.values[0] else { return nil }
            return CamelCase.lowerCamel(text).flatMap { isCase($0) ? $0 : nil }
        }
        var names = words.compactMap { $0 }
        if Set(names).count < cases.count {
            names = MemberNames.names(
                for: cases.map(\.name.swift),
                reserved: ReservedNames.cases.union(["unrecognized"])
            )
        }
        return zip(cases, names).map { alternative, name in
            var alternative = alternative
            alternative.rename(name)
            return alternative
        }
    }

    private func isCase(_ name: String) -> Bool {
        name.unicodeScalars.count <= YAMLBudget.identifierLength && !ReservedNames.cases.contains(name)
            && name != "unrecognized" && name.unicodeScalars.first?.properties.isUppercase == false
            && completion.shape(.shape(name)) == nil
    }
}

extension Alternative {
    /// Renames the alternative. If it has a single text that leads to its name in Swift, the spec contains this text as its name.
    mutating func rename(_ swift: String) {
        name.swift = swift
        name.written = swift
        if values.count == 1, case .string(let text) = values[0], CamelCase.lowerCamel(text) == swift {
            name.written = text
        }
    }
}
