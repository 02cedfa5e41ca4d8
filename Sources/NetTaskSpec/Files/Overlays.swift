/// Puts what specs say over what they extend: behind this, such a spec is as any other.
struct Overlays {
    private(set) var parts: [SpecPart?]
    private let diagnostics: DiagnosticCollector

    init(_ parts: [SpecPart?], diagnostics: DiagnosticCollector) {
        self.parts = parts
        self.diagnostics = diagnostics
        let cycles = FileCycles(parts, diagnostics)
        for number in cycles.unsettled { self.parts[number]?.hasAllFiles = false }
        // What is extended comes before what extends it, so that chains work.
        for number in cycles.order { settle(number) }
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

    /// The numbers of these files and of all that they include.
    private func files(of extends: [SpecPart.Reference]) -> [Int] {
        var files: [Int] = []
        var seen: Set<Int> = []
        var pending = Array(extends.map(\.file).reversed())
        while let file = pending.popLast() {
            guard seen.insert(file).inserted else { continue }
            files.append(file)
            pending += (parts[file]?.includes ?? []).map(\.file).reversed()
        }
        return files
    }
}
