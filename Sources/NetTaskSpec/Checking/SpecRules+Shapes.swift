/// The rules of shapes that only all shapes together show.
extension SpecRules {
    /// Shapes that contain themselves with no optional, list or dictionary between: no value of them could exist.
    func checkShapeCycles() {
        Graph.search(from: shapes.map(\.shape.name.written)) { name in
            (shapeList[name]?.fields ?? []).compactMap { field in
                guard case .shape(let inner) = field.field.type, !field.field.isNullable else { return nil }
                return (inner, field.typeRange)
            }
        } foundCycle: { cycle, range in
            at(range).error("the shape `\(cycle[0])` contains itself without end: \(Graph.text(cycle))")
                .note("make one of these fields optional, or a list")
        }
    }

    // MARK: Alternatives

    /// Shapes that are alternatives of themselves: to try them would come to the same shape again, at the same place of the JSON.
    private func checkAlternativeCycles() {
        let names = shapes.filter { !$0.alternatives.isEmpty }.map(\.shape.name.written)
        Graph.search(from: names) { name in
            guard let shape = shapeList[name] else { return [] }
            // The types that read the same JSON: alternatives, and inline fields.
            let types =
                shape.alternatives.map { ($0.alternative.type, $0.typeRange) }
                + shape.fields.filter(\.field.isInline).map { ($0.field.type, $0.typeRange) }
            return types.compactMap { type, range in
                if case .shape(let inner) = type { (inner, range) } else { nil }
            }
        } foundCycle: { cycle, range in
            at(range).error("`\(cycle[0])` is an alternative of itself")
                .note("to have it inside, put it into a list or a field of a shape")
        }
    }

    /// The fields of all alternatives are looked through for discriminators.
    private func checkBudget() -> Bool {
        var count = 0
        for shape in shapes {
            for located in shape.alternatives {
                count += shapeList[located.alternative.type.shape ?? ""]?.fields.count ?? 0
                guard count > YAMLBudget.nodes else { continue }
                at(shape.keyRange)
                    .error("alternatives have more than \(YAMLBudget.nodes) fields, those of a shape counted each time")
                return false
            }
        }
        return true
    }

    func checkAlternatives() {
        guard checkBudget() else { return }
        checkAlternativeCycles()
        let inhabited = Graph.inhabited(shapeList)
        let cover = TypeCover(plainShapes)
        for shape in shapes {
            guard let alternatives = shape.shape.alternatives, !alternatives.cases.isEmpty else { continue }
            let name = shape.shape.name.written
            checkCaseNames(shape)
            if alternatives.discriminator != nil {
                checkDiscriminator(shape, alternatives)
            } else if usage.read.contains(name) {
                checkReach(shape, alternatives.choice, cover)
            }
            if shape.shape.catchAll == nil, !inhabited.contains(name) {
                at(shape.keyRange).error("no value of `\(name)` can exist: each of its alternatives contains it again")
                    .note("make a field on the way optional, or a list")
            }
        }
    }

    /// A case hides a type of its name where the enumeration names its types.
    private func checkCaseNames(_ shape: LocatedShape) {
        let types = Set(shape.alternatives.compactMap { shapeList[$0.alternative.type.shape ?? ""]?.shape.name.swift })
        for name in shape.alternatives.map(\.alternative.name) where types.contains(name.swift) {
            at(name.place).error("a case cannot be called `\(name.swift)`, which is the Swift name of a shape")
                .note("give the shape another Swift name with `swiftName:`")
        }
    }

    /// The fields of the alternatives that are the discriminator must have values of its kind.
    private func checkDiscriminator(_ shape: LocatedShape, _ alternatives: Alternatives) {
        let isInteger = alternatives.isOfIntegers
        for located in shape.alternatives {
            guard case .shape(let name) = located.alternative.type,
                let field = shapeList[name]?.fields.first(where: {
                    $0.field.wireName == alternatives.discriminator && !$0.field.isIgnored
                }), !canBe(isInteger, field.field.type.unwrapped)
            else { continue }
            let kind = isInteger ? "a whole number" : "text"
            let types = isInteger ? "an `Int` or an enumeration of numbers" : "a `String` or an enumeration"
            at(located.typeRange)
                .error("the discriminator is \(kind), but the alternative `\(name)` has it as `\(field.field.type)`")
                .note("the field is here; make it \(types), or leave it out", at: field.typeRange)
        }
    }

    /// Whether a value of the type can be a whole number, or text, on the wire; of a type of the user's nobody knows.
    private func canBe(_ isInteger: Bool, _ type: TypeReference) -> Bool {
        switch type {
        case .scalar(let scalar): return isInteger ? scalar.integerBits != nil : scalar == .string
        case .shape(let name):
            switch plainShapes[name]?.kind {
            case .enumeration(let cases): return cases.first?.value.isInteger == isInteger
            case .custom, nil: return true
            case .object, .alternatives: return false
            }
        case .array, .dictionary, .optional: return false
        }
    }

    private func checkReach(_ shape: LocatedShape, _ choice: Alternatives.Choice, _ cover: TypeCover) {
        // More than these would be tried one after the other for each value.
        let limit = 64
        guard shape.alternatives.count <= limit else {
            at(shape.keyRange).error("more than \(limit) alternatives are too many to try one after the other")
                .note("let a `discriminator` tell them apart")
            return
        }
        for (index, located) in shape.alternatives.enumerated() {
            let type = located.alternative.type
            let hiding = shape.alternatives[..<index].first { cover.hides($0.alternative.type, type, choice) }
            guard let hiding else { continue }
            let other = hiding.alternative.type
            guard other != type else {
                at(located.typeRange).error("the alternative `\(type)` is there twice, and the second is never reached")
                    .note("first used here", at: hiding.typeRange)
                continue
            }
            let report = at(located.typeRange)
                .error("the alternative `\(type)` is never reached: whatever it reads, `\(other)` reads before it")
                .note("`\(other)` is here; write it after `\(type)`", at: hiding.typeRange)
            if choice == .first, !cover.hides(other, type, .closest) {
                let advice = "or have the one chosen that knows the most members: `choose: closest`"
                report.note(advice, at: hiding.typeRange)
            }
        }
    }

    // MARK: Inline fields

    /// What `inline: true` asks of a field, whose value is made of members of the same object.
    func checkInlineFields(_ shape: LocatedShape) {
        for field in shape.fields where field.field.isInline {
            checkMembers(of: field)
            checkDiscriminator(of: field, in: shape)
        }
    }

    /// All that the value can be has members. Without recursion, since a chain of shapes can be long.
    private func checkMembers(of field: LocatedField) {
        let whole = field.field.type
        var pending = [whole]
        var seen: Set<String> = []
        while let type = pending.popLast() {
            if type == .scalar(.jsonValue), whole != type { continue }
            if case .shape(let name) = type, !seen.insert(name).inserted { continue }
            let shape = if case .shape(let name) = type { plainShapes[name] } else { Shape?.none }
            switch shape?.kind {
            case .object: continue
            case .alternatives(let alternatives): pending += alternatives.cases.map(\.type)
            case .enumeration, .custom, nil:
                at(field.typeRange)
                    .error(
                        type == whole
                            ? "an inline field is a shape with `fields`, or with `oneOf` of such shapes; `\(type)` is none"
                            : "`\(whole)` cannot be inline: its alternative `\(type)` has no fields"
                    )
                return
            }
        }
    }

    /// The member that tells alternatives apart belongs to them alone.
    private func checkDiscriminator(of field: LocatedField, in shape: LocatedShape) {
        guard let name = field.field.type.shape, let discriminator = plainShapes[name]?.alternatives?.discriminator,
            let other = shape.fields.first(where: { $0.field.wireName == discriminator && !$0.field.isInline })
        else { return }
        at(other.keyRange)
            .error("\(discriminator.quotedForMessage) tells the alternatives of `\(name)` apart, which are inline here")
            .note("leave this field out, or give it to the alternatives")
    }

    // MARK: Conformances

    /// What the protocols of a shape ask of what it holds.
    func checkConformances(_ shape: LocatedShape) {
        for located in shape.conformances {
            guard case .known(let known) = located.value else { continue }
            switch known {
            case .equatable, .hashable, .encodable, .decodable, .codable:
                checkHeld(shape, known, located.range)
            case .identifiable:
                checkIdentifier(shape, located.range)
            case .caseIterable where shape.shape.cases == nil || shape.shape.catchAll != nil:
                let need = "only an enumeration with `closed: true` can be `CaseIterable`"
                at(located.range).error("\(need), which lists all its values")
                    .note("the shape is here", at: shape.keyRange)
            case .caseIterable: break
            }
        }
    }

    private func checkHeld(_ shape: LocatedShape, _ known: Conformance.Known, _ range: SourceRange) {
        let held =
            shape.fields.map { ($0.field.type, $0.typeRange) }
            + shape.alternatives.map { ($0.alternative.type, $0.typeRange) }
        for (type, place) in held {
            guard let name = type.shape, let inner = shapeList[name], !inner.isKnown(to: known) else { continue }
            let protocolName = known.rawValue
            at(range)
                .error(
                    "`\(shape.shape.name.written)` cannot be `\(protocolName)`, as it holds `\(name)`, which is not"
                )
                .note("it is held here", at: place)
                .note(
                    "add `conformances: [\(protocolName)]` to `\(name)`, or write it into `defaults`",
                    at: inner.keyRange
                )
            return
        }
    }

    private func checkIdentifier(_ shape: LocatedShape, _ range: SourceRange) {
        var problem = "it has no field `id`"
        if let field = shape.fields.first(where: { $0.field.name.swift == "id" }) {
            if let name = field.field.type.shape, shapeList[name]?.isKnown(to: .hashable) == false {
                problem = "its field `id` is a `\(name)`, which is not `Hashable`"
            } else if field.field.type.isOptional || field.field.isNullable {
                problem = "its field `id` may have no value"
            } else {
                return
            }
        }
        at(range).error("`\(shape.shape.name.written)` cannot be `Identifiable`: \(problem)")
            .note("the shape is here", at: shape.keyRange)
    }
}

extension LocatedShape {
    /// Whether the type conforms to that protocol. Enumerations are `Hashable` by themselves.
    fileprivate func isKnown(to known: Conformance.Known) -> Bool {
        // Only the compiler knows the user's own types.
        if case .custom = shape.kind { return true }
        if shape.cases != nil, Conformance.Known.hashable.implied.contains(known) { return true }
        let protocols = conformances.reduce(into: Set<Conformance.Known>()) { result, located in
            if case .known(let known) = located.value { result.formUnion(known.implied) }
        }
        return protocols.contains(known) || known == .codable && protocols.isSuperset(of: [.encodable, .decodable])
    }
}
