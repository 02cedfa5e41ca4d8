import NetTaskSpec

/// Joins alternatives that nothing which must be there tells apart: objects that differ in optional members only. The first
/// would be read in place of the others, and what only they have would be lost.
struct TwinAlternatives {
    private let settlement: ShapeSettlement
    /// How often each shape is named.
    private let useCounts: [String: Int]

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
        useCounts = settlement.useCounts()
    }

    /// - Returns: The shapes that are part of others now.
    func join(_ indices: [Int]) -> Set<String> {
        Set(indices.flatMap { join(settlement.draft.shapes[$0]) })
    }

    private func join(_ shape: ShapeDraft) -> [String] {
        guard case .alternatives(let alternatives) = shape.kind else { return [] }
        var joined: [Int] = []
        for index in alternatives.cases.indices {
            for later in alternatives.cases.indices where later > index && !joined.contains(later) {
                guard !joined.contains(index) else { break }
                if join(alternatives.cases[index].type, alternatives.cases[later].type) { joined.append(later) }
            }
        }
        guard !joined.isEmpty else { return [] }
        let left = alternatives.cases.indices.filter { !joined.contains($0) }
        settlement[alternativesOf: shape.name] = AlternativesDraft(cases: left.map { alternatives.cases[$0] })
        return joined.map { alternatives.cases[$0].type.innermost }
    }

    /// Adds the fields of the second to those of the first, if they are twins that are described in place.
    private func join(_ first: DraftType, _ second: DraftType) -> Bool {
        guard let fields = settlement.fields(first), let others = settlement.fields(second), first != second,
            !(fields + others).contains(where: \.isInline),
            isInPlace(first), isInPlace(second),
            Self.required(fields) == Self.required(others)
        else { return false }
        var all = fields
        for other in others {
            guard let own = fields.first(where: { $0.wireName == other.wireName }) else {
                all.append(other)
                continue
            }
            guard own.type == other.type, own.format == other.format, own.isNullable == other.isNullable else {
                return false
            }
        }
        let names = MemberNames.names(for: all.map(\.wireName), reserved: ReservedNames.fieldMembers)
        for index in all.indices { all[index].name = names[index] }
        settlement.setFields(all, of: first)
        return true
    }

    /// Whether nothing else knows a shape.
    private func isInPlace(_ type: DraftType) -> Bool {
        useCounts[type.innermost] == 1 && settlement.origins[type.innermost]?.isNamed == false
    }

    private static func required(_ fields: [FieldDraft]) -> Set<String> {
        Set(fields.filter(\.isRequired).map(\.wireName))
    }
}
