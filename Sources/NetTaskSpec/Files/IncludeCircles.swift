/// Finds files that include each other in a circle.
struct IncludeCircles {
    private let parts: [SpecPart?]

    init(_ parts: [SpecPart?]) {
        self.parts = parts
    }

    /// Reports each circle once, at the path that closes it.
    func check(_ diagnostics: DiagnosticCollector) {
        var finished: Set<Int> = []
        for number in parts.indices where !finished.contains(number) {
            search(from: number, &finished, diagnostics)
        }
    }

    /// A depth-first search with a stack of its own: chains of files may be long.
    private func search(from start: Int, _ finished: inout Set<Int>, _ diagnostics: DiagnosticCollector) {
        var way: [(file: Int, next: Int)] = [(start, 0)]
        var positions = [start: 0]
        while let (file, next) = way.last {
            let includes = parts[file]?.includes ?? []
            guard next < includes.count else {
                finished.insert(file)
                positions[file] = nil
                way.removeLast()
                continue
            }
            way[way.count - 1].next += 1
            let include = includes[next]
            guard !finished.contains(include.file) else { continue }
            if let position = positions[include.file] {
                report(way[position...].map(\.file) + [include.file], at: include.range, diagnostics)
            } else {
                positions[include.file] = way.count
                way.append((include.file, 0))
            }
        }
    }

    private func report(_ circle: [Int], at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        let names = circle.map { (parts[$0]?.path.split(separator: "/").last).map(String.init)?.quotedForMessage ?? "" }
        let shown = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names[...]
        diagnostics.error(
            "these files include each other in a circle: \(shown.joined(separator: " → "))",
            at: range,
            notes: [.init("leave one of these paths out: files of one client see each other both ways", at: range)]
        )
    }
}
