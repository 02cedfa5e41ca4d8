import NetTaskSpec

/// The spec files of an import: one for the client, one for shared shapes, and one for each tag.
struct ImportLayout {
    let writer: SpecWriter
    private let imported: ImportedSpec
    private let names: ImportedFileNames
    /// The tags in the order in which the document first names them.
    private let tags: [String?]

    /// - Parameter separator: The separator as a spec writes it. Default: the separator that fits best.
    init(_ imported: ImportedSpec, separator: String? = nil) {
        let spec = FieldCompletion.completed(imported)
        var notes = imported.notes
        let requirements = spec.requirements
        // `NetTaskRuntime` alone is not worth a comment.
        if requirements.count > 1 { notes.lines[.client] = Requirement.lines(for: requirements) }
        let pages = PageSuggestion(imported.spec.shapesByName)
        for endpoint in imported.spec.endpoints {
            notes.lines[.pages(endpoint.name.written)] = pages.comments(for: endpoint)
        }
        self.imported = imported
        writer = SpecWriter(spec, separator: separator, notes: notes)
        tags = Self.tags(of: imported)
        names = ImportedFileNames(client: spec.client.written, tags: tags)
    }

    private static func tags(of imported: ImportedSpec) -> [String?] {
        let names = imported.spec.endpoints.map(\.name.written) + imported.spec.shapes.map(\.name.written)
        let used = names.compactMap { name -> String?? in
            if case .tag(let tag) = imported.homes[name] { tag } else { nil }
        }
        var seen: Set<String?> = []
        let usedTags = Set(used)
        let all: [String?] = imported.tags.map(\.name) + used
        return all.filter { usedTags.contains($0) && seen.insert($0).inserted }
    }

    func files() -> [ImportedFile] {
        let spec = writer.spec
        let endpoints = Dictionary(grouping: spec.endpoints) { imported.homes[$0.name.written] }
        let shapes = Dictionary(grouping: spec.shapes) { imported.homes[$0.name.written] }
        func file(_ home: SpecHome, _ opening: String) -> ImportedFile {
            let named = (endpoints[home] ?? []).map { endpoint in
                (name: imported.namesInGroups[endpoint.name.written] ?? endpoint.name.written, endpoint: endpoint)
            }
            let text = writer.text(of: named, shapes[home] ?? [], opening: opening)
            return ImportedFile(name: names.name(home), text: text)
        }
        let shared = shapes[.shared] == nil ? [] : [file(.shared, "The named schemas of the document.")]
        let parts =
            shared
            + tags.map { tag in
                let description = imported.tags.first { $0.name == tag }?.description
                return file(
                    .tag(tag),
                    (description ?? tag).map(SpecWriter.onOneLine) ?? "The operations without a tag."
                )
            }
        let used = Set(spec.shapes.map(\.name.written))
        let places = FormerShapeNames.lines(imported.places.filter { used.contains($0.name) })
        return [ImportedFile(name: names.main, text: writer.text(extending: parts.map(\.name)) + places)] + parts
    }
}
