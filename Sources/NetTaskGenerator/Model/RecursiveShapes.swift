import NetTaskSpec

/// Finds the optional fields through which a shape contains itself: Swift needs those in a box.
///
/// Arrays and dictionaries keep their elements outside, and a shape that contains itself with nothing in between was
/// refused with the spec.
struct RecursiveShapes {
    private let reachable: [String: Set<String>]

    init(of spec: Spec) {
        var direct: [String: Set<String>] = [:]
        for shape in spec.shapes {
            guard case .object(let fields) = shape.kind else { continue }
            direct[shape.name.written] = Set(fields.compactMap { Self.inlineShape($0.type) })
        }
        var reachable: [String: Set<String>] = [:]
        for shape in direct.keys where direct[shape]?.isEmpty == false {
            var found: Set<String> = []
            var pending = Array(direct[shape] ?? [])
            while let next = pending.popLast() {
                if found.insert(next).inserted { pending += direct[next] ?? [] }
            }
            reachable[shape] = found
        }
        self.reachable = reachable
    }

    func needsBox(_ field: Field, of shape: String) -> Bool {
        guard field.type.isOptional, let target = Self.inlineShape(field.type) else { return false }
        return target == shape || reachable[target]?.contains(shape) == true
    }

    /// The shape whose value is stored in the field itself.
    private static func inlineShape(_ type: TypeReference) -> String? {
        if case .shape(let name) = type.unwrapped { name } else { nil }
    }
}
