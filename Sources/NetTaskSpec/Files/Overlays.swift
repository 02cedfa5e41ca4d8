/// Puts what specs say over what they extend: behind this, such a spec is as any other.
struct Overlays: Diagnosing {
    private(set) var parts: [SpecPart?]
    let diagnostics: DiagnosticCollector

    init(_ parts: [SpecPart?], diagnostics: DiagnosticCollector) {
        self.parts = parts
        self.diagnostics = diagnostics
        /// Those of cycles in which one extends another: nobody can tell what they say.
        var unsettled: Set<Int> = []
        let order = Graph.search(from: Array(parts.indices)) { number in
            ((parts[number]?.extends ?? []) + (parts[number]?.includes ?? [])).map { ($0.value, $0.range) }
        } foundCycle: { cycle, range in
            if reportCycle(cycle, at: range) { unsettled.formUnion(cycle) }
        }
        for number in unsettled { self.parts[number]?.hasAllFiles = false }
        // What is extended comes before what extends it, so that chains work.
        for number in order { settle(number) }
    }

    /// - Returns: Whether one of the files extends another.
    private func reportCycle(_ cycle: [Int], at range: SourceRange) -> Bool {
        let files = Graph.text(
            cycle.map { (parts[$0]?.path.split(separator: "/").last).map(String.init)?.quotedForMessage ?? "" }
        )
        let hasOverlay = zip(cycle, cycle.dropFirst()).contains { file, next in
            parts[file]?.extends.contains { $0.value == next } == true
        }
        if hasOverlay {
            at(range).error("these files extend each other in a circle: \(files)")
                .note("leave one of these paths out: a spec cannot change what it is itself a part of")
        } else {
            at(range).error("these files include each other in a circle: \(files)")
                .note("leave one of these paths out: files of one client see each other both ways")
        }
        return hasOverlay
    }

    private mutating func settle(_ number: Int) {
        guard var part = parts[number], !part.extends.isEmpty else { return }
        let files = files(of: part.extends)
        let bases = files.compactMap { parts[$0] }
        part.extended = Set(files + bases.flatMap(\.extended)).subtracting([number]).sorted()
        part.hasAllFiles = part.hasAllFiles && bases.count == files.count && bases.allSatisfy(\.hasAllFiles)
        if part.hasAllFiles {
            let base = ClientEntries(overlay: part, diagnostics: diagnostics).merged(bases)
            let ownFiles = ["include", "extends"]
            part.entries = NodeMerge(isOverlay: true, diagnostics: diagnostics).merged(
                part.entries,
                over: base.filter { !ownFiles.contains($0.key) },
                SpecLanguage.spec
            )
        }
        if !part.hasClient, let named = bases.first(where: \.hasClient) {
            (part.hasClient, part.client) = (true, named.client)
        }
        parts[number] = part
    }

    /// The numbers of these files and of all that they include, in order.
    private func files(of extends: [Located<Int>]) -> [Int] {
        var files: [Int] = []
        var seen: Set<Int> = []
        var pending = Array(extends.map(\.value).reversed())
        while let file = pending.popLast() {
            guard seen.insert(file).inserted else { continue }
            files.append(file)
            pending += (parts[file]?.includes ?? []).map(\.value).reversed()
        }
        return files
    }
}
