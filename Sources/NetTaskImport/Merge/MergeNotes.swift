/// Gathers what a merge does, before it is known where that stands in the end.
struct MergeNotes {
    struct Note {
        var kind: SpecMerge.Change.Kind
        var path: [String]
        var file: String
        var message: String
    }

    private(set) var notes: [Note] = []
    /// The file whose merge is under way.
    var file = ""

    mutating func add(_ kind: SpecMerge.Change.Kind, _ path: [String], _ message: String) {
        notes.append(Note(kind: kind, path: path, file: file, message: message))
    }

    mutating func removeAll(of file: String) {
        notes.removeAll { $0.file == file }
    }

    mutating func remove(_ kind: SpecMerge.Change.Kind, _ path: [String]) {
        notes.removeAll { $0.kind == kind && $0.path == path }
    }

    // MARK: What came in

    mutating func added(_ path: [String]) {
        add(.added, path, "\(Self.name(path)) is new in the document")
    }

    mutating func removed(_ path: [String]) {
        add(.removed, path, "\(Self.name(path)) is gone from the document, and from here")
    }

    mutating func changed(_ path: [String], from old: PlainValue, to new: PlainValue) {
        add(.changed, path, "\(Self.name(path)) was \(Self.text(old)) and is \(Self.text(new)) in the document")
    }

    mutating func comments(_ path: [String]) {
        add(.changed, path, "comments of \(Self.name(path)) changed in the document")
    }

    /// Notes what differs, as deep down as both are maps.
    mutating func difference(from old: PlainValue, to new: PlainValue, at path: [String]) {
        if old == new { return }
        guard case .map(let oldEntries) = old, case .map(let newEntries) = new else {
            return changed(path, from: old, to: new)
        }
        let oldValues = Dictionary(oldEntries.map { ($0.key, $0.value) }) { first, _ in first }
        for entry in newEntries {
            if let old = oldValues[entry.key] {
                difference(from: old, to: entry.value, at: path + [entry.key])
            } else if Self.holdsEntries(path + [entry.key]), case .map(let inner) = entry.value {
                for entryOfSection in inner { added(path + [entry.key, entryOfSection.key]) }
            } else {
                added(path + [entry.key])
            }
        }
        let newKeys = Set(newEntries.map(\.key))
        for entry in oldEntries where !newKeys.contains(entry.key) {
            if Self.holdsEntries(path + [entry.key]), case .map(let inner) = entry.value {
                for entryOfSection in inner { removed(path + [entry.key, entryOfSection.key]) }
            } else {
                removed(path + [entry.key])
            }
        }
    }

    // MARK: What stayed

    mutating func keptYours(_ path: [String], theirs: PlainValue) {
        add(
            .keptYours,
            path,
            "\(Self.name(path)) is \(Self.text(theirs)) in the document now; yours stays, since you changed it too"
        )
    }

    mutating func keptOut(_ path: [String]) {
        add(
            .keptYours,
            path,
            "\(Self.name(path)) changed in the document; it is not brought back, since you removed it"
        )
    }

    mutating func keptComments(_ path: [String]) {
        add(
            .keptYours,
            path,
            "comments of \(Self.name(path)) changed in the document; yours stay, since you changed them"
        )
    }

    mutating func keptThoughDropped(_ path: [String]) {
        add(
            .keptThoughDropped,
            path,
            "\(Self.name(path)) is gone from the document; it stays here, since you changed it"
        )
    }

    // MARK: Words

    static func name(_ path: [String]) -> String {
        path.isEmpty ? "the file" : quoted(path.joined(separator: "."))
    }

    private static func text(_ value: PlainValue) -> String {
        if case .scalar("", isPlain: true) = value { return "nothing" }
        return quoted(value.flowText)
    }

    private static func quoted(_ text: String) -> String {
        let longest = 60
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(longest).map(visible).joined()
        return "`\(shown)\(scalars.count > longest ? "…" : "")`"
    }

    /// An escape for what would move the cursor or turn the direction of a terminal.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default:
            String(scalar)
        }
    }

    /// Whether the path is that of `endpoints` or `shapes`.
    private static func holdsEntries(_ path: [String]) -> Bool {
        path.count == 1 && SpecSections.names.contains(path[0])
    }
}
