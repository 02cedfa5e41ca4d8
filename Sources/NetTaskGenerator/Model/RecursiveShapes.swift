import NetTaskSpec

/// Finds the optional fields and the alternatives through which a shape contains itself: Swift needs those in a box.
///
/// Arrays and dictionaries keep their elements outside, and a shape that contains itself with nothing in between was
/// refused with the spec. What is left are circles of shapes that hold each other: the strongly connected components of
/// the graph of shapes, found by Tarjan's algorithm, without recursion since a chain of shapes can be long.
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
        var search = Search(held: held)
        for shape in spec.shapes { search.visit(shape.name.written) }
        circles = search.circles
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

    private struct Search {
        let held: [String: [String]]
        private(set) var circles: [String: Int] = [:]
        private var order: [String: Int] = [:]
        private var lowest: [String: Int] = [:]
        private var open: [String] = []

        init(held: [String: [String]]) {
            self.held = held
        }

        mutating func visit(_ root: String) {
            guard order[root] == nil else { return }
            enter(root)
            var path = [(shape: root, next: 0)]
            while let (shape, next) = path.last {
                let children = held[shape] ?? []
                if next < children.count {
                    path[path.count - 1].next += 1
                    let child = children[next]
                    if order[child] == nil {
                        enter(child)
                        path.append((child, 0))
                    } else if circles[child] == nil {
                        lower(shape, to: order[child])
                    }
                } else {
                    path.removeLast()
                    if let parent = path.last?.shape { lower(parent, to: lowest[shape]) }
                    if lowest[shape] == order[shape] { close(shape) }
                }
            }
        }

        private mutating func enter(_ shape: String) {
            lowest[shape] = order.count
            order[shape] = order.count
            open.append(shape)
        }

        private mutating func lower(_ shape: String, to value: Int?) {
            if let value, let old = lowest[shape], value < old { lowest[shape] = value }
        }

        private mutating func close(_ root: String) {
            while let shape = open.popLast() {
                circles[shape] = order[root]
                if shape == root { break }
            }
        }
    }
}
