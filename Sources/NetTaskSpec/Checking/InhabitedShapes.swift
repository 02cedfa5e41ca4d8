/// The shapes that some finite value has: all but those that cannot do without a value of their own inside.
struct InhabitedShapes {
    private var inhabited: Set<String> = []

    init(_ shapes: [String: LocatedShape]) {
        /// The shapes that a shape cannot be without, as far as they are not known to have a value.
        var missing: [String: Int] = [:]
        /// Who waits for a shape.
        var waiting: [String: [String]] = [:]
        var pending: [String] = []
        for (name, shape) in shapes {
            let needs = Self.needs(shape)
            // Of alternatives one is enough.
            let isChoice = !shape.alternatives.isEmpty
            missing[name] = isChoice ? (needs.count < shape.alternatives.count ? 0 : 1) : needs.count
            if missing[name] == 0 { pending.append(name) }
            for need in needs { waiting[need, default: []].append(name) }
        }
        while let name = pending.popLast() {
            guard inhabited.insert(name).inserted else { continue }
            for other in waiting[name] ?? [] {
                guard let count = missing[other], count > 0 else { continue }
                missing[other] = count - 1
                if count == 1 { pending.append(other) }
            }
        }
    }

    func contains(_ name: String) -> Bool { inhabited.contains(name) }

    private static func needs(_ shape: LocatedShape) -> [String] {
        if shape.shape.catchAll != nil { return [] }
        let types =
            shape.fields.filter { !$0.field.isNullable }.map(\.field.type) + shape.alternatives.map(\.alternative.type)
        return types.compactMap { if case .shape(let name) = $0 { name } else { nil } }
    }
}
