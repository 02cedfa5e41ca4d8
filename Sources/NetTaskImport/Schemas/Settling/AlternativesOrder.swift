import NetTaskSpec

/// Puts alternatives that are tried one after the other from narrow to wide, and takes out those that are never reached.
struct AlternativesOrder {
    private let settlement: ShapeSettlement
    /// Of the shapes as specs will have them. What may be null and may be missing is one thing in shapes that are only
    /// read and two in others. Each compares only so much, which is for all alternatives together.
    private let covers: [TypeCover]

    /// More than these would be tried one after the other for each value.
    private static let limit = 64

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
        covers = [false, true].map { isRead in
            let model = ShapeModel(isRead: isRead)
            let shapes = settlement.draft.shapes.map { ($0.name, model.shape($0)) }
            return TypeCover(Dictionary(shapes) { first, _ in first })
        }
    }

    func order(_ indices: [Int]) {
        for index in indices { order(settlement.draft.shapes[index]) }
    }

    private func order(_ shape: ShapeDraft) {
        guard case .alternatives(var alternatives) = shape.kind else { return }
        let cases = alternatives.cases
        guard cases.count <= Self.limit else { return widen(shape, cases) }
        alternatives.choice = needsClosest(cases.map(\.type)) ? .closest : .first
        let types = cases.map { ShapeModel.type($0.type) }
        let isWider = relation(types) { $0.covers($1, $2) }
        let hides = relation(types) { $0.hides($1, $2, alternatives.choice) }
        var ordered: [Int] = []
        var left = Array(cases.indices)
        while !left.isEmpty {
            // Of several that read the same the first stays.
            let next = left.first { index in
                left.allSatisfy {
                    $0 == index || !isWider[index][$0] || isWider[$0][index] && !(hides[$0][index] && !hides[index][$0])
                }
            }
            let index = next ?? left[0]
            left.removeAll { other in
                guard other != index, hides[index][other] else { return other == index }
                let reason = "`\(cases[index].type.written)` before it reads all that it would"
                settlement.leaveOut(cases[other], of: shape.name, reason)
                return true
            }
            ordered.append(index)
        }
        alternatives.cases = ordered.map { cases[$0] }
        settlement[alternativesOf: shape.name] = alternatives
    }

    private func widen(_ shape: ShapeDraft, _ cases: [AlternativeDraft]) {
        let reason = "more than \(Self.limit) alternatives are kept as any JSON"
        for alternative in cases { alternative.schema?.leaveOut(reason) }
        if let schema = settlement.origins[shape.name]?.schema {
            schema.run.diagnostics.warning(reason, at: schema.range)
        }
        settlement[alternativesOf: shape.name] = AlternativesDraft(cases: [.other])
    }

    /// Whether a value of one object may be read as another one, which does not know all of its members.
    private func needsClosest(_ types: [DraftType]) -> Bool {
        let objects = types.compactMap { settlement.fields($0) }
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
        guard let enumeration = settlement.enumeration(field.type), enumeration.isClosed else { return nil }
        return Set(enumeration.cases.map(\.value))
    }

    private func relation(
        _ types: [TypeReference],
        _ holds: (TypeCover, TypeReference, TypeReference) -> Bool
    ) -> [[Bool]] {
        types.map { first in types.map { second in covers.contains { holds($0, first, second) } } }
    }
}
