/// A range to replace, and the replacement.
typealias YAMLEdit = (range: SourceRange, text: String)

/// Edits of a map in block or flow style.
extension YAMLNode {
    /// Inserts an entry before an entry of this file, or before the first one; `nil` if there is none.
    func inserting(_ text: String, before next: Entry? = nil) -> YAMLEdit? {
        guard let first = ownEntries.first, let next = next ?? ownEntries.first else { return nil }
        // In flow style, the map begins before its first key. An anchor on a line of its own is also before it.
        let isInLines = first.keyRange.start == range.start
        if !isInLines, first.keyRange.start.line != range.start.line { return nil }
        let indentation = String(repeating: " ", count: next.keyRange.start.column - 1)
        let place = SourceRange(file: next.keyRange.file, at: next.keyRange.start)
        return (place, text + (isInLines ? "\n" + indentation : ", "))
    }

    /// Removes an entry; `nil` for the only one, and for an entry of another file.
    func removing(_ entry: Entry) -> YAMLEdit? {
        let entries = ownEntries
        guard let index = entries.firstIndex(where: { $0.keyRange == entry.keyRange }), entries.count > 1 else {
            return nil
        }
        let isLast = index == entries.count - 1
        let start = isLast ? entries[index - 1].value.range.end : entry.keyRange.start
        let end = isLast ? entry.value.range.end : entries[index + 1].keyRange.start
        return (SourceRange(file: entry.keyRange.file, start: start, end: end), "")
    }

    /// The entries in this file, in order. Others are inherited, or behind an alias.
    private var ownEntries: [Entry] {
        entries.filter { range.contains($0.keyRange) }.sorted { $0.keyRange.start < $1.keyRange.start }
    }

    /// Adds a Swift name to the declaration with this value.
    ///
    /// - Parameter isType: Whether a single value is the type of a field.
    func naming(_ name: String, isType: Bool) -> YAMLEdit? {
        if isMap { return inserting("swiftName: \(name)") }
        guard isType, case .scalar(let scalar) = content,
            let type = scalar.isPlain ? scalar.text : scalar.text.quotedInYAML
        else { return nil }
        return (range, "{type: \(type), swiftName: \(name)}")
    }
}

/// Removes the `?` of an optional type; `nil` for a type without it.
func removingMark(_ type: YAMLNode) -> YAMLEdit? {
    guard let text = type.text, text.hasSuffix("?") else { return nil }
    let plain = String(text.dropLast())
    return (type.range, plain.hasPrefix("[") ? plain.quotedInYAML ?? plain : plain)
}

extension String {
    /// The text in quotes for YAML; `nil` for a text that needs escapes.
    var quotedInYAML: String? {
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return nil }
        if !contains(where: { $0 == "\"" || $0 == "\\" }) { return "\"\(self)\"" }
        return contains("'") ? nil : "'\(self)'"
    }

    /// Whether the word differs from another word by one letter, and no other candidate is as similar. Ignores case.
    func isSlip(of word: String, among candidates: [String]) -> Bool {
        let written = Array(lowercased().unicodeScalars)
        guard 3...64 ~= written.count else { return false }
        return candidates.filter { candidate in
            let other = Array(candidate.lowercased().unicodeScalars)
            return abs(other.count - written.count) <= 1 && editDistance(written, other) <= 1
        } == [word]
    }
}

extension DiagnosticCollector.Report {
    /// Adds an edit, if it is not `nil`.
    @discardableResult
    func fix(_ edit: @autoclosure () -> YAMLEdit?, isCertain: Bool = false) -> Self {
        guard isRecorded, let edit = edit() else { return self }
        return fix(edit.range, edit.text, isCertain: isCertain)
    }

    /// Adds a note with the correct form of an entry, if the text looks like an entry without the space or colon.
    ///
    /// - Parameter isKey: Whether the text is read as a key, and not as a value, which must be a map.
    @discardableResult
    func noteMissingColon(_ text: String?, at range: SourceRange, isKey: Bool = false) -> Self {  // words: a note
        guard isRecorded, let text, let entry = text.asEntry else { return self }
        let isCertain = isKey && !text.contains(where: \.isWhitespace)
        return note("write a colon and a space: \(entry.quotedForMessage)", at: range)
            .fix(range, isKey ? entry : "{\(entry)}", isCertain: isCertain)
    }
}
