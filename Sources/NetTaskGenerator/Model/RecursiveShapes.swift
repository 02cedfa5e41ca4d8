import NetTaskSpec

/// Finds the optional fields through which a shape contains itself: Swift needs those in a box.
///
/// Arrays and dictionaries keep their elements outside, and a shape that contains itself with nothing in between was
/// refused with the spec. What is left are circles of shapes that hold each other: the strongly connected components of
/// the graph of shapes, found by Tarjan's algorithm, without recursion since a chain of shapes can be long.
struct RecursiveShapes {
    /// The circle that each shape belongs to; a shape in no circle has one of its own.
    private var circles: [String: Int] = [:]

    init(of spec: Spec) {
        var held: [String: [String]] = [:]
        for shape in spec.shapes {
            held[shape.name.written] = (shape.fields ?? []).compactMap { Self.inlineShape($0.type) }
        }
        var search = Search(held: held)
        for shape in spec.shapes { search.visit(shape.name.written) }
        circles = search.circles
    }

    func needsBox(_ field: Field, of shape: String) -> Bool {
        guard field.type.isOptional, let target = Self.inlineShape(field.type) else { return false }
        return target == shape || circles[target] == circles[shape]
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
