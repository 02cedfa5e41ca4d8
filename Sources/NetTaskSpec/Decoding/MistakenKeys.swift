/// Reports keys that a kind of map does not have, and reads them as what their author probably meant: one mistake is one error.
struct MistakenKeys: Diagnosing {
    private let rule: MappingRule
    let diagnostics: DiagnosticCollector
    private let written: [YAMLNode.Entry]
    private var entries: [YAMLNode.Entry] = []
    /// A key without a value. Entries on its own level may belong to it.
    private var heading: YAMLNode.Entry?

    /// The entries of a map that can be read.
    static func usable(
        _ entries: [YAMLNode.Entry],
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> [YAMLNode.Entry] {
        if entries.allSatisfy({ rule.usableNames.contains($0.key) && !$0.value.isMissing }) { return entries }
        var keys = MistakenKeys(rule: rule, diagnostics: diagnostics, written: entries)
        // What is inherited has been merged into them: they are not in the order of the file.
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
                .error("\(entry.key.quotedForMessage) means nothing in \(rule.noun)").note(advice)
        case .optional, .required:
            endHeading()
            if entry.value.isMissing { heading = entry } else { entries.append(entry) }
        }
    }

    private mutating func addUnknown(_ entry: YAMLNode.Entry) {
        let meant = rule.suggestion(for: entry.key, entry.value)
        let kind = meant.flatMap { rule.key($0)?.value }
        if let meant, kind?.takes(entry.value) == true, !isThere(meant) {
            endHeading()
            let report = reportUnknown(entry).suggest(meant) { meant in
                entry.key.isSlip(of: meant, among: rule.usableNames) || meant == "extends" && !isThere("defaults")
            }
            if meant == "extends", isThere("defaults") {
                report.note("the `defaults` of a file do not apply to the files that it extends; repeat them there")
            }
            entries.append(YAMLNode.Entry(key: meant, keyRange: entry.keyRange, value: entry.value))
        } else if moveBelowHeading(entry) || moveIntoContainer(entry) {
            return
        } else {
            endHeading()
            let report = reportUnknown(entry).suggest(meant, isFix: meant.map(isThere) == false)
            if let meant, case .map(let id) = kind, let sample = SpecLanguage.rule(id)?.sample {
                report.note("such as `\(meant): \(sample)`")
            }
        }
    }

    /// Whether the map has the key, or has taken another one for it.
    private func isThere(_ key: String) -> Bool { (written + entries).contains { $0.key == key } }

    private func reportUnknown(_ entry: YAMLNode.Entry) -> DiagnosticCollector.Report {
        at(entry.keyRange, .unknownKey).error("unknown key \(entry.key.quotedForMessage) in \(rule.noun)")
    }

    // MARK: Entries at the wrong level

    /// Whether the entry is on the level of a key without a value, and is moved below it.
    private mutating func moveBelowHeading(_ entry: YAMLNode.Entry) -> Bool {
        guard var above = heading, rule.key(above.key)?.value.takesMaps == true,
            above.keyRange.start.line < entry.keyRange.start.line,
            above.keyRange.start.column == entry.keyRange.start.column
        else { return false }
        if above.value.isMissing {
            reportUnknown(entry)
                .note("`\(above.key)` has nothing below it: indent what belongs to it", at: above.keyRange)
        }
        above.value.content = .mapping(above.value.entries + [entry])
        heading = above
        return true
    }

    /// Whether the entry is one of those that the container of this kind of map holds, and is moved there.
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

    /// Whether the key says what the map holds, or is meant to.
    private func isContent(_ key: String, _ value: YAMLNode) -> Bool {
        let meant = rule.key(key) == nil && value.isMap ? rule.suggestion(for: key, value) : key
        return meant == rule.container || meant.map(rule.alternatives.contains) == true
    }

    /// Takes the key without a value, if there is one, with what was moved below it.
    private mutating func endHeading() {
        guard let heading else { return }
        self.heading = nil
        if !heading.value.isMissing {
            entries.append(heading)
        } else if case .named = rule.key(heading.key)?.value {
            let end = heading.keyRange.end
            let afterColon = SourceRange.Position(line: end.line, column: end.column + 1)
            at(heading.keyRange, .missingValue).warning("`\(heading.key)` is empty")
                .note("indent what belongs to it, or write `\(heading.key): {}` if there is nothing")
                .fix(SourceRange(file: heading.keyRange.file, at: afterColon), " {}")
        } else {
            at(heading.keyRange, .missingValue).error("`\(heading.key)` has no value")
        }
    }
}

extension KeyValue {
    /// Whether a value can be of this kind, as far as its form shows.
    func takes(_ node: YAMLNode) -> Bool {
        switch self {
        case .text, .name, .url, .separator, .constant: node.text != nil && !node.isMissing
        case .word(let word): node.text == word
        case .choice(let words): node.text.map(words.contains) == true
        case .count: node.text.flatMap(ScalarKind.integer) != nil
        case .bool: node.text.flatMap(Bool.init) != nil
        case .duration: node.text.flatMap { try? Duration.parsing($0).get() } != nil
        case .type: node.text != nil && !node.isMissing
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
