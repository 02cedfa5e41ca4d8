import NetTaskSpec

/// Closes enumerations of objects that are tried one after the other, where a value tells that it is another one: an object
/// whose tag has a value of another alternative does not match.
struct ClosedValues {
    private let settlement: ShapeSettlement

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    func close(_ shape: ShapeDraft) {
        guard case .alternatives(let alternatives) = shape.kind else { return }
        let objects = alternatives.cases.compactMap { settlement.fields($0.type) }
        for (index, fields) in objects.enumerated() {
            for field in fields {
                guard case .named(let name) = field.type, let place = settlement.index(of: name),
                    case .enumeration(var enumeration) = settlement.draft.shapes[place].kind
                else { continue }
                let values = Set(enumeration.cases.map(\.value))
                let isTag = objects.enumerated().contains { other, fields in
                    other != index && fields.contains { $0.wireName == field.wireName && canDiffer($0, from: values) }
                }
                guard values.count == 1 || isTag else { continue }
                enumeration.isClosed = true
                settlement.draft.shapes[place].kind = .enumeration(enumeration)
            }
        }
    }

    private func canDiffer(_ field: FieldDraft, from values: Set<String>) -> Bool {
        guard let enumeration = settlement.enumeration(field.type) else { return true }
        return !enumeration.cases.allSatisfy { values.contains($0.value) }
    }
}
