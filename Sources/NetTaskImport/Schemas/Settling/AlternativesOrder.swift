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
        guard case .alternatives(let alternatives) = shape.kind else { return }
        guard alternatives.cases.count <= Self.limit else {
            for index in alternatives.cases.indices.reversed().dropLast() {
                settlement.removeCase(
                    index,
                    of: shape.name,
                    "more than \(Self.limit) alternatives are kept as any JSON"
                )
            }
            settlement.widenOnlyCase(of: shape.name)
            return
        }
        let wider = relation(alternatives.cases.map { ShapeModel.type($0.type) })
        let hidden = alternatives.cases.map { first in alternatives.cases.map { hides(first.type, $0.type) } }
        var ordered: [Int] = []
        var left = Array(alternatives.cases.indices)
        while !left.isEmpty {
            // Of several that read the same the first stays.
            let next = left.first { index in
                left.allSatisfy { $0 == index || !(wider[index][$0] || hidden[index][$0]) || wider[$0][index] }
            }
            let index = next ?? left[0]
            ordered.append(index)
            left.removeAll { $0 == index || wider[index][$0] }
        }
        settlement.keepCases(ordered, of: shape.name, "an alternative before it reads all that it would")
    }

    /// Whether an object would in practice be read for another one that has to have more.
    private func hides(_ first: DraftType, _ second: DraftType) -> Bool {
        guard let fields = settlement.fields(first), let others = settlement.fields(second) else { return false }
        let required = fields.filter(\.isRequired)
        let isRead = required.allSatisfy { field in
            others.contains { $0.isRequired && $0.wireName == field.wireName && $0.type == field.type }
        }
        return isRead && required.count < others.filter(\.isRequired).count
    }

    /// Whether one type reads all that another one does.
    private func relation(_ types: [TypeReference]) -> [[Bool]] {
        types.map { wide in types.map { narrow in covers.contains { $0.covers(wide, narrow) } } }
    }
}
