/// Which shapes hold a secret when they are sent, or stored, be it in a field of their own or deeper.
struct SecretShapes {
    /// A secret field of each such shape, of its own or of one that it holds.
    private var secretOfShape: [String: LocatedField] = [:]

    /// From the secrets outwards, so that a long chain of shapes is walked once.
    ///
    /// - Parameter withUnsent: Whether fields that are never sent count as well: on disk is all of a task.
    init(_ shapes: [LocatedShape], withUnsent: Bool = false) {
        var pending: [String] = []
        for shape in shapes {
            guard let secret = shape.fields.first(where: { $0.field.isSecret && (withUnsent || $0.field.isSent) })
            else { continue }
            secretOfShape[shape.shape.name.written] = secret
            pending.append(shape.shape.name.written)
        }
        if pending.isEmpty { return }
        var holders: [String: [String]] = [:]
        for shape in shapes {
            let fields = shape.fields.filter { withUnsent || $0.field.isSent }.map(\.field.type)
            for type in fields + shape.alternatives.map(\.alternative.type) {
                guard case .shape(let held) = type.innermost else { continue }
                holders[held, default: []].append(shape.shape.name.written)
            }
        }
        while let name = pending.popLast() {
            for holder in holders[name] ?? [] where secretOfShape[holder] == nil {
                secretOfShape[holder] = secretOfShape[name]
                pending.append(holder)
            }
        }
    }

    /// A secret that goes with a value of that type.
    func secret(in type: TypeReference) -> LocatedField? {
        if case .shape(let name) = type.innermost { secretOfShape[name] } else { nil }
    }
}
