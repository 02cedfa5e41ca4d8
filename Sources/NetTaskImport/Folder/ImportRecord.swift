import NetTaskSpec

/// The document and the arguments of an import. The main file has them at its start, so that the next import needs no arguments.
package struct ImportRecord: Sendable, Equatable {
    /// The path of the document, relative to the folder of the import, or the URL that it was downloaded from.
    package var document: String
    /// The URL of the document, or `nil` for a local document.
    package var url: String? { document.contains("://") ? document : nil }
    /// The hash of the document's bytes.
    package var hash: String
    /// The Swift namespace.
    package var client: String
    /// The separator of words in wire names, as a spec writes it. Specs that extend the import use it, too.
    package var separator: String
    package var filter: OperationFilter
    /// Whether the endpoints of a tag are a group.
    package var hasGroups: Bool
    /// The preferred security scheme. Default: the first one.
    package var auth: String?
    /// The folder that contains all files of the document, relative to the folder of the import. Default: the folder of the
    /// document.
    package var root: String?
    /// The paths of the overlays, relative to the folder of the import, in the order in which they are applied.
    package var overlays: [String]

    package init(
        document: String,
        text: String,
        client: String,
        separator: String,
        filter: OperationFilter,
        hasGroups: Bool,
        auth: String?,
        root: String?,
        overlays: [String]
    ) {
        self.document = document
        hash = StableHash.of(text).hexadecimal(digits: 16)
        self.client = client
        self.separator = separator
        self.filter = filter
        self.hasGroups = hasGroups
        self.auth = auth
        self.root = root
        self.overlays = overlays
    }

    /// Whether both imports had the same arguments.
    package func hasSameArguments(as other: ImportRecord) -> Bool {
        var other = other
        (other.hash, other.separator) = (hash, separator)
        return self == other
    }

    // MARK: As text

    /// Reads a record from the lines of a comment. Returns `nil` if they contain no record.
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
        hasGroups = map["groups"]?.text == "true"
        auth = map["auth"]?.text
        root = map["root"]?.text
        overlays = map["overlays"]?.texts ?? []
    }

    /// The record as the lines of a comment.
    var lines: [String] {
        var map = SpecMap()
        map.add("document", document)
        map.add("hash", hash)
        map.add("client", client)
        map.add("separator", separator)
        map.add("tags", SpecNode.texts(filter.tags.sorted()))
        map.add("paths", SpecNode.texts(filter.paths))
        map.add("operations", SpecNode.texts(filter.operations.sorted()))
        if hasGroups { map.add("groups", .literal("true")) }
        map.add("auth", auth)
        map.add("root", root)
        map.add("overlays", SpecNode.texts(overlays))
        var outer = SpecMap()
        outer.add("import", .map(map))
        return YAMLText.of(outer).split(separator: "\n").map { "# \($0)" }
    }
}

extension YAMLNode {
    /// The texts of a list. It is empty if this node is not a list.
    var texts: [String] {
        if case .sequence(let items) = content { items.compactMap(\.text) } else { [] }
    }
}
