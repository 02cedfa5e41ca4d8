import NetTaskSpec

/// Takes out alternatives through which a shape would be an alternative of itself, at the same place of the JSON.
struct AlternativeCircles {
    private let settlement: ShapeSettlement

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    /// A depth-first search with a stack of its own: chains of shapes may be long.
    func cut() {
        var finished: Set<String> = []
        for shape in settlement.draft.shapes where !finished.contains(shape.name) {
            search(from: shape.name, &finished)
        }
    }

    private func search(from start: String, _ finished: inout Set<String>) {
        var path: [(name: String, next: Int)] = [(start, 0)]
        var open: Set<String> = [start]
        while let (name, next) = path.last {
            let cases = tried(name)
            guard next < cases.count else {
                finished.insert(name)
                open.remove(name)
                path.removeLast()
                continue
            }
            guard case .named(let inner) = cases[next], open.contains(inner) else {
                path[path.count - 1].next += 1
                if case .named(let inner) = cases[next], !finished.contains(inner) {
                    open.insert(inner)
                    path.append((inner, 0))
                }
                continue
            }
            settlement.removeCase(next, of: name, "it would be an alternative of itself")
        }
    }

    /// The types that read the same JSON: alternatives, and inline fields.
    private func tried(_ name: String) -> [DraftType] {
        switch settlement.shape(named: name)?.kind {
        case .alternatives(let alternatives): alternatives.cases.map(\.type)
        case .object(let fields): fields.filter(\.isInline).map(\.type)
        case .enumeration, nil: []
        }
    }
}
