/// Finds files that lead to each other in a cycle, by `include` and `extends`.
struct FileCycles {
    private let parts: [SpecPart?]
    /// All files, each after those that it leads to.
    private(set) var order: [Int] = []
    /// Those of cycles in which one extends another: nobody can tell what they say.
    private(set) var unsettled: Set<Int> = []

    /// Reports each cycle once, at the path that closes it.
    init(_ parts: [SpecPart?], _ diagnostics: DiagnosticCollector) {
        self.parts = parts
        var finished: Set<Int> = []
        for number in parts.indices where !finished.contains(number) {
            search(from: number, &finished, diagnostics)
        }
    }

    /// A depth-first search with a stack of its own: chains of files may be long.
    private mutating func search(from start: Int, _ finished: inout Set<Int>, _ diagnostics: DiagnosticCollector) {
        var path: [(file: Int, next: Int)] = [(start, 0)]
        var positions = [start: 0]
        while let (file, next) = path.last {
            let references = (parts[file]?.extends ?? []) + (parts[file]?.includes ?? [])
            guard next < references.count else {
                finished.insert(file)
                order.append(file)
                positions[file] = nil
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            let reference = references[next]
            guard !finished.contains(reference.file) else { continue }
            if let position = positions[reference.file] {
                report(path[position...].map(\.file) + [reference.file], at: reference.range, diagnostics)
            } else {
                positions[reference.file] = path.count
                path.append((reference.file, 0))
            }
        }
    }

    private mutating func report(_ cycle: [Int], at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        let names = cycle.map { (parts[$0]?.path.split(separator: "/").last).map(String.init)?.quotedForMessage ?? "" }
        let shown = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names[...]
        let files = shown.joined(separator: " → ")
        let hasOverlay = zip(cycle, cycle.dropFirst()).contains { file, next in
            parts[file]?.extends.contains { $0.file == next } == true
        }
        if hasOverlay {
            unsettled.formUnion(cycle)
            diagnostics.error(
                "these files extend each other in a circle: \(files)",
                at: range,
                notes: [
                    .init("leave one of these paths out: a spec cannot change what it is itself a part of", at: range)
                ]
            )
        } else {
            diagnostics.error(
                "these files include each other in a circle: \(files)",
                at: range,
                notes: [.init("leave one of these paths out: files of one client see each other both ways", at: range)]
            )
        }
    }
}
