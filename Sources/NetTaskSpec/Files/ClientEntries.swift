/// What the files of one client say together, as if it stood in one file. Each entry keeps the place that it has.
struct ClientEntries {
    let diagnostics: DiagnosticCollector

    func merged(_ parts: [SpecPart]) -> [YAMLNode.Entry] {
        guard parts.count > 1 else { return parts.first?.entries ?? [] }
        return SpecLanguage.spec.usableNames.compactMap { key in
            merged(parts.compactMap { part in part.entries.first { $0.key == key } }, key)
        }
    }

    private func merged(_ entries: [YAMLNode.Entry], _ key: String) -> YAMLNode.Entry? {
        guard var first = entries.first, entries.count > 1 else { return entries.first }
        // What is no map, its reader complains about.
        if let wrong = entries.first(where: { !$0.value.isMap }), isMap(key) { return wrong }
        switch SpecLanguage.spec.key(key)?.value {
        case .named(.map(let noun)):
            first.value.content = .mapping(union(entries, noun))
        case .map("defaults"):
            first.value.content = .mapping(common(entries))
        default:
            if key != "nettask", key != "client", key != "include" { refuse(entries.dropFirst(), beside: first) }
        }
        return first
    }

    private func isMap(_ key: String) -> Bool {
        switch SpecLanguage.spec.key(key)?.value {
        case .named, .map("defaults"): true
        default: false
        }
    }

    /// Shapes or endpoints, which see each other wherever they stand.
    private func union(_ entries: [YAMLNode.Entry], _ noun: String) -> [YAMLNode.Entry] {
        var union: [YAMLNode.Entry] = []
        var places: [String: SourceRange] = [:]
        for entry in entries.flatMap(\.value.entries) {
            if let first = places[entry.key] {
                diagnostics.error(
                    "the \(noun) \(entry.key.quotedForMessage) is in another file of this client already",
                    at: entry.keyRange,
                    notes: [.init("it is here first", at: first)]
                )
            } else {
                places[entry.key] = entry.keyRange
                union.append(entry)
            }
        }
        return union
    }

    /// The defaults of a client are one set: its files may add to it, and not disagree.
    private func common(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
        var common: [YAMLNode.Entry] = []
        var indices: [String: Int] = [:]
        for entry in entries.flatMap(\.value.entries) {
            guard let index = indices[entry.key] else {
                indices[entry.key] = common.count
                common.append(entry)
                continue
            }
            guard !common[index].value.saysTheSame(as: entry.value) else { continue }
            diagnostics.error(
                "the default \(entry.key.quotedForMessage) has another value in another file of this client",
                at: entry.keyRange,
                notes: [
                    .init("the other value is here", at: common[index].keyRange),
                    .init("all files of a client share their defaults; say this in one of them", at: entry.keyRange),
                ]
            )
        }
        return common
    }

    private func refuse(_ entries: ArraySlice<YAMLNode.Entry>, beside first: YAMLNode.Entry) {
        for entry in entries {
            diagnostics.error(
                "\(entry.key.quotedForMessage) is in another file of this client already",
                at: entry.keyRange,
                notes: [.init("it is here first; one file says it for all", at: first.keyRange)]
            )
        }
    }
}

extension YAMLNode {
    fileprivate var isMap: Bool {
        if case .mapping = content { true } else { false }
    }

    fileprivate var entries: [Entry] {
        if case .mapping(let entries) = content { entries } else { [] }
    }

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
