import NetTaskSpec

/// Finds the optional fields and the alternatives through which a shape contains itself: Swift needs those in a box.
///
/// Arrays and dictionaries keep their elements outside, and a shape that contains itself with nothing in between was
/// refused with the spec. What is left are circles of shapes that hold each other: the strongly connected components of
/// the graph of shapes, found by Kosaraju's algorithm, without recursion since a chain of shapes can be long.
struct RecursiveShapes {
    /// The circle that each shape belongs to; a shape in no circle has one of its own.
    private var circles: [String: Int] = [:]
    /// The shapes that are one of several types.
    private var enumerations: Set<String> = []

    init(of spec: Spec) {
        var held: [String: [String]] = [:]
        for shape in spec.shapes {
            let types = (shape.fields ?? []).map(\.type) + (shape.alternatives?.cases ?? []).map(\.type)
            held[shape.name.written] = types.compactMap(Self.inlineShape)
            if shape.alternatives != nil { enumerations.insert(shape.name.written) }
        }
        circles = Self.circles(held)
    }

    func needsBox(_ field: Field, of shape: String) -> Bool {
        guard field.type.isOptional || field.isNullable, let target = Self.inlineShape(field.type),
            !enumerations.contains(target)
        else {
            return false
        }
        return target == shape || circles[target] == circles[shape]
    }

    /// Whether the enumeration that a shape with alternatives becomes has to be in a box of its own.
    func needsIndirection(_ alternatives: Alternatives, of shape: String) -> Bool {
        alternatives.cases.contains { alternative in
            Self.inlineShape(alternative.type).map { $0 == shape || circles[$0] == circles[shape] } ?? false
        }
    }

    /// The shape whose value is stored in the field itself.
    private static func inlineShape(_ type: TypeReference) -> String? {
        if case .shape(let name) = type.unwrapped { name } else { nil }
    }

    /// The strongly connected components, each by a number.
    private static func circles(_ held: [String: [String]]) -> [String: Int] {
        var order: [String] = []
        var seen: Set<String> = []
        var pending = held.keys.map { (shape: $0, isLeft: false) }
        while let (shape, isLeft) = pending.popLast() {
            if isLeft {
                order.append(shape)
            } else if seen.insert(shape).inserted {
                pending.append((shape, true))
                pending += (held[shape] ?? []).map { ($0, false) }
            }
        }
        var holders: [String: [String]] = [:]
        for (holder, shapes) in held {
            for shape in shapes { holders[shape, default: []].append(holder) }
        }
        var circles: [String: Int] = [:]
        for (number, root) in order.reversed().enumerated() where circles[root] == nil {
            let circle = Graph.reached(from: [root]) { (holders[$0] ?? []).filter { circles[$0] == nil } }
            for shape in circle { circles[shape] = number }
        }
        return circles
    }
}
