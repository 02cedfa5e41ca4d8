/// A spec with all that it extends: the whole of what its file means.
struct ExtendedSpec {
    /// The number of the file itself.
    let number: Int
    /// Where the file begins: for what it does not say.
    let start: SourceRange
    /// Whether it, or a spec that it extends, has the key `client`.
    var hasClient: Bool
    /// The name of the client; nil if there is none, or if it is invalid.
    var client: Name?
    /// The numbers of its files. Each file comes after those that it extends, so that its own number is the last.
    var files: [Int]
    /// Whether all of its files could be read. If not, the names of the missing files would seem unknown.
    var isWhole: Bool
    /// What the files say of the client itself, such as `baseURL`.
    var head: [YAMLNode.Entry] = []
    /// The `defaults` of each file that has some, by its number.
    var defaults: [Int: YAMLNode.Entry] = [:]
    /// The shapes, endpoints, groups and schemes, and the map `webhooks`, by the key that they stand below.
    var entries: [String: [Entry]] = [:]

    /// An entry, and the file that defines it. The defaults of that file apply, whatever other files change of the entry.
    struct Entry {
        var node: YAMLNode.Entry
        let home: Int
    }

    /// The keys whose entries have a home.
    static let sections = ["shapes", "endpoints", "groups", "auth", "webhooks"]

    /// Whether the file only declares shapes, for other specs to extend.
    var isShared: Bool {
        !hasClient && head.allSatisfy { ["nettask", "description"].contains($0.key) } && entries["shapes"] != nil
            && entries.count == 1
    }

    /// The number of the file whose defaults most endpoints inherit; the first of several.
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

/// Puts what each spec says over what it extends.
struct SpecExtender: Diagnosing {
    private let parts: [SpecPart?]
    let diagnostics: DiagnosticCollector
    /// By the numbers of their files.
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
            diagnostics.at(range, .circularFiles).error(
                "these files extend each other in a circle: \(Graph.text(files))"
            )
            .note("remove one of these paths: a spec cannot change a spec that it is a part of")
        }
        // What is extended comes before what extends it. In a circle, one spec comes before what it extends, and is not whole.
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

    /// The client of the extended specs, which must be one.
    private func client(of bases: [ExtendedSpec], _ part: SpecPart) -> Name? {
        let clients = bases.compactMap(\.client)
        if let other = clients.first(where: { $0.swift != clients[0].swift }),
            let place = part.entry("extends")?.keyRange
        {
            at(place, .conflictingValues).error(
                "these specs have two clients, `\(clients[0].swift)` and `\(other.swift)`"
            )
            .note("write `client` into this spec")
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
            spec.entries[section] = merge.merged(own, over: base, spec.defaults, map ?? .anything)
        }
        guard let defaults = part.entry("defaults"),
            !spec.entries.values.joined().contains(where: { $0.home == part.number })
        else { return }
        at(defaults.keyRange, .uselessKey).warning(
            "these `defaults` have no effect: they apply to entries that this file defines"
        )
        .note("write the settings into an endpoint or a group of the spec that this one extends")
    }

    private func own(_ section: String, _ part: SpecPart) -> [YAMLNode.Entry] {
        guard let entry = part.entry(section) else { return [] }
        if section == "webhooks" { return [entry] }
        if section != "auth" { return entries(entry.value, section, of: section) ?? [] }
        let schemes = entries(entry.value, section, of: "schemes", such: "{token: bearer}")
        if schemes?.isEmpty == true { at(entry.value.range, .emptyValue).error("`auth` has no schemes") }
        return schemes ?? []
    }
}

/// What the specs that another one extends say together.
private struct SpecUnion {
    private(set) var head: [YAMLNode.Entry] = []
    private(set) var defaults: [Int: YAMLNode.Entry] = [:]
    private(set) var entries: [String: [ExtendedSpec.Entry]] = [:]
    private let specs: [ExtendedSpec]
    private let files: [Set<Int>]
    private let diagnostics: DiagnosticCollector

    /// - Parameter part: The spec that extends them. It decides what they disagree about.
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
            DiagnosticCollector.Note("write it into this spec, which extends both", at: $0.keyRange)
        }
        head = union(specs.map { spec in spec.head.map { ExtendedSpec.Entry(node: $0, home: spec.number) } }) {
            entry,
            first in
            if decided.contains(entry.key) { return }
            diagnostics.at(entry.keyRange, .conflictingValues).error(
                "\(entry.key.quotedForMessage) is in another extended spec, too"
            )
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
                    "\(noun)\(entry.key.quotedForMessage) is in another extended spec, too"
                )
                .note("first used here", at: first.keyRange)
            }
        }
    }

    /// All entries of some lists. An entry of one file counts once. If one spec changes or omits what another one only extends,
    /// the change counts.
    ///
    /// - Parameter report: Reports an entry with the name of another one.
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
