import NetTaskSpec

/// Joins alternatives that nothing which must be there tells apart: objects that differ in optional members only. The first
/// would be read in place of the others, and what only they have would be lost.
struct TwinAlternatives {
    private let settlement: ShapeSettlement
    /// How often each shape is named.
    private let useCounts: [String: Int]

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
        var counts: [String: Int] = [:]
        for shape in settlement.draft.shapes {
            for type in shape.types { counts[type.innermost, default: 0] += 1 }
        }
        for endpoint in settlement.draft.endpoints {
            for type in endpoint.types { counts[type.innermost, default: 0] += 1 }
        }
        useCounts = counts
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
        settlement.forgetCases(joined, of: shape.name)
        return joined.map { alternatives.cases[$0].type.innermost }
    }

    /// Adds the fields of the second to those of the first, if they are twins and no other shape knows them.
    private func join(_ first: DraftType, _ second: DraftType) -> Bool {
        guard let fields = settlement.fields(first), let others = settlement.fields(second), first != second,
            useCounts[first.innermost] == 1, useCounts[second.innermost] == 1,
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

    private static func required(_ fields: [FieldDraft]) -> Set<String> {
        Set(fields.filter(\.isRequired).map(\.wireName))
    }
}

extension ShapeDraft {
    fileprivate var types: [DraftType] {
        switch kind {
        case .object(let fields): fields.map(\.type)
        case .alternatives(let alternatives): alternatives.cases.map(\.type)
        case .enumeration: []
        }
    }
}

extension EndpointDraft {
    fileprivate var types: [DraftType] {
        params.map(\.type) + readTypes
            + [body, requestObject.map { .named($0) }].compactMap { $0 }
    }
}
