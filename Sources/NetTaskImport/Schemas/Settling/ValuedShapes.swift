/// The shapes that some finite value has: all but those that cannot do without a value of their own inside. Of alternatives
/// one is enough.
struct ValuedShapes {
    private let settlement: ShapeSettlement
    private var valued: Set<String> = []
    /// How many shapes each still lacks.
    private var missing: [String: Int] = [:]
    /// Who waits for a shape.
    private var waiting: [String: [String]] = [:]

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
        var pending: [String] = []
        for shape in settlement.draft.shapes {
            let needs = needs(shape)
            missing[shape.name] = needs.missing
            for need in needs.shapes { waiting[need, default: []].append(shape.name) }
            if needs.missing == 0 { pending.append(shape.name) }
        }
        add(pending)
    }

    /// Makes fields optional until every shape of alternatives has a value.
    mutating func openTheRest() {
        for shape in settlement.draft.shapes {
            guard case .alternatives = shape.kind else { continue }
            while !valued.contains(shape.name), let (object, field) = blockedField(shape) {
                settlement.makeOptional(field, of: object)
                missing[object, default: 1] -= 1
                if missing[object] == 0 { add([object]) }
            }
        }
    }

    private func needs(_ shape: ShapeDraft) -> (shapes: [String], missing: Int) {
        switch shape.kind {
        case .object:
            let shapes = settlement.neededFields(shape.name).compactMap { $0 }
            return (shapes, shapes.count)
        case .enumeration:
            return ([], 0)
        case .alternatives(let alternatives):
            let shapes = alternatives.cases.compactMap { settlement.shape($0.type)?.name }
            // With a discriminator, objects that the document does not know are kept.
            let isFree = alternatives.discriminator != nil || shapes.count < alternatives.cases.count
            return (shapes, isFree ? 0 : 1)
        }
    }

    private mutating func add(_ names: [String]) {
        var pending = names
        while let name = pending.popLast() {
            guard valued.insert(name).inserted else { continue }
            for other in waiting[name] ?? [] {
                guard let count = missing[other], count > 0 else { continue }
                missing[other] = count - 1
                if count == 1 { pending.append(other) }
            }
        }
    }

    /// A field without which one of the alternatives would have a value.
    private func blockedField(_ shape: ShapeDraft) -> (object: String, field: Int)? {
        var shape = shape
        for _ in 0..<settlement.draft.shapes.count {
            guard case .alternatives(let alternatives) = shape.kind else { break }
            guard let first = alternatives.cases.lazy.compactMap({ settlement.shape($0.type) }).first else {
                return nil
            }
            shape = first
        }
        let blocked = settlement.neededFields(shape.name).firstIndex { $0.map { !valued.contains($0) } ?? false }
        return blocked.map { (shape.name, $0) }
    }
}
