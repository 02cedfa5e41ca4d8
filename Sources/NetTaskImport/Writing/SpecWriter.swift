import NetTaskSpec

/// Writes all that an import gathered as spec files.
struct SpecWriter {
    private let draft: SpecDraft
    private let names: FileNames
    private let endpoints: EndpointWriter
    private let shapes: ShapeWriter
    /// What stands between the words of names on the wire, as a spec writes it.
    let separator: String

    /// - Parameter separator: As a spec writes it; nil for the one that fits best.
    init(_ draft: SpecDraft, separator: String? = nil) {
        self.draft = draft
        let choice = SeparatorChoice.of(separator) ?? SeparatorChoice.best(for: draft)
        self.separator = choice.written
        let directions = ShapeDirections(draft)
        let fields = FieldWriter(directions: directions, separator: choice.separator)
        endpoints = EndpointWriter(fields: fields)
        shapes = ShapeWriter(directions: directions, fields: fields)
        names = FileNames(client: draft.client, tags: Self.tags(of: draft))
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
        map.add("description", draft.description)
        map.add("baseURL", baseURL)
        if !draft.schemes.isEmpty { map.add("auth", .map(schemes)) }
        var defaults = SpecMap()
        if separator != "underscore" { defaults.add("separator", separator) }
        if !draft.auth.isEmpty { defaults.add("auth", endpoints.authNode(draft.auth)) }
        // A large client is a third smaller, and quicker to compile.
        defaults.add("mutable", .literal("false"), comment: "properties are `let`; without it, `var`")
        map.add("defaults", .map(defaults))
        if !parts.isEmpty { map.add("include", .list(parts.map { .text($0) })) }
        return text([], map)
    }

    private var baseURL: SpecNode? {
        guard let first = draft.servers.first else { return nil }
        if draft.servers.count == 1 { return .text(first.url) }
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

    // MARK: The others

    private func partFiles() -> [ImportedFile] {
        let tags = Self.tags(of: draft)
        let endpointsByTag = Dictionary(grouping: draft.endpoints, by: \.tag)
        let shapesByHome = Dictionary(grouping: draft.shapes, by: \.home)
        var files: [ImportedFile] = []
        if let shapes = shapesByHome[.shared], !shapes.isEmpty {
            files.append(file(.shared, ["What the parts of the API share."], endpoints: [], shapes))
        }
        for tag in tags {
            let description = draft.tags.first { $0.name == tag }?.description
            let opening = (description ?? tag).map { EndpointWriter.onOneLine($0) } ?? "What has no tag."
            let home = DraftHome.tag(tag)
            files.append(file(home, [opening], endpoints: endpointsByTag[tag] ?? [], shapesByHome[home] ?? []))
        }
        return files
    }

    private func file(
        _ home: DraftHome,
        _ opening: [String],
        endpoints: [EndpointDraft],
        _ shapes: [ShapeDraft]
    ) -> ImportedFile {
        var map = SpecMap()
        map.add("nettask", .literal("1"))
        if !endpoints.isEmpty {
            map.addComment("")
            var entries = SpecMap()
            for endpoint in endpoints { entries.add(endpoint.name, self.endpoints.node(endpoint)) }
            map.add("endpoints", .map(entries.spaced))
        }
        if !shapes.isEmpty {
            map.addComment("")
            var entries = SpecMap()
            for shape in shapes { entries.add(shape.name, self.shapes.node(shape)) }
            map.add("shapes", .map(entries.spaced))
        }
        return ImportedFile(name: names.name(home), text: text(opening, map))
    }

    private func text(_ opening: [String], _ map: SpecMap) -> String {
        var text = YAMLText()
        for line in opening { text.comment(line) }
        text.write(map)
        return text.text
    }
}

extension SpecMap {
    /// With an empty line between the entries.
    fileprivate var spaced: SpecMap {
        var result = SpecMap()
        for (index, item) in items.enumerated() {
            if index > 0 { result.addComment("") }
            result.items.append(item)
        }
        return result
    }
}
