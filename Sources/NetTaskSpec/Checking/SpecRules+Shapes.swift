/// The rules for shapes that depend on other shapes.
extension SpecRules {
    /// Finds shapes that contain themselves without an optional, a list or a dictionary in between. They have no finite
    /// values.
    func checkShapeCycles() {
        Graph.search(from: shapes.map(\.name.written)) { name in
            (shapeList[name]?.fields ?? []).compactMap { field in
                guard case .shape(let inner) = field.type, !field.isNullable else { return nil }
                return (inner, field.typeRange)
            }
        } foundCycle: { cycle, range in
            at(range, .endlessShape).error("the shape `\(cycle[0])` contains itself endlessly: \(Graph.text(cycle))")
                .note("make one of these fields optional, or a list")
        }
    }

    // MARK: Alternatives

    /// Finds shapes that are alternatives of themselves. Trying them would read the same JSON with the same shape,
    /// endlessly.
    private func checkAlternativeCycles() {
        let names = shapes.filter { !$0.options.isEmpty }.map(\.name.written)
        Graph.search(from: names) { name in
            guard let shape = shapeList[name] else { return [] }
            // The types that read the same JSON: alternatives, and inline fields.
            let types =
                shape.options.map { ($0.type, $0.typePlace) }
                + shape.members.filter(\.isInline).map { ($0.type, $0.typeRange) }
            return types.compactMap { type, range in
                if case .shape(let inner) = type { (inner, range) } else { nil }
            }
        } foundCycle: { cycle, range in
            at(range, .endlessShape).error("`\(cycle[0])` is an alternative of itself")
                .note("to nest it, use a list or a field of a shape")
        }
    }

    /// Limits the fields of all alternatives, which are searched for discriminators.
    private func checkBudget() -> Bool {
        var count = 0
        for shape in shapes {
            for alternative in shape.options {
                count += shapeList[alternative.type.shape ?? ""]?.members.count ?? 0
                guard count > YAMLBudget.nodes else { continue }
                at(shape.keyRange, .limitExceeded)
                    .error("the alternatives have more than \(YAMLBudget.nodes) fields, if each use of a shape counts")
                return false
            }
        }
        return true
    }

    func checkAlternatives() {
        guard checkBudget() else { return }
        checkAlternativeCycles()
        let inhabited = Graph.inhabited(shapeList)
        let cover = TypeCover(shapeList)
        for shape in shapes {
            guard let alternatives = shape.alternatives, !alternatives.cases.isEmpty else { continue }
            let name = shape.name.written
            checkCaseNames(shape)
            if alternatives.discriminator != nil {
                checkDiscriminator(shape, alternatives)
            } else if usage.read.contains(name) {
                checkReach(shape, alternatives.choice, cover)
            }
            if shape.catchAll == nil, !inhabited.contains(name) {
                at(shape.keyRange, .endlessShape)
                    .error("`\(name)` has no finite values: each of its alternatives contains it")
                    .note("make a field that leads back to the shape optional, or a list")
            }
        }
    }

    /// A case hides the type with the same name in its enumeration, which refers to types.
    private func checkCaseNames(_ shape: Shape) {
        let types = Set(shape.options.compactMap { shapeList[$0.type.shape ?? ""]?.name.swift })
        for name in shape.options.map(\.name) where types.contains(name.swift) {
            at(name.place, .nameClash)
                .error("a case cannot have the name `\(name.swift)`, which is the Swift name of a shape")
                .note("rename the shape with `swiftName:`")
        }
    }

    /// Checks that the alternatives' fields for the discriminator have values of its kind.
    private func checkDiscriminator(_ shape: Shape, _ alternatives: Alternatives) {
        let isInteger = alternatives.isOfIntegers
        for alternative in shape.options {
            guard case .shape(let name) = alternative.type,
                let field = shapeList[name]?.members.first(where: {
                    $0.wireName == alternatives.discriminator && !$0.isIgnored
                }), !canBe(isInteger, field.type.unwrapped)
            else { continue }
            let kind = isInteger ? "a whole number" : "text"
            let types = isInteger ? "an `Int` or an enumeration of numbers" : "a `String` or an enumeration"
            at(alternative.typePlace, .invalidDiscriminator)
                .error("the discriminator is \(kind), but its type in the alternative `\(name)` is `\(field.type)`")
                .note("the field; make it \(types), or remove it", at: field.typeRange)
        }
    }

    /// Whether a value of the type can be a whole number, or text, on the wire. `true` for the user's types, which are
    /// unknown here.
    private func canBe(_ isInteger: Bool, _ type: TypeReference) -> Bool {
        switch type {
        case .scalar(let scalar): return isInteger ? scalar.integerBits != nil : scalar == .string
        case .shape(let name):
            switch shapeList[name]?.kind {
            case .enumeration(let cases): return cases.first?.value.isInteger == isInteger
            case .custom, nil: return true
            case .object, .alternatives: return false
            }
        case .array, .dictionary, .optional: return false
        }
    }

    private func checkReach(_ shape: Shape, _ choice: Alternatives.Choice, _ cover: TypeCover) {
        for (index, alternative) in shape.options.enumerated() where !cover.isExhausted {
            let type = alternative.type
            let hiding = shape.options[..<index].first { cover.hides($0.type, type, choice) }
            guard let hiding else { continue }
            let other = hiding.type
            guard other != type else {
                at(alternative.typePlace, .neverReached).error(
                    "duplicate alternative `\(type)`"
                )
                .note("first used here", at: hiding.typePlace)
                continue
            }
            let report = at(alternative.typePlace, .neverReached)
                .error("the alternative `\(type)` is never reached: `\(other)` comes first and reads the same values")
                .note("write `\(other)` after `\(type)`", at: hiding.typePlace)
            if choice == .first, !cover.hides(other, type, .closest) {
                let advice = "or choose the alternative that knows the most members: `choose: closest`"
                report.note(advice, at: hiding.typePlace)
            }
        }
    }

    // MARK: Inline fields

    /// Checks a field with `inline: true`: its value must consist of members.
    func checkInlineFields(_ shape: Shape) {
        for field in shape.members where field.isInlineShape {
            checkMembers(of: field)
            checkDiscriminator(of: field, in: shape)
        }
    }

    /// Checks that all possible values have members. Does not recurse, because a chain of shapes can be long.
    private func checkMembers(of field: Field) {
        let whole = field.type
        var pending = [whole]
        var seen: Set<String> = []
        while let type = pending.popLast() {
            if type == .scalar(.jsonValue), whole != type { continue }
            if case .shape(let name) = type, !seen.insert(name).inserted { continue }
            let shape = if case .shape(let name) = type { shapeList[name] } else { Shape?.none }
            switch shape?.kind {
            case .object: continue
            case .alternatives(let alternatives): pending += alternatives.cases.map(\.type)
            case .enumeration, .custom, nil:
                at(field.typeRange, .invalidInline)
                    .error(
                        type == whole
                            ? "`\(type)` cannot be inline: use a shape with `fields`, or with `oneOf` of such shapes"
                            : "`\(whole)` cannot be inline: its alternative `\(type)` has no fields"
                    )
                return
            }
        }
    }

    /// Only the alternatives may have the member that identifies them.
    private func checkDiscriminator(of field: Field, in shape: Shape) {
        guard let name = field.type.shape, let discriminator = shapeList[name]?.alternatives?.discriminator,
            let other = shape.members.first(where: { $0.wireName == discriminator && !$0.isInline })
        else { return }
        at(other.keyRange, .invalidDiscriminator)
            .error("\(discriminator.quotedForMessage) is already the discriminator of `\(name)`, which is inline here")
            .note("remove this field, or move it to the alternatives")
    }

    // MARK: Conformances

    /// Checks that the types in a shape meet the requirements of its protocols.
    func checkConformances(_ shape: Shape) {
        for (conformance, range) in zip(shape.conformances, shape.conformancePlaces) {
            guard case .known(let known) = conformance else { continue }
            switch known {
            case .equatable, .hashable, .encodable, .decodable, .codable:
                checkHeld(shape, known, range)
            case .identifiable:
                checkIdentifier(shape, range)
            case .caseIterable where shape.cases == nil || shape.catchAll != nil:
                let need = "only an enumeration with `closed: true` can be `CaseIterable`"
                at(range, .invalidConformance).error("\(need): `allCases` lists all values")
                    .note("the shape", at: shape.keyRange)
            case .caseIterable: break
            }
        }
    }

    private func checkHeld(_ shape: Shape, _ known: Conformance.Known, _ range: SourceRange) {
        let held =
            shape.members.map { ($0.type, $0.typeRange) }
            + shape.options.map { ($0.type, $0.typePlace) }
        for (type, place) in held {
            guard let name = type.shape, let inner = shapeList[name], !inner.isKnown(to: known) else { continue }
            let protocolName = known.rawValue
            at(range, .missingConformance)
                .error(
                    "`\(shape.name.written)` cannot be `\(protocolName)`, because it contains `\(name)`, which is not"
                )
                .note("used here", at: place)
                .note(
                    "add `conformances: [\(protocolName)]` to `\(name)`, or to `defaults`",
                    at: inner.keyRange
                )
            return
        }
    }

    private func checkIdentifier(_ shape: Shape, _ range: SourceRange) {
        var problem = "the field `id` is missing"
        if let field = shape.members.first(where: { $0.name.swift == "id" }) {
            if let name = field.type.shape, shapeList[name]?.isKnown(to: .hashable) == false {
                problem = "the field `id` is a `\(name)`, which is not `Hashable`"
            } else if field.type.isOptional || field.isNullable {
                problem = "the field `id` is optional"
            } else {
                return
            }
        }
        at(range, .invalidConformance).error("`\(shape.name.written)` cannot be `Identifiable`: \(problem)")
            .note("the shape", at: shape.keyRange)
    }
}

extension Shape {
    /// Whether the type conforms to this protocol. Enumerations are always `Hashable`.
    fileprivate func isKnown(to known: Conformance.Known) -> Bool {
        // The conformances of the user's types are known only to the compiler.
        if case .custom = kind { return true }
        if cases != nil, Conformance.Known.hashable.implied.contains(known) { return true }
        let protocols = conformances.reduce(into: Set<Conformance.Known>()) { result, conformance in
            if case .known(let known) = conformance { result.formUnion(known.implied) }
        }
        return protocols.contains(known) || known == .codable && protocols.isSuperset(of: [.encodable, .decodable])
    }
}
