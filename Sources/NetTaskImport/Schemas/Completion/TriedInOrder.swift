import NetTaskSpec

/// Alternatives that nothing distinguishes. They are tried in order.
extension ShapeCompletion {
    // MARK: Values that distinguish alternatives

    /// Closes enumerations of objects if their values distinguish the objects. An object does not match if its tag has a value of
    /// another alternative, or if a required member is missing.
    func closeValues(of name: String) {
        let types = (self[alternativesOf: name]?.cases ?? []).map(\.type).filter { self[fieldsOf: $0] != nil }
        imported.recognized.formUnion(types.compactMap(\.shape))
        let objects = types.compactMap { self[fieldsOf: $0] }
        for (index, fields) in objects.enumerated() {
            for field in fields {
                guard let cases = shape(field.type)?.cases else { continue }
                let values = Set(cases.map(\.value.text))
                let isTag = objects.enumerated().contains { other, fields in
                    other != index && fields.contains { $0.wireName == field.wireName && canDiffer($0, from: values) }
                }
                if values.count == 1 || isTag { close(field.type) }
            }
        }
    }

    private func canDiffer(_ field: Field, from values: Set<String>) -> Bool {
        guard let cases = shape(field.type)?.cases else { return true }
        return !cases.allSatisfy { values.contains($0.value.text) }
    }

    // MARK: Twins

    /// Joins alternatives that no required member distinguishes: objects that differ only in optional members. Otherwise the
    /// first object would be read instead of the others, and the additional members of the others would be lost.
    ///
    /// - Returns: The shapes that were joined with others.
    func joinTwins(_ names: [String]) -> Set<String> {
        let useCounts = useCounts()
        // The alternative is the only use of such a type.
        func isInPlace(_ type: TypeReference) -> Bool {
            type.shape.map { useCounts[$0] == 1 && origins[$0]?.isNamed == false } ?? false
        }
        var joined: Set<String> = []
        for name in names {
            guard let alternatives = self[alternativesOf: name] else { continue }
            var left: [Alternative] = []
            for alternative in alternatives.cases {
                let twin = left.first { first in
                    isInPlace(first.type) && isInPlace(alternative.type) && join(first.type, alternative.type)
                }
                if twin == nil { left.append(alternative) } else { joined.formUnion([alternative.type.shape ?? ""]) }
            }
            guard left.count < alternatives.cases.count else { continue }
            self[alternativesOf: name] = Alternatives(cases: left)
        }
        return joined
    }

    /// Adds the fields of the second object to the first one, if they are twins. Returns whether they are twins.
    private func join(_ first: TypeReference, _ second: TypeReference) -> Bool {
        func required(_ fields: [Field]) -> Set<String> { Set(fields.filter(\.isRequired).map(\.wireName)) }
        guard let fields = self[fieldsOf: first], let others = self[fieldsOf: second], first != second,
            !(fields + others).contains(where: \.isInlineShape), required(fields) == required(others)
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

    /// The maximum number of alternatives that are compared with each other, since each pair is compared.
    private static let comparedLimit = 500

    /// The maximum number of rounds. Nested alternatives rarely have more than a few levels.
    private static let roundLimit = 8

    /// Orders alternatives from narrow to wide, and removes those that are never reached.
    func order(_ names: [String]) {
        // An alternative may hide another one only after one of its inner alternatives is removed.
        func count() -> Int { names.reduce(0) { $0 + (self[alternativesOf: $1]?.cases.count ?? 0) } }
        // All shapes that are compared, in the form for specs. In shapes that are only read, null is equivalent to a missing
        // value. In other shapes, both differ.
        let compared = Graph.reached(from: names) { shape(.shape($0))?.types.compactMap(\.shape) ?? [] }
        var models: [[String: Shape]] = [[:], [:]]
        func update(_ names: some Sequence<String>) {
            for shape in names.compactMap({ shape(.shape($0)) }) {
                models[0][shape.name.written] = shape.compared(isRead: false)
                models[1][shape.name.written] = shape.compared(isRead: true)
            }
        }
        update(compared)
        for _ in 0..<Self.roundLimit {
            let before = count()
            // A cover compares a limited number of types. The limit applies to all alternatives together.
            let covers = models.map(TypeCover.init)
            for name in names {
                guard let alternatives = self[alternativesOf: name] else { continue }
                self[alternativesOf: name] = ordered(alternatives, name, covers)
            }
            if count() == before { return }
            update(names)
        }
    }

    private func ordered(
        _ alternatives: Alternatives,
        _ name: String,
        _ covers: [TypeCover]
    ) -> Alternatives {
        let cases = alternatives.cases
        func uncompared() -> Alternatives {
            // The closest alternative is correct in any order, if the alternatives that know all members come last.
            let ordered = cases.filter { !$0.type.isAnyObject } + cases.filter(\.type.isAnyObject)
            return Alternatives(cases: ordered, discriminator: alternatives.discriminator, choice: .closest)
        }
        guard cases.count <= Self.comparedLimit else { return uncompared() }
        func relation(_ holds: (TypeCover, TypeReference, TypeReference) -> Bool) -> [[Bool]] {
            cases.map { first in cases.map { second in covers.contains { holds($0, first.type, second.type) } } }
        }
        let isWider = relation { $0.covers($1, $2) }
        let knowsAll = relation { $0.hides($1, $2, .closest) }
        guard !covers.contains(where: \.isExhausted) else { return uncompared() }
        let losesMembers = cases.indices.contains { wide in
            cases.indices.contains { narrow in
                isWider[wide][narrow] && !knowsAll[wide][narrow] && !cases[wide].type.isAnyObject
            }
        }
        let choice = losesMembers || needsClosest(cases.map(\.type)) ? Alternatives.Choice.closest : .first
        let hides = choice == .closest ? knowsAll : isWider
        var ordered: [Alternative] = []
        var left = Array(cases.indices)
        // Of equivalent alternatives, keeps the first one, unless a later one knows more members.
        func mustFollow(_ index: Int, _ other: Int) -> Bool {
            index != other && isWider[index][other]
                && !(isWider[other][index] && (!hides[index][other] || hides[other][index]))
        }
        var earlierCounts = cases.indices.map { index in cases.indices.count { mustFollow(index, $0) } }
        while !left.isEmpty {
            let index = left.first { earlierCounts[$0] == 0 } ?? left[0]
            left.removeAll { other in
                if other != index {
                    guard hides[index][other] else { return false }
                    let reason = "before it reads everything that it could read"
                    leaveOut(cases[other], of: name, "`\(cases[index].type)` \(reason)", "the alternative \(reason)")
                }
                for later in cases.indices where mustFollow(later, other) { earlierCounts[later] -= 1 }
                return true
            }
            ordered.append(cases[index])
        }
        return Alternatives(cases: ordered, discriminator: alternatives.discriminator, choice: choice)
    }

    /// Whether a value of one object may be read as another object that does not know all of its members.
    private func needsClosest(_ types: [TypeReference]) -> Bool {
        let objects = types.compactMap { self[fieldsOf: $0] }
        return objects.indices.contains { first in
            objects.indices.contains { second in
                first != second && canRead(objects[first], valueOf: objects[second])
            }
        }
    }

    private func canRead(_ fields: [Field], valueOf others: [Field]) -> Bool {
        fields.filter { $0.isRequired && !$0.isInline }.allSatisfy { field in
            guard let other = others.first(where: { $0.wireName == field.wireName }) else { return false }
            guard let values = closedValues(of: field), let otherValues = closedValues(of: other) else { return true }
            return !values.isDisjoint(with: otherValues)
        }
    }

    private func closedValues(of field: Field) -> Set<String>? {
        guard let enumeration = shape(field.type), enumeration.catchAll == nil else { return nil }
        return enumeration.cases.map { Set($0.map(\.value.text)) }
    }
}

extension Shape {
    /// Returns the shape in the form for comparisons, without defaults.
    ///
    /// - Parameter isRead: Whether the shape is only read. Then null is equivalent to a missing value.
    fileprivate func compared(isRead: Bool) -> Shape {
        guard let fields else { return self }
        var shape = self
        let kept = fields.map { field in
            var kept = field
            kept.isNullable =
                field.isNullable && field.type.unwrapped != .jsonValue && (field.isRequired || !isRead)
            // A field has no value in the direction in which it is not sent.
            if field.only == (isRead ? .request : .response) { kept.isRequired = false }
            kept.defaultValue = nil
            return kept
        }
        shape.kind = .object(kept)
        return shape
    }
}
