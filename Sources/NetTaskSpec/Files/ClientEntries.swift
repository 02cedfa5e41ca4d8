/// What the files of one client say together, as if it stood in one file. Each entry keeps the place that it has.
struct ClientEntries {
    /// The spec that extends these files: what it says itself, they may disagree about.
    var overlay: SpecPart?
    let diagnostics: DiagnosticCollector

    func merged(_ parts: [SpecPart]) -> [YAMLNode.Entry] {
        guard parts.count > 1 else { return parts.first?.entries ?? [] }
        return SpecLanguage.spec.usableNames.compactMap { key in merged(parts, key) }
    }

    private func merged(_ parts: [SpecPart], _ key: String) -> YAMLNode.Entry? {
        let parts = parts.filter { $0.entry(key) != nil }
        let entries = parts.compactMap { $0.entry(key) }
        guard var first = entries.first, entries.count > 1 else { return entries.first }
        switch key {
        case "shapes":
            first.value.content = .mapping(union(maps(entries, parts), "shape"))
        case "endpoints":
            first.value.content = .mapping(union(maps(entries, parts), "endpoint"))
        case "groups":
            first.value.content = .mapping(union(maps(entries, parts), "group"))
        case "defaults":
            first.value.content = .mapping(common(maps(entries, parts)))
        case "nettask", "client", "include", "extends":
            break
        case _ where overlay?.entry(key) != nil:
            break
        default:
            let current = current(entries.map { [$0] }, parts).joined()
            first = current.first ?? first
            refuse(current.filter { $0.keyRange != first.keyRange }, beside: first)
        }
        return first
    }

    /// The values that are maps, as all of them should be.
    private func maps(_ entries: [YAMLNode.Entry], _ parts: [SpecPart]) -> [[YAMLNode.Entry]] {
        let maps = entries.map { entry -> [YAMLNode.Entry] in
            if case .mapping(let map) = entry.value.content { return map }
            diagnostics.at(entry.value.range).error("`\(entry.key)` must be a map, not \(entry.value.kind)")
            return []
        }
        return current(maps, parts)
    }

    /// The entries without those that a part has from a file that another one extends too, and has changed or left out.
    private func current(_ maps: [[YAMLNode.Entry]], _ parts: [SpecPart]) -> [[YAMLNode.Entry]] {
        let overlays = parts.indices.filter { !parts[$0].extended.isEmpty }
        let places = overlays.map { Dictionary(maps[$0].map { ($0.key, $0.keyRange) }) { first, _ in first } }
        return maps.indices.map { index in
            maps[index].filter { entry in
                !zip(overlays, places).contains { overlay, places in
                    overlay != index && parts[overlay].extended.contains(entry.keyRange.file)
                        && places[entry.key] != entry.keyRange
                }
            }
        }
    }

    /// Shapes or endpoints, which see each other wherever they stand.
    private func union(_ maps: [[YAMLNode.Entry]], _ noun: String) -> [YAMLNode.Entry] {
        var union: [YAMLNode.Entry] = []
        var places: [String: SourceRange] = [:]
        for entry in maps.joined() {
            guard let first = places[entry.key] else {
                places[entry.key] = entry.keyRange
                union.append(entry)
                continue
            }
            if first == entry.keyRange { continue }  // two ways lead to the file that it is in
            diagnostics.at(entry.keyRange)
                .error("the \(noun) \(entry.key.quotedForMessage) is in another file of this client already")
                .note("first used here", at: first)
        }
        return union
    }

    /// The defaults of a client are one set: its files may add to it, and not disagree.
    private func common(_ maps: [[YAMLNode.Entry]]) -> [YAMLNode.Entry] {
        var common: [YAMLNode.Entry] = []
        var indices: [String: Int] = [:]
        for entry in maps.joined() {
            guard let index = indices[entry.key] else {
                indices[entry.key] = common.count
                common.append(entry)
                continue
            }
            let isSettled = overlay?.entry("defaults")?.value[entry.key] != nil
            guard !isSettled, !common[index].value.saysTheSame(as: entry.value) else { continue }
            diagnostics.at(entry.keyRange)
                .error("the default \(entry.key.quotedForMessage) has another value in another file of this client")
                .note("the other value is here", at: common[index].keyRange)
                .note(
                    extends == nil
                        ? "all files of a client share their defaults; say this in one of them" : Self.advice,
                    at: extends ?? entry.keyRange
                )
        }
        return common
    }

    private func refuse(_ entries: [YAMLNode.Entry], beside first: YAMLNode.Entry) {
        for entry in entries {
            let report = diagnostics.at(entry.keyRange)
                .error("\(entry.key.quotedForMessage) is in another file of this client already")
                .note(
                    extends == nil ? "first used here; one file sets it for all" : "first used here",
                    at: first.keyRange
                )
            if let extends { report.note(Self.advice, at: extends) }
        }
    }

    /// Where the spec says what it extends: what is extended is changed by what extends it alone.
    private var extends: SourceRange? { overlay?.entry("extends")?.keyRange }
    private static let advice = "say it in this spec, which extends both"
}

extension YAMLNode {
    /// Whether both say the same, wherever they stand and in whatever order their maps are written.
    fileprivate func saysTheSame(as other: YAMLNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let left), .scalar(let right)):
            return left.text == right.text && left.isPlain == right.isPlain
        case (.sequence(let left), .sequence(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.saysTheSame(as: $1) }
        case (.mapping(let left), .mapping(let right)):
            guard left.count == right.count else { return false }
            let values = Dictionary(left.map { ($0.key, $0.value) }) { first, _ in first }
            return right.allSatisfy { values[$0.key]?.saysTheSame(as: $0.value) == true }
        default:
            return false
        }
    }
}
