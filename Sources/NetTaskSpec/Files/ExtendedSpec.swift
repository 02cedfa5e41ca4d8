/// A spec with all specs that it extends: the whole meaning of its file.
struct ExtendedSpec {
    /// The number of the file.
    let number: Int
    /// The beginning of the file, the place of missing keys.
    let start: SourceRange
    /// Whether the spec, or a spec that it extends, has the key `client`.
    var hasClient: Bool
    /// The name of the client; `nil` if it is missing or invalid.
    var client: Name?
    /// The numbers of its files. Each file follows the files that it extends, so that the file itself is the last.
    var files: [Int]
    /// Whether all of its files were read. Otherwise, names of missing files would be reported as unknown.
    var isWhole: Bool
    /// The entries about the client itself, such as `baseURL`.
    var head: [YAMLNode.Entry] = []
    /// The `defaults` of each file, by its number.
    var defaults: [Int: YAMLNode.Entry] = [:]
    /// The shapes, endpoints, groups and schemes, and the map `webhooks`, by section.
    var entries: [String: [Entry]] = [:]

    /// An entry, and the file that defines it, whose defaults apply even if other files change the entry.
    struct Entry {
        var node: YAMLNode.Entry
        let home: Int
    }

    /// The sections whose entries belong to a file.
    static let sections = ["shapes", "endpoints", "groups", "auth", "webhooks"]

    /// Whether the file only declares shapes, for other specs to extend.
    var isShared: Bool {
        !hasClient && head.allSatisfy { ["nettask", "description"].contains($0.key) } && entries["shapes"] != nil
            && entries.count == 1
    }

    /// The number of the file whose defaults most endpoints inherit; if there are several, the first one.
    var home: Int {
        var counts: [Int: Int] = [:]
        for endpoint in entries["endpoints"] ?? [] { counts[endpoint.home, default: 0] += 1 }
        for group in entries["groups"] ?? [] {
            counts[group.home, default: 0] += group.node.value["endpoints"]?.entries.count ?? 0
        }
        let most = counts.values.max()
        return files.first { most != nil && counts[$0] == most } ?? number
    }
}

/// Merges each spec over the specs that it extends.
struct SpecExtender: Diagnosing {
    private let parts: [SpecPart?]
    let diagnostics: DiagnosticCollector
    /// The specs, by the numbers of their files.
    private(set) var specs: [Int: ExtendedSpec] = [:]

    init(_ parts: [SpecPart?], _ diagnostics: DiagnosticCollector) {
        self.parts = parts
        self.diagnostics = diagnostics
        let order = Graph.search(from: Array(parts.indices)) { number in
            (parts[number]?.extends ?? []).map { ($0.value, $0.range) }
        } foundCycle: { cycle, range in
            let files = cycle.map {
                parts[$0]?.path.split(separator: "/").last.map(String.init)?.quotedForMessage ?? ""
            }
            let list = "these files extend each other: \(Graph.text(files))"
            diagnostics.at(range, .circularFiles).error(Set(cycle).count > 1 ? list : "\(files[0]) extends itself")
                .note("remove one of these paths: a spec cannot extend a spec that extends it")
        }
        // Extended specs precede the specs that extend them. In a cycle, one spec precedes a spec that it extends, and is
        // incomplete.
        for number in order { specs[number] = parts[number].map(extended) }
    }

    private func extended(_ part: SpecPart) -> ExtendedSpec {
        let bases = part.extends.compactMap { specs[$0.value] }
        var files: [Int] = []
        var seen: Set<Int> = []
        for file in bases.flatMap(\.files) + [part.number] where seen.insert(file).inserted { files.append(file) }
        var spec = ExtendedSpec(
            number: part.number,
            start: part.start,
            hasClient: part.hasClient || bases.contains(where: \.hasClient),
            client: part.hasClient ? part.client : client(of: bases, part),
            files: files,
            isWhole: part.hasAllFiles && bases.count == part.extends.count && bases.allSatisfy(\.isWhole)
        )
        if spec.isWhole { merge(part, over: SpecUnion(bases, for: part, diagnostics), into: &spec) }
        return spec
    }

    /// The client of the extended specs, which must all have the same one.
    private func client(of bases: [ExtendedSpec], _ part: SpecPart) -> Name? {
        let clients = bases.compactMap(\.client)
        if let other = clients.first(where: { $0.swift != clients[0].swift }),
            let place = part.entry("extends")?.keyRange
        {
            at(place, .conflictingValues)
                .error("the extended specs have different clients, `\(clients[0].swift)` and `\(other.swift)`")
                .note("add `client` to this spec")
        }
        return clients.first
    }

    private func merge(_ part: SpecPart, over union: SpecUnion, into spec: inout ExtendedSpec) {
        spec.defaults = union.defaults
        spec.defaults[part.number] = part.entry("defaults")
        let ofFiles = ["nettask", "extends", "defaults"] + ExtendedSpec.sections
        spec.head = part.entries.filter { !ofFiles.contains($0.key) }
        for section in ExtendedSpec.sections where part.entry(section) != nil {
            spec.entries[section] = own(section, part).map { ExtendedSpec.Entry(node: $0, home: part.number) }
        }
        if part.extends.isEmpty { return }
        let merge = NodeMerge(isOverlay: true, file: part.number, diagnostics: diagnostics)
        spec.head = merge.merged(spec.head, over: union.head, SpecLanguage.spec)
        for section in ExtendedSpec.sections where spec.entries[section] != nil || union.entries[section] != nil {
            let base = union.entries[section] ?? []
            let map = section == "webhooks" ? .map(SpecLanguage.spec.id) : SpecLanguage.spec.key(section)?.value
            let own = (spec.entries[section] ?? []).map(\.node)
            let merged = merge.merged(own, over: base, spec.defaults, map ?? .anything)
            spec.entries[section] = merged
            let removed = Set(base.map(\.node.key)).subtracting(merged.map(\.node.key))
            own.filter { removed.contains($0.key) }.forEach { diagnostics.remove(by: $0, in: section) }
        }
        guard let defaults = part.entry("defaults"),
            !spec.entries.values.joined().contains(where: { $0.home == part.number })
        else { return }
        at(defaults.keyRange, .uselessKey).warning("`defaults` have no effect: this file defines no entries")
            .note("add the settings to an endpoint or a group")
    }

    private func own(_ section: String, _ part: SpecPart) -> [YAMLNode.Entry] {
        guard let entry = part.entry(section) else { return [] }
        if section == "webhooks" { return [entry] }
        if section != "auth" { return entries(entry.value, section, of: section) ?? [] }
        let schemes = entries(entry.value, section, of: "schemes", such: "{token: bearer}")
        if schemes?.isEmpty == true { at(entry.value.range, .emptyValue).error("`auth` is empty") }
        return schemes ?? []
    }
}

/// The union of the specs that another spec extends.
private struct SpecUnion {
    private(set) var head: [YAMLNode.Entry] = []
    private(set) var defaults: [Int: YAMLNode.Entry] = [:]
    private(set) var entries: [String: [ExtendedSpec.Entry]] = [:]
    private let specs: [ExtendedSpec]
    private let files: [Set<Int>]
    private let diagnostics: DiagnosticCollector

    /// - Parameter part: The spec that extends them. Its values resolve conflicts between them.
    init(_ specs: [ExtendedSpec], for part: SpecPart, _ diagnostics: DiagnosticCollector) {
        self.specs = specs
        self.diagnostics = diagnostics
        files = specs.map { Set($0.files) }
        if let spec = specs.first, specs.count == 1 {
            (head, defaults, entries) = (spec.head, spec.defaults, spec.entries)
            return
        }
        for spec in specs { defaults.merge(spec.defaults) { first, _ in first } }
        let decided = Set(part.entries.map(\.key) + ["client"])
        let advice = part.entry("extends").map {
            DiagnosticCollector.Note("set it in this spec, which extends both", at: $0.keyRange)
        }
        head = union(specs.map { spec in spec.head.map { ExtendedSpec.Entry(node: $0, home: spec.number) } }) {
            entry,
            first in
            if decided.contains(entry.key) { return }
            diagnostics.at(entry.keyRange, .conflictingValues)
                .error("\(entry.key.quotedForMessage) is also in another extended spec")
                .note("first used here", at: first.keyRange).notes([advice].compactMap { $0 })
        }.map(\.node)
        for section in ExtendedSpec.sections {
            let lists = specs.map { $0.entries[section] ?? [] }
            if lists.allSatisfy(\.isEmpty) { continue }
            let noun = ["webhooks": "", "auth": "the scheme "][section] ?? "the \(section.dropLast()) "
            let own = section == "auth" ? part.entry(section)?.value : nil
            entries[section] = union(lists) { entry, first in
                if own?[entry.key] != nil { return }
                diagnostics.at(entry.keyRange, .duplicateName).error(
                    "another extended spec also declares \(noun)\(entry.key.quotedForMessage)"
                )
                .note("first used here", at: first.keyRange)
            }
        }
    }

    /// All entries of several lists. An entry of one file counts once. If one spec changes or omits an entry that another
    /// spec only extends, the change applies.
    ///
    /// - Parameter report: Reports a duplicate name.
    private func union(
        _ lists: [[ExtendedSpec.Entry]],
        report: (_ entry: YAMLNode.Entry, _ first: YAMLNode.Entry) -> Void
    ) -> [ExtendedSpec.Entry] {
        let overlays = lists.indices.filter { files[$0].count > 1 }
        let places = overlays.map {
            Dictionary(lists[$0].map { ($0.node.key, $0.node.keyRange) }) { first, _ in first }
        }
        var union: [ExtendedSpec.Entry] = []
        var indices: [String: Int] = [:]
        for (index, list) in lists.enumerated() {
            for entry in list {
                let place = entry.node.keyRange
                let isChanged = zip(overlays, places).contains { overlay, places in
                    overlay != index && files[overlay].contains(place.file) && places[entry.node.key] != place
                }
                if isChanged { continue }
                let isOmitted = zip(overlays, places).contains { overlay, places in
                    place.file != entry.home && !files[overlay].contains(place.file)
                        && files[overlay].contains(entry.home) && places[entry.node.key] == nil
                }
                if isOmitted {
                    diagnostics.at(place, .duplicateName)
                        .error(
                            "\(entry.node.key.quotedForMessage) is changed here, but another extended spec leaves it out"
                        )
                }
                if let first = indices[entry.node.key] {
                    if union[first].node.keyRange != place { report(entry.node, union[first].node) }
                } else {
                    indices[entry.node.key] = union.count
                    union.append(entry)
                }
            }
        }
        return union
    }
}
