import NetTaskSpec

/// Writes all that an import gathered as spec files.
struct SpecWriter {
    private let draft: SpecDraft
    private let names: ImportedFileNames
    /// What stands between the words of names on the wire, as a spec writes it.
    let separator: String
    /// What stands there unless an entry says otherwise.
    let nameSeparator: NameSeparator
    let directions: ShapeDirections
    let pages: PageSuggestion

    /// - Parameter separator: As a spec writes it; nil for the one that fits best.
    init(_ draft: SpecDraft, separator: String? = nil) {
        self.draft = draft
        let stated = NameSeparator.words.first { $0.word == separator }
        (self.separator, nameSeparator) = stated ?? Self.bestSeparator(for: draft)
        directions = ShapeDirections(draft)
        pages = PageSuggestion(draft)
        names = ImportedFileNames(client: draft.client, tags: Self.tags(of: draft))
    }

    /// The one by which the fewest fields have to say their names on the wire.
    private static func bestSeparator(for draft: SpecDraft) -> (word: String, separator: NameSeparator) {
        let candidates = NameSeparator.words
        var counts = candidates.map { _ in 0 }
        // Most names occur often.
        var wireNames: [String: [String]] = [:]
        func count(_ fields: [FieldDraft]) {
            for field in fields where !field.isInline && field.location != .header && field.location != .path {
                let names = wireNames[field.name] ?? candidates.map { $0.separator.wireName(for: field.name) }
                wireNames[field.name] = names
                for (index, name) in names.enumerated() where name == field.wireName { counts[index] += 1 }
            }
        }
        for shape in draft.shapes {
            if case .object(let fields) = shape.kind { count(fields) }
        }
        for endpoint in draft.endpoints { count(endpoint.params) }
        return candidates[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }

    /// In the order in which the document first names them.
    private static func tags(of draft: SpecDraft) -> [String?] {
        var seen: Set<String?> = []
        var used = draft.endpoints.map(\.tag)
        for shape in draft.shapes {
            if case .tag(let tag) = shape.home { used.append(tag) }
        }
        let usedTags = Set(used)
        let all: [String?] = draft.tags.map(\.name) + used
        return all.filter { usedTags.contains($0) && seen.insert($0).inserted }
    }

    func files() -> [ImportedFile] {
        let parts = partFiles()
        return [ImportedFile(name: names.main, text: mainText(including: parts.map(\.name)))] + parts
    }

    // MARK: The main file

    private func mainText(including parts: [String]) -> String {
        var map = SpecMap()
        map.add("nettask", .literal("1"))
        map.add("client", draft.client)
        for comment in Self.comments(about: draft.requirements) { map.addComment(comment) }
        map.add("description", draft.description)
        map.add("baseURL", baseURL)
        if !draft.schemes.isEmpty { map.add("auth", .map(schemes)) }
        var defaults = SpecMap()
        if separator != "underscore" { defaults.add("separator", separator) }
        if !draft.auth.isEmpty { defaults.add("auth", node(auth: draft.auth)) }
        // A large client is a third smaller, and quicker to compile.
        defaults.add("mutable", .literal("false"), comment: "properties are `let`; without it, `var`")
        map.add("defaults", .map(defaults))
        map.add("include", SpecNode.texts(parts))
        if !draft.webhooks.isEmpty {
            map.addComment("")
            map.add("webhooks", node(webhooks: draft.webhooks, name: draft.webhooksName))
        }
        return YAMLText.of(map)
    }

    private var baseURL: SpecNode? {
        guard draft.servers.count > 1 else { return draft.servers.first.map { .text($0.url) } }
        var map = SpecMap(isCompact: true)
        for server in draft.servers { map.add(server.name, server.url) }
        return .map(map)
    }

    private var schemes: SpecMap {
        var map = SpecMap()
        for scheme in draft.schemes {
            var keys = SpecMap(isCompact: true)
            keys.add("type", scheme.type)
            if let place = scheme.place {
                if place.location != "header" { keys.add("in", place.location) }
                keys.add("name", place.name)
            }
            keys.add("description", scheme.description)
            map.add(scheme.name, keys.items.count == 1 ? .text(scheme.type) : .map(keys))
        }
        return map
    }

    /// - Parameter names: The schemes that an endpoint authenticates with.
    func node(auth names: [String]) -> SpecNode {
        names.count > 1 ? .list(names.map { .text($0) }) : .text(names.first ?? "none")
    }

    // MARK: The others

    private func partFiles() -> [ImportedFile] {
        let endpoints = Dictionary(grouping: draft.endpoints) { DraftHome.tag($0.tag) }
        let shapes = Dictionary(grouping: draft.shapes, by: \.home)
        func file(_ home: DraftHome, _ opening: String) -> ImportedFile {
            var map = SpecMap()
            map.add("nettask", .literal("1"))
            add("endpoints", (endpoints[home] ?? []).map { ($0.name, node($0)) }, to: &map)
            add("shapes", (shapes[home] ?? []).map { ($0.name, node($0)) }, to: &map)
            return ImportedFile(name: names.name(home), text: YAMLText.of(map, opening: opening))
        }
        let shared = shapes[.shared] == nil ? [] : [file(.shared, "What the parts of the API share.")]
        return shared
            + Self.tags(of: draft).map { tag in
                let description = draft.tags.first { $0.name == tag }?.description
                return file(.tag(tag), (description ?? tag).map(Self.onOneLine) ?? "What has no tag.")
            }
    }

    /// Adds entries with an empty line before each.
    private func add(_ key: String, _ entries: [(name: String, node: SpecNode)], to map: inout SpecMap) {
        guard !entries.isEmpty else { return }
        map.addComment("")
        var spaced = SpecMap()
        for (index, entry) in entries.enumerated() {
            if index > 0 { spaced.addComment("") }
            spaced.add(entry.name, entry.node)
        }
        map.add(key, .map(spaced))
    }

    /// A comment is one line, and nothing in it may end it.
    static func onOneLine(_ text: String) -> String {
        if text.isPrintableASCII {
            return text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init).joined(separator: " ")
        }
        let scalars = text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: true
            default: false
            }
        }
        return scalars.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
