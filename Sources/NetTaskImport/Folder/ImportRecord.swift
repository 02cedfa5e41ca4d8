import NetTaskSpec

/// What an import was made from, kept at the top of the main file that it wrote, so that the next one needs no arguments.
package struct ImportRecord: Sendable, Equatable {
    /// The path of the document, from the folder of the import, or the URL that it was downloaded from.
    package var document: String
    /// nil for a document of this machine.
    package var url: String? { document.contains("://") ? document : nil }
    /// Of the document's bytes.
    package var hash: String
    /// The Swift namespace.
    package var client: String
    /// What stands between the words of names on the wire, as a spec writes it: specs that extend the import go by it too.
    package var separator: String
    package var filter: OperationFilter
    /// The preferred security scheme; nil for the first.
    package var auth: String?
    /// The folder below which files are that the document refers to, from the folder of the import; nil for the document's.
    package var root: String?
    /// The paths of the overlays, from the folder of the import, in the order in which they are applied.
    package var overlays: [String]

    package init(
        document: String,
        text: String,
        client: String,
        separator: String,
        filter: OperationFilter,
        auth: String?,
        root: String?,
        overlays: [String]
    ) {
        self.document = document
        hash = StableHash.of(text).hexadecimal(digits: 16)
        self.client = client
        self.separator = separator
        self.filter = filter
        self.auth = auth
        self.root = root
        self.overlays = overlays
    }

    /// Whether both were made with the same arguments.
    package func hasSameArguments(as other: ImportRecord) -> Bool {
        var other = other
        (other.hash, other.separator) = (hash, separator)
        return self == other
    }

    // MARK: As text

    /// Reads it from the lines of a comment; nil if they hold none.
    init?(_ lines: [Substring]) {
        let text = lines.map { $0.hasPrefix("# ") ? $0.dropFirst(2) : $0.dropFirst() }.joined(separator: "\n")
        guard let map = YAMLNode.reading(Array(text.utf8), path: "").root?["import"],
            let document = map["document"]?.text, let hash = map["hash"]?.text, let client = map["client"]?.text,
            let separator = map["separator"]?.text
        else { return nil }
        self.document = document
        self.hash = hash
        self.client = client
        self.separator = separator
        filter = OperationFilter(
            tags: Set(map["tags"]?.texts ?? []),
            paths: map["paths"]?.texts ?? [],
            operations: Set(map["operations"]?.texts ?? [])
        )
        auth = map["auth"]?.text
        root = map["root"]?.text
        overlays = map["overlays"]?.texts ?? []
    }

    /// The lines of a comment.
    var lines: [String] {
        var map = SpecMap()
        map.add("document", document)
        map.add("hash", hash)
        map.add("client", client)
        map.add("separator", separator)
        map.add("tags", SpecNode.texts(filter.tags.sorted()))
        map.add("paths", SpecNode.texts(filter.paths))
        map.add("operations", SpecNode.texts(filter.operations.sorted()))
        map.add("auth", auth)
        map.add("root", root)
        map.add("overlays", SpecNode.texts(overlays))
        var outer = SpecMap()
        outer.add("import", .map(map))
        return YAMLText.of(outer).split(separator: "\n").map { "# \($0)" }
    }
}

extension YAMLNode {
    /// The texts of a list; none where this is no list.
    var texts: [String] {
        if case .sequence(let items) = content { items.compactMap(\.text) } else { [] }
    }
}
