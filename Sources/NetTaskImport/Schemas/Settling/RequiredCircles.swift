import NetTaskSpec

/// Makes fields optional through which a shape would contain itself without end, so that no value of it could exist.
struct RequiredCircles {
    private let settlement: ShapeSettlement

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    func open() {
        var finished: Set<String> = []
        for shape in settlement.draft.shapes where !finished.contains(shape.name) {
            search(from: shape.name, &finished)
        }
        var valued = ValuedShapes(settlement)
        valued.openTheRest()
    }

    /// A depth-first search with a stack of its own: chains of shapes may be long.
    private func search(from start: String, _ finished: inout Set<String>) {
        var path: [(name: String, fields: [String?], next: Int)] = [(start, settlement.neededFields(start), 0)]
        var open: Set<String> = [start]
        while let (name, fields, next) = path.last {
            guard next < fields.count else {
                finished.insert(name)
                open.remove(name)
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            guard let inner = fields[next], !finished.contains(inner) else { continue }
            if open.insert(inner).inserted {
                path.append((inner, settlement.neededFields(inner), 0))
            } else {
                settlement.makeOptional(next, of: name)
            }
        }
    }
}

extension ShapeSettlement {
    /// For each field of an object the shape that it cannot do without; nil for those that can do without any.
    func neededFields(_ name: String) -> [String?] {
        guard case .object(let fields) = shape(named: name)?.kind else { return [] }
        return fields.map { field in
            guard field.isRequired, !field.isNullable, let shape = shape(field.type) else { return nil }
            return shape.name
        }
    }
}
