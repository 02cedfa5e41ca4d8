/// Reports unknown keys, and reads them as the keys that the author probably intended, so that one mistake causes one error.
struct MistakenKeys: Diagnosing {
    private let rule: MappingRule
    let diagnostics: DiagnosticCollector
    private let written: [YAMLNode.Entry]
    private var entries: [YAMLNode.Entry] = []
    /// A key without a value. The entries on the same level may belong to it.
    private var heading: YAMLNode.Entry?

    /// The usable entries of a map.
    static func usable(
        _ entries: [YAMLNode.Entry],
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> [YAMLNode.Entry] {
        if entries.allSatisfy({ rule.usableNames.contains($0.key) && !$0.value.isMissing }) { return entries }
        var keys = MistakenKeys(rule: rule, diagnostics: diagnostics, written: entries)
        // Inherited entries were merged into them, so that they are not in the order of the file.
        let sorted = entries.sorted { left, right in
            let (left, right) = (left.keyRange, right.keyRange)
            return left.file == right.file ? left.start < right.start : left.file < right.file
        }
        for entry in sorted where !SpecLanguage.isExtension(entry.key) { keys.add(entry) }
        keys.endHeading()
        return keys.entries
    }

    private mutating func add(_ entry: YAMLNode.Entry) {
        let key = rule.key(entry.key)
        switch key?.status {
        case nil: addUnknown(entry)
        case .elsewhere(let advice):
            if moveBelowHeading(entry) { return }
            endHeading()
            at(entry.keyRange, .misplacedKey)
                .error("\(entry.key.quotedForMessage) is not allowed in \(rule.noun)").note(advice)
        case .optional, .required:
            endHeading()
            if entry.value.isMissing { heading = entry } else { entries.append(entry) }
        }
    }

    private mutating func addUnknown(_ entry: YAMLNode.Entry) {
        let suggested = rule.suggestion(for: entry.key, entry.value)
        let kind = suggested.flatMap { rule.key($0)?.value }
        if let suggested, kind?.takes(entry.value) == true, !isPresent(suggested) {
            endHeading()
            let report = reportUnknown(entry).suggest(suggested) { key in
                entry.key.isSlip(of: key, among: rule.usableNames) || key == "extends" && !isPresent("defaults")
            }
            if suggested == "extends", isPresent("defaults") {
                report.note("the `defaults` of a file do not apply to the files that it extends; repeat them there")
            }
            entries.append(YAMLNode.Entry(key: suggested, keyRange: entry.keyRange, value: entry.value))
        } else if moveBelowHeading(entry) || moveIntoContainer(entry) {
            return
        } else {
            endHeading()
            let report = reportUnknown(entry).suggest(suggested, isFix: suggested.map(isPresent) == false)
            let rules = SpecLanguage.rules.filter { $0.usableNames.contains(entry.key) }
            let isOfEndpoints = 1...3 ~= rules.count && rules.contains { ["endpoint", "response"].contains($0.id) }
            if let suggested, case .map(let id) = kind, let sample = SpecLanguage.rule(id)?.sample {
                report.note("such as `\(suggested): \(sample)`")
            } else if suggested == nil, isOfEndpoints {
                report.note("it is a key of \(rules.map(\.noun).joined(lastBy: "or"))")
            }
        }
    }

    /// Whether the map has the key, or an unknown key was read as it.
    private func isPresent(_ key: String) -> Bool { (written + entries).contains { $0.key == key } }

    private func reportUnknown(_ entry: YAMLNode.Entry) -> DiagnosticCollector.Report {
        at(entry.keyRange, .unknownKey).error("unknown key \(entry.key.quotedForMessage) in \(rule.noun)")
    }

    // MARK: Entries at the wrong level

    /// Moves the entry below a preceding key without a value on the same level. Returns whether it was moved.
    private mutating func moveBelowHeading(_ entry: YAMLNode.Entry) -> Bool {
        guard var above = heading, rule.key(above.key)?.value.takesMaps == true,
            above.keyRange.start.line < entry.keyRange.start.line,
            above.keyRange.start.column == entry.keyRange.start.column
        else { return false }
        if above.value.isMissing {
            reportUnknown(entry)
                .note("`\(above.key)` is empty: indent its entries", at: above.keyRange)
        }
        above.value.content = .mapping(above.value.entries + [entry])
        heading = above
        return true
    }

    /// Moves the entry into this map's container, if it belongs there. Returns whether it was moved.
    private mutating func moveIntoContainer(_ entry: YAMLNode.Entry) -> Bool {
        guard let container = rule.container, !written.contains(where: { isContent($0.key, $0.value) }) else {
            return false
        }
        endHeading()
        guard let index = entries.firstIndex(where: { $0.key == container }) else {
            let value = entry.value.text ?? "…"
            reportUnknown(entry).note("write it below `\(container)`: `\(container): {\(entry.key): \(value)}`")
            let map = YAMLNode(content: .mapping([entry]), range: entry.keyRange)
            entries.append(YAMLNode.Entry(key: container, keyRange: entry.keyRange, value: map))
            return true
        }
        entries[index].value.content = .mapping(entries[index].value.entries + [entry])
        return true
    }

    /// Whether the key describes the content of the map, or is an intended key that does.
    private func isContent(_ key: String, _ value: YAMLNode) -> Bool {
        let suggested = rule.key(key) == nil && value.isMap ? rule.suggestion(for: key, value) : key
        return suggested == rule.container || suggested.map(rule.alternatives.contains) == true
    }

    /// Finishes the key without a value, if there is one, with the entries that were moved below it.
    private mutating func endHeading() {
        guard let heading else { return }
        self.heading = nil
        if !heading.value.isMissing {
            entries.append(heading)
        } else if case .named = rule.key(heading.key)?.value {
            let end = heading.keyRange.end
            let afterColon = SourceRange.Position(line: end.line, column: end.column + 1)
            at(heading.keyRange, .missingValue).warning("`\(heading.key)` is empty")
                .note("indent its entries, or write `\(heading.key): {}` if there are none")
                .fix(SourceRange(file: heading.keyRange.file, at: afterColon), " {}")
        } else {
            at(heading.keyRange, .missingValue).error("`\(heading.key)` has no value")
        }
    }
}

extension KeyValue {
    /// Whether a value can be of this kind, judged by its form.
    func takes(_ node: YAMLNode) -> Bool {
        switch self {
        case .text, .name, .url, .separator, .constant, .type: node.text != nil && !node.isMissing
        case .word(let word): node.text == word
        case .choice(let words): node.text.map(words.contains) == true
        case .number: node.text.map(ScalarKind.isNumber) == true
        case .count: node.text.flatMap(ScalarKind.integer) != nil
        case .bool: node.text.flatMap(Bool.init) != nil
        case .duration: node.text.flatMap { try? Duration.parsing($0).get() } != nil
        case .anything: true
        case .list: if case .sequence = node.content { true } else { false }
        case .table, .named, .keyed, .map: node.isMap
        case .anyOf(let kinds): kinds.contains { $0.takes(node) }
        }
    }

    /// Whether some of its values are maps.
    fileprivate var takesMaps: Bool {
        switch self {
        case .table, .named, .keyed, .map: true
        case .anyOf(let kinds): kinds.contains(where: \.takesMaps)
        default: false
        }
    }
}
