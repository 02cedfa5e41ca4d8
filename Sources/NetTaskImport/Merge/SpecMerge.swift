internal import NetTaskSpec

/// Merges what a new import makes into spec files that a team has edited since the last one.
///
/// It goes by the structure of the texts, not by their lines, and is applied to the team's text: comments, order and
/// formatting stay as the team has them. What the team added stays, what changed in the document comes in, and where
/// both changed the same thing, the team's stays. Endpoints and shapes are known by their keys in whichever file they
/// are.
package struct SpecMerge {
    package struct Result: Sendable {
        /// All files of the folder after the merge: those of ours in their order, then new ones.
        package var files: [ImportedFile]
        /// The names of files of ours that are to be removed, as nothing is left of them.
        package var removed: [String]
        /// What came in and what stayed, by file and place.
        package var changes: [Change]
        /// The names of files of ours that stay as they are, as their merge would be no YAML. The import is not
        /// complete then, and is to be repeated.
        package var unmerged: [String] = []
        /// The names of the files of the base that the next import needs as they are, because of the unmerged ones.
        var heldBases: Set<String> = []
    }

    /// - Parameters:
    ///   - base: What the last import wrote.
    ///   - ours: What is in the folder now.
    ///   - theirs: What the new import makes.
    /// - Throws: `SpecMergeError` if one of the texts is no YAML. Then nothing may be written.
    package static func merge(
        base: [ImportedFile],
        ours: [ImportedFile],
        theirs: [ImportedFile]
    ) throws(SpecMergeError) -> Result {
        if base.isEmpty, ours.isEmpty { return Result(files: theirs, removed: [], changes: []) }
        if isAllTheSame(base, ours, theirs) {
            _ = try each(ours, { $0 }, SpecText.yaml)
            return Result(files: ours, removed: [], changes: [])
        }
        var merge = SpecMerge(
            base: try each(base, { "the last import's \($0)" }, SpecText.init),
            ours: try each(ours, { $0 }, SpecText.init),
            theirs: try each(theirs, { "the new \($0)" }, SpecText.init)
        )
        return merge.result(sources: ours)
    }

    /// Whether nothing changed in the document, and all files that it makes are there: then all stays as the team has it, and
    /// to take everything apart is time that most imports can be spared.
    private static func isAllTheSame(_ base: [ImportedFile], _ ours: [ImportedFile], _ theirs: [ImportedFile]) -> Bool {
        let old = Dictionary(base.map { ($0.name, $0.text) }) { first, _ in first }
        return base.count == theirs.count && Set(ours.map(\.name)).isSuperset(of: theirs.map(\.name))
            && theirs.allSatisfy { old[$0.name]?.isSame(as: $0.text) == true }
    }

    /// - Parameter name: How messages call a file of the name.
    private static func each<Value>(
        _ files: [ImportedFile],
        _ name: (String) -> String,
        _ read: (ImportedFile) throws(SpecMergeError) -> Value
    ) throws(SpecMergeError) -> [Value] {
        var values: [Value] = []
        var diagnostics: [Diagnostic] = []
        for file in files {
            do throws(SpecMergeError) {
                values.append(try read(file))
            } catch {
                diagnostics += error.diagnostics.map { diagnostic in
                    var diagnostic = diagnostic
                    diagnostic.place.file = name(diagnostic.place.file)
                    return diagnostic
                }
            }
        }
        guard diagnostics.isEmpty else { throw SpecMergeError(diagnostics: diagnostics) }
        return values
    }

    // MARK: Merging

    private var base: [String: SpecText]
    private let ours: [String: SpecText]
    private var theirs: [String: SpecText]
    private let oursOrder: [String]
    private let theirsOrder: [String]
    private let names: RenamedFiles
    private let relocation: Relocation
    private var notes = MergeNotes()
    private var merged: [String: SpecText] = [:]
    private var created: [String] = []
    private var removed: [String] = []

    private init(base: [SpecText], ours: [SpecText], theirs: [SpecText]) {
        let names = RenamedFiles(base: base, ours: ours, theirs: theirs)
        self.names = names
        let base = names.renaming(base)
        let theirs = names.renaming(theirs)
        self.base = Self.byName(base)
        self.ours = Self.byName(ours)
        self.theirs = Self.byName(theirs)
        oursOrder = ours.map(\.name)
        theirsOrder = theirs.map(\.name)
        relocation = Relocation(base: base, ours: ours, theirs: theirs)
    }

    private static func byName(_ texts: [SpecText]) -> [String: SpecText] {
        Dictionary(texts.map { ($0.name, $0) }) { first, _ in first }
    }

    private mutating func result(sources: [ImportedFile]) -> Result {
        for name in theirsOrder where ours[name] == nil { create(name) }
        // Which files there are in the end decides what `include` names.
        let including = oursOrder.filter {
            !(ours[$0]?.includes.isEmpty ?? true) || !(theirs[$0]?.includes.isEmpty ?? true)
        }
        for name in oursOrder where !including.contains(name) { mergeFile(name) }
        for name in including { mergeFile(name) }
        noteMoves()
        return finished(sources)
    }

    private mutating func mergeFile(_ name: String) {
        guard let ours = ours[name] else { return }
        notes.file = name
        let baseEntries = relocation.baseEntries[name] ?? [:]
        let theirsEntries = relocation.theirsEntries[name] ?? [:]
        let real = (base: base[name], theirs: theirs[name])
        var base: SpecText
        var theirs: SpecText
        switch real {
        case (nil, nil):
            base = ours.holding(baseEntries, like: ours)
            theirs = ours.holding(theirsEntries, like: ours)
        case (let old?, nil):
            base = old.holding(baseEntries, like: ours)
            theirs = old.holding(theirsEntries, like: ours)
        case (let old, let new?):
            base = old?.holding(baseEntries, like: ours) ?? SpecText(absent: name, like: ours)
            theirs = new.holding(theirsEntries, like: ours)
        }
        for section in SpecSections.names {
            alignSection(section, &base, ours, &theirs)
        }
        let rule = IncludeRule(
            present: Set(self.ours.keys).subtracting(removed).union(created),
            created: Set(created),
            theirsFiles: Set(self.theirs.keys),
            base: base.includes,
            ours: ours.includes,
            theirs: theirs.includes
        )
        let steps = NodeMerge.Steps(base: base.step, ours: ours.step, theirs: theirs.step)
        var nodes = NodeMerge(steps: steps, includes: rule, notes: notes)
        var result = ours
        result.root = nodes.root(base.root, ours.root, theirs.root)
        result.header = nodes.lines(base.header, ours.header, theirs.header, at: [])
        result.trailer = nodes.lines(base.trailer, ours.trailer, theirs.trailer, at: [])
        if ours.form == base.form { result.form = theirs.form }
        notes = nodes.notes
        if real.base != nil, real.theirs == nil {
            let hasEntries = SpecSections.names.contains { result.root.map?[$0] != nil }
            if !hasEntries, !ours.isTouched(since: base) {
                removed.append(name)
                notes.add(.removed, [], "\(name) is gone from the document, and from here")
                return
            }
            notes.add(.keptThoughDropped, [], "\(name) is gone from the document; it stays, since you changed it")
        }
        merged[name] = result
    }

    /// Makes base and theirs have the section where ours has it, or the team's changes within it call for that.
    private func alignSection(_ section: String, _ base: inout SpecText, _ ours: SpecText, _ theirs: inout SpecText) {
        let baseSection = base.root.map?[section]
        if let own = ours.root.map?[section] {
            guard own.value.map != nil, let baseSection, theirs.root.map?[section] == nil else { return }
            if own.isTouched(since: baseSection) { theirs = theirs.holdingEmpty(section, like: base) }
        } else if baseSection != nil, let new = theirs.root.map?[section]?.value.map {
            // The team removed the section; what is new in it comes nevertheless.
            let known = base.addresses
            let added = new.items.map { SpecLayout.Address(section: section, key: $0.key) }.filter {
                !known.contains($0)
            }
            guard !added.isEmpty else { return }
            base = base.without(section)
            theirs = theirs.keeping(added, of: section)
        }
    }

    /// A file of theirs that ours does not have: new, or removed by the team.
    private mutating func create(_ name: String) {
        guard let new = theirs[name] else { return }
        let entries = relocation.theirsEntries[name] ?? [:]
        notes.file = name
        let count = entries.values.map(\.count).reduce(0, +)
        if let old = base[name] {
            let skipped = relocation.skipped[name] ?? []
            guard count > 0 else {
                if !new.text.isSame(as: old.text) {
                    notes.add(
                        .keptYours,
                        [],
                        "\(name) changed in the document; it is not brought back, since you removed it"
                    )
                }
                return
            }
            let list = skipped.map { "\($0.section).\($0.key)" }.joined(separator: ", ")
            let rest = skipped.isEmpty ? "" : "; left out, as they did not change: \(list)"
            notes.add(.added, [], "\(name) is back with what changed in the document since you removed it\(rest)")
        } else {
            guard count > 0 || new.addresses.isEmpty else { return }
            notes.add(.added, [], "\(name) is new: the document has things for it now")
        }
        let text = new.holding(entries, like: new)
        for address in SpecLayout([text]).places.map(\.address) { notes.added([address.section, address.key]) }
        merged[name] = text
        created.append(name)
    }

    private mutating func noteMoves() {
        for (address, move) in relocation.moved.sorted(by: { $0.value.from + $0.key.key < $1.value.from + $1.key.key })
        {
            let path = [address.section, address.key]
            guard merged[move.to]?.addresses.contains(address) ?? false else { continue }
            notes.remove(.added, path)
            notes.remove(.removed, path)
            notes.file = move.to
            notes.add(.changed, path, "\(MergeNotes.name(path)) moved here from \(move.from), as in the document")
        }
    }

    // MARK: The result

    private mutating func finished(_ sources: [ImportedFile]) -> Result {
        let sourceTexts = Dictionary(sources.map { ($0.name, $0.text) }) { first, _ in first }
        var files: [ImportedFile] = []
        var roots: [String: YAMLNode] = [:]
        var unmerged: [String] = []
        for name in oursOrder + created {
            guard let text = merged[name]?.text else { continue }
            let (root, diagnostics) = YAMLNode.reading(Array(text.utf8), path: name)
            if diagnostics.isEmpty, let root {
                files.append(ImportedFile(name: name, text: text))
                roots[name] = root
            } else {
                // The document dropped what an alias of the team leads to. Rather leave its changes out than write
                // what is no YAML; the base is held back, so that the next import has them again.
                notes.removeAll(of: name)
                notes.file = name
                notes.add(
                    .keptYours,
                    [],
                    "the document's changes could not be merged into \(name), which stays as it is: write out what its "
                        + "anchors (&) and aliases (*) stand for, and import again"
                )
                unmerged.append(name)
                if let source = sourceTexts[name] { files.append(ImportedFile(name: name, text: source)) }
            }
        }
        let order = Dictionary(uniqueKeysWithValues: (oursOrder + created).enumerated().map { ($1, $0) })
        let changes = notes.notes.map { note in
            Change(
                kind: note.kind,
                path: note.path,
                file: note.file,
                range: roots[note.file].flatMap { Self.range(of: note.path, in: $0) } ?? .none,
                message: note.message
            )
        }
        let sorted = changes.enumerated().sorted { left, right in
            let (leftFile, rightFile) = (order[left.element.file] ?? 0, order[right.element.file] ?? 0)
            if leftFile != rightFile { return leftFile < rightFile }
            let (leftStart, rightStart) = (left.element.range.start, right.element.range.start)
            return leftStart != rightStart ? leftStart < rightStart : left.offset < right.offset
        }
        return Result(
            files: files,
            removed: removed,
            changes: sorted.map(\.element),
            unmerged: unmerged,
            heldBases: Set(unmerged.flatMap(basesOfEntries))
        )
    }

    /// The files of the base with that name, or with entries that the team moved into the file.
    private func basesOfEntries(in name: String) -> [String] {
        let entries = ours[name]?.addresses ?? []
        return base.values.filter { $0.name == name || !$0.addresses.isDisjoint(with: entries) }
            .map { names.original($0.name) }
    }

    /// The key at the path, or the last one on the way to it.
    private static func range(of path: [String], in root: YAMLNode) -> SourceRange? {
        var node = root
        var range: SourceRange?
        for key in path {
            guard case .mapping(let entries) = node.content, let entry = entries.first(where: { $0.key == key }) else {
                break
            }
            range = entry.keyRange
            node = entry.value
        }
        return range
    }
}
