/// Finds shapes that contain themselves with no optional, list or dictionary between: no value of them could exist.
struct ShapeCycles {
    private let fieldsOfShape: [String: [LocatedField]]
    private let names: [String]

    init(_ shapes: [LocatedShape]) {
        names = shapes.map(\.shape.name.written)
        fieldsOfShape = Dictionary(shapes.map { ($0.shape.name.written, $0.fields) }) { first, _ in first }
    }

    /// Reports each cycle once, at the field that closes it.
    func check(_ diagnostics: DiagnosticCollector) {
        var finished: Set<String> = []
        for name in names where !finished.contains(name) {
            search(from: name, &finished, diagnostics)
        }
    }

    /// A depth-first search with a stack of its own: chains of shapes may be long.
    private func search(from start: String, _ finished: inout Set<String>, _ diagnostics: DiagnosticCollector) {
        var path: [(name: String, next: Int)] = [(start, 0)]
        var positions = [start: 0]
        while let (name, next) = path.last {
            let fields = fieldsOfShape[name] ?? []
            guard next < fields.count else {
                finished.insert(name)
                positions[name] = nil
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            guard case .shape(let inner) = fields[next].field.type, !fields[next].field.isNullable,
                !finished.contains(inner)
            else { continue }
            if let position = positions[inner] {
                let cycle = path[position...].map(\.name) + [inner]
                report(cycle, at: fields[next].typeRange, diagnostics)
            } else {
                positions[inner] = path.count
                path.append((inner, 0))
            }
        }
    }

    private func report(_ cycle: [String], at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        let shown = cycle.count > 12 ? cycle.prefix(6) + ["…"] + cycle.suffix(5) : cycle[...]
        let way = shown.joined(separator: " → ")
        diagnostics.error(
            "the shape `\(cycle[0])` contains itself without end: \(way)",
            at: range,
            notes: [.init("make one of these fields optional, or a list", at: range)]
        )
    }
}
