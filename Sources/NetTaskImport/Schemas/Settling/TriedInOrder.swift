import NetTaskSpec

/// Alternatives that nothing tells apart, and that are tried one after the other.
extension ShapeSettlement {
    // MARK: Values that tell

    /// Closes enumerations of objects, where a value tells that it is another one: an object whose tag has a value of another
    /// alternative does not match, nor one without a member that must be there.
    func closeValues(of name: String) {
        let types = (self[alternativesOf: name]?.cases ?? []).map(\.type).filter { self[fieldsOf: $0] != nil }
        for type in types {
            self[fieldsOf: type] = self[fieldsOf: type]?.map { field in
                var field = field
                field.isIdentifying = field.isRequired
                return field
            }
        }
        let objects = types.compactMap { self[fieldsOf: $0] }
        for (index, fields) in objects.enumerated() {
            for field in fields {
                guard var enumeration = self[enumeration: field.type] else { continue }
                let values = Set(enumeration.cases.map(\.value))
                let isTag = objects.enumerated().contains { other, fields in
                    other != index && fields.contains { $0.wireName == field.wireName && canDiffer($0, from: values) }
                }
                guard values.count == 1 || isTag else { continue }
                enumeration.isClosed = true
                self[enumeration: field.type] = enumeration
            }
        }
    }

    private func canDiffer(_ field: FieldDraft, from values: Set<String>) -> Bool {
        guard let enumeration = self[enumeration: field.type] else { return true }
        return !enumeration.cases.allSatisfy { values.contains($0.value) }
    }

    // MARK: Twins

    /// Joins alternatives that nothing which must be there tells apart: objects that differ in optional members only. The first
    /// would be read in place of the others, and what only they have would be lost.
    ///
    /// - Returns: The shapes that are part of others now.
    func joinTwins(_ names: [String]) -> Set<String> {
        let useCounts = useCounts()
        // Nothing else knows them.
        func isInPlace(_ type: TypeReference) -> Bool {
            type.shape.map { useCounts[$0] == 1 && origins[$0]?.isNamed == false } ?? false
        }
        var gone: Set<String> = []
        for name in names {
            guard var alternatives = self[alternativesOf: name] else { continue }
            var left: [AlternativeDraft] = []
            for alternative in alternatives.cases {
                let twin = left.first { first in
                    isInPlace(first.type) && isInPlace(alternative.type) && join(first.type, alternative.type)
                }
                if twin == nil { left.append(alternative) } else { gone.formUnion([alternative.type.shape ?? ""]) }
            }
            guard left.count < alternatives.cases.count else { continue }
            alternatives = AlternativesDraft(cases: left)
            self[alternativesOf: name] = alternatives
        }
        return gone
    }

    /// Adds the fields of the second to those of the first, if they are twins.
    private func join(_ first: TypeReference, _ second: TypeReference) -> Bool {
        func required(_ fields: [FieldDraft]) -> Set<String> { Set(fields.filter(\.isRequired).map(\.wireName)) }
        guard let fields = self[fieldsOf: first], let others = self[fieldsOf: second], first != second,
            !(fields + others).contains(where: \.isInline), required(fields) == required(others)
        else { return false }
        var all = fields
        for other in others {
            if let own = fields.first(where: { $0.wireName == other.wireName }) {
                guard own.type == other.type, own.format == other.format, own.isNullable == other.isNullable else {
                    return false
                }
            } else {
                all.append(other)
            }
        }
        self[fieldsOf: first] = all.named(reserved: ReservedNames.fieldMembers)
        return true
    }

    // MARK: Order

    /// More than these would be tried one after the other for each value.
    private static let triedLimit = 64

    /// Alternatives inside others are rarely more than a few levels deep.
    private static let roundLimit = 8

    /// Puts alternatives from narrow to wide, and takes out those that are never reached.
    func order(_ names: [String]) {
        // First, since those that hold one of these have to try it last.
        for name in names {
            guard let alternatives = self[alternativesOf: name], alternatives.cases.count > Self.triedLimit else {
                continue
            }
            let reason = "more than \(Self.triedLimit) alternatives are kept as any JSON"
            self[alternativesOf: name] = widened(alternatives, name, reason)
        }
        // What hides another one can become clear only once an alternative inside of it is taken out.
        func count() -> Int { names.reduce(0) { $0 + (self[alternativesOf: $1]?.cases.count ?? 0) } }
        // All shapes that are compared, as specs will have them. What may be null and may be missing is one thing in shapes that
        // are only read and two in others.
        let compared = Graph.reached(from: names) { shape(.shape($0))?.types.compactMap(\.shape) ?? [] }
        var models: [[String: Shape]] = [[:], [:]]
        func update(_ names: some Sequence<String>) {
            for shape in names.compactMap({ shape(.shape($0)) }) {
                models[0][shape.name] = shape.model(isRead: false)
                models[1][shape.name] = shape.model(isRead: true)
            }
        }
        update(compared)
        for _ in 0..<Self.roundLimit {
            let before = count()
            // Each compares only so much, which is for all alternatives together.
            let covers = models.map(TypeCover.init)
            for name in names {
                guard let alternatives = self[alternativesOf: name] else { continue }
                self[alternativesOf: name] = ordered(alternatives, name, covers)
            }
            if count() == before { return }
            update(names)
        }
    }

    private func widened(_ alternatives: AlternativesDraft, _ name: String, _ reason: String) -> AlternativesDraft {
        for alternative in alternatives.cases { alternative.schema?.leaveOut("\(reason)") }
        origins[name]?.schema.warn(reason)
        return AlternativesDraft(cases: [.other])
    }

    private func ordered(
        _ alternatives: AlternativesDraft,
        _ name: String,
        _ covers: [TypeCover]
    ) -> AlternativesDraft {
        let cases = alternatives.cases
        func relation(_ holds: (TypeCover, TypeReference, TypeReference) -> Bool) -> [[Bool]] {
            cases.map { first in cases.map { second in covers.contains { holds($0, first.type, second.type) } } }
        }
        let isWider = relation { $0.covers($1, $2) }
        let knowsAll = relation { $0.hides($1, $2, .closest) }
        let losesMembers = cases.indices.contains { wide in
            cases.indices.contains { narrow in
                isWider[wide][narrow] && !knowsAll[wide][narrow] && !cases[wide].type.isAnyObject
            }
        }
        let choice = losesMembers || needsClosest(cases.map(\.type)) ? Alternatives.Choice.closest : .first
        let hides = choice == .closest ? knowsAll : isWider
        guard !covers.contains(where: \.isExhausted) else {
            let reason = "these are too much to compare with each other, and are kept as any JSON"
            return widened(alternatives, name, reason)
        }
        var ordered: [AlternativeDraft] = []
        var left = Array(cases.indices)
        while !left.isEmpty {
            // Among equivalent alternatives, keep the first, unless a later one knows more members.
            let next = left.first { index in
                left.allSatisfy {
                    $0 == index || !isWider[index][$0] || isWider[$0][index] && (!hides[index][$0] || hides[$0][index])
                }
            }
            let index = next ?? left[0]
            left.removeAll { other in
                guard other != index, hides[index][other] else { return other == index }
                let reason = "before it reads all that it would"
                leaveOut(cases[other], of: name, "`\(cases[index].type)` \(reason)", "the alternative \(reason)")
                return true
            }
            ordered.append(cases[index])
        }
        return AlternativesDraft(cases: ordered, discriminator: alternatives.discriminator, choice: choice)
    }

    /// Whether a value of one object may be read as another one, which does not know all of its members.
    private func needsClosest(_ types: [TypeReference]) -> Bool {
        let objects = types.compactMap { self[fieldsOf: $0] }
        return objects.indices.contains { first in
            objects.indices.contains { second in
                first != second && canRead(objects[first], valueOf: objects[second])
            }
        }
    }

    private func canRead(_ fields: [FieldDraft], valueOf others: [FieldDraft]) -> Bool {
        fields.filter { $0.isRequired && !$0.isInline }.allSatisfy { field in
            guard let other = others.first(where: { $0.wireName == field.wireName }) else { return false }
            guard let values = closedValues(of: field), let otherValues = closedValues(of: other) else { return true }
            return !values.isDisjoint(with: otherValues)
        }
    }

    private func closedValues(of field: FieldDraft) -> Set<String>? {
        guard let enumeration = self[enumeration: field.type], enumeration.isClosed else { return nil }
        return Set(enumeration.cases.map(\.value))
    }
}

/// Drafts as the language's own checks see them.
extension ShapeDraft {
    /// - Parameter isRead: Whether they are only read: then null is as good as nothing.
    fileprivate func model(isRead: Bool) -> Shape {
        switch kind {
        case .object(let fields):
            return Shape(name: Name(name), kind: .object(fields.map { $0.model(isRead: isRead) }))
        case .enumeration(let enumeration):
            let cases = enumeration.cases.map { name, value in
                let number = enumeration.isOfIntegers ? Int(value) : nil
                return EnumerationCase(name: Name(name), value: number.map { .integer($0) } ?? .string(value))
            }
            let catchAll = enumeration.isClosed ? nil : "unknown"
            return Shape(name: Name(name), kind: .enumeration(cases), catchAll: catchAll)
        case .alternatives(let alternatives):
            let model = Alternatives(
                cases: alternatives.cases.map { Alternative(name: Name($0.name), type: $0.type, values: $0.values) },
                discriminator: alternatives.discriminator,
                choice: alternatives.choice
            )
            let catchAll = alternatives.discriminator == nil ? nil : "unknown"
            return Shape(name: Name(name), kind: .alternatives(model), catchAll: catchAll)
        }
    }
}

extension FieldDraft {
    fileprivate func model(isRead: Bool) -> Field {
        // The way that it does not travel there is no value for it.
        let isOptional = !isRequired || only == (isRead ? .request : .response)
        var field = Field(
            name: Name(name),
            type: isOptional ? .optional(type) : type,
            wireName: wireName,
            format: format.flatMap { Field.Format(rawValue: $0) } ?? (type.scalar == .date ? .iso8601 : nil)
        )
        field.isNullable = isNullable && type != .jsonValue && (isRequired || !isRead)
        field.isInline = isInline
        return field
    }
}
