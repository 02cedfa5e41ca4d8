/// Collects the entries of one map: finds duplicate keys and puts merge keys (`<<`) in force.
struct YAMLMappingBuilder {
    private var entries: [YAMLNode.Entry] = []
    private var placeOfKey: [String: SourceRange] = [:]
    private var merge: (index: Int, entry: YAMLNode.Entry)?

    /// Small maps are searched, and only larger ones pay for a dictionary.
    private static let searched = 8

    mutating func add(_ entry: YAMLNode.Entry, isMergeKey: Bool, _ diagnostics: DiagnosticCollector) {
        if isMergeKey {
            if let merge {
                report(entry, merge.entry.keyRange, diagnostics)
            } else {
                merge = (entries.count, entry)
            }
            return
        }
        if let first = place(of: entry.key) {
            report(entry, first, diagnostics)
            return
        }
        entries.append(entry)
        if entries.count > Self.searched {
            if placeOfKey.isEmpty {
                for entry in entries { placeOfKey[entry.key] = entry.keyRange }
            } else {
                placeOfKey[entry.key] = entry.keyRange
            }
        }
    }

    /// All entries: where `<<` stood, those of the maps it names whose keys this map lacks, earlier maps first.
    func merged(_ diagnostics: DiagnosticCollector) -> [YAMLNode.Entry] {
        guard let (index, merge) = merge else { return entries }
        let sources: [YAMLNode]
        if case .sequence(let items) = merge.value.content {
            sources = items
        } else {
            sources = [merge.value]
        }
        var added: [YAMLNode.Entry] = []
        var seen: Set<String> = []
        for source in sources {
            guard case .mapping(let inherited) = source.content else {
                diagnostics.error("`<<` takes a map or a list of maps, not \(source.kind)", at: merge.keyRange)
                continue
            }
            for entry in inherited where place(of: entry.key) == nil && seen.insert(entry.key).inserted {
                added.append(entry)
            }
        }
        var result = entries
        result.insert(contentsOf: added, at: index)
        return result
    }

    private func place(of key: String) -> SourceRange? {
        if entries.count > Self.searched { return placeOfKey[key] }
        for entry in entries where entry.key == key { return entry.keyRange }
        return nil
    }

    private func report(_ entry: YAMLNode.Entry, _ first: SourceRange, _ diagnostics: DiagnosticCollector) {
        diagnostics.error(
            "the key \(entry.key.quotedForMessage) is here for the second time",
            at: entry.keyRange,
            notes: [.init("it is here first", at: first)]
        )
    }
}
