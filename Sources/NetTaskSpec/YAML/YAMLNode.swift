/// A value of a YAML file and its place. Nodes behind aliases are shared, not copied.
package struct YAMLNode: Sendable {
    package var content: Content
    package var range: SourceRange

    package enum Content: Sendable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    package init(content: Content, range: SourceRange) {
        self.content = content
        self.range = range
    }

    package struct Scalar: Sendable {
        package var text: String
        /// Whether it was written without quotes. Only then can it be a number, a boolean or null.
        package var isPlain: Bool

        package init(text: String, isPlain: Bool) {
            self.text = text
            self.isPlain = isPlain
        }
    }

    package struct Entry: Sendable {
        package var key: String
        package var keyRange: SourceRange
        package var value: YAMLNode

        package init(key: String, keyRange: SourceRange, value: YAMLNode) {
            self.key = key
            self.keyRange = keyRange
            self.value = value
        }
    }
}

extension YAMLNode {
    /// The kind of the node in messages.
    package var kind: String {
        switch content {
        case .scalar: isMissing ? "an empty value" : "a single value"
        case .sequence: "a list"
        case .mapping: "a map"
        }
    }

    /// Whether the value is empty, as after the colon in `retry:`.
    package var isMissing: Bool {
        if case .scalar(let scalar) = content { scalar.isPlain && scalar.text.isEmpty } else { false }
    }

    /// Whether YAML reads this as null.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return scalar.text.isEmpty || scalar.text == "~" || scalar.text == "null"
    }
}

extension YAMLNode {
    /// Whether it removes an inherited value: an explicit null, not an empty heading.
    var removes: Bool { isNull && !isMissing }

    /// The entries of a map; empty for other nodes.
    package var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

    package func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

    package subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The text of a single value.
    package var text: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

    package var isMap: Bool { if case .mapping = content { true } else { false } }

    /// The entries with extension keys, `x-…`.
    var extensionEntries: [Entry] { entries.filter { SpecLanguage.isExtension($0.key) } }
}

extension YAMLNode {
    /// Parses YAML. Returns the root, if there is a usable one, and the diagnostics of the YAML.
    ///
    /// - Parameter path: The path for diagnostics.
    package static func reading(_ bytes: [UInt8], path: String) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
        let collector = DiagnosticCollector()
        let file = YAMLFile(path: path, number: collector.add(file: path), bytes: bytes)
        let root = file.root(collector)
        return (root, Diagnostic.withSourceLines(collector.diagnostics(), [file]))
    }
}

/// Collects the entries of one map: reports duplicate keys and applies merge keys (`<<`).
package struct YAMLMappingBuilder {
    private var entries: [YAMLNode.Entry] = []
    private var placeOfKey: [String: SourceRange] = [:]
    private var merge: (index: Int, entry: YAMLNode.Entry)?

    /// The size above which a map uses a dictionary. Smaller maps are searched, which is faster.
    private static let searched = 8

    package init() {}

    package mutating func add(_ entry: YAMLNode.Entry, isMergeKey: Bool, _ diagnostics: DiagnosticCollector) {
        if isMergeKey {
            if let merge {
                report(entry, merge.entry.keyRange, diagnostics)
            } else {
                merge = (entries.count, entry)
            }
            return
        }
        if let first = place(of: entry.key) {
            report(entry, first, diagnostics)
            return
        }
        entries.append(entry)
        if entries.count > Self.searched {
            if placeOfKey.isEmpty {
                for entry in entries { placeOfKey[entry.key] = entry.keyRange }
            } else {
                placeOfKey[entry.key] = entry.keyRange
            }
        }
    }

    /// All entries. `<<` is replaced by the entries of its maps that this map lacks; earlier maps have precedence.
    package func merged(_ diagnostics: DiagnosticCollector) -> [YAMLNode.Entry] {
        guard let (index, merge) = merge else { return entries }
        let sources = if case .sequence(let items) = merge.value.content { items } else { [merge.value] }
        var added: [YAMLNode.Entry] = []
        var seen: Set<String> = []
        for source in sources {
            guard case .mapping(let inherited) = source.content else {
                diagnostics.at(merge.keyRange, .invalidMerge)
                    .error("`<<` must be a map or a list of maps, not \(source.kind)")
                continue
            }
            for entry in inherited where place(of: entry.key) == nil && seen.insert(entry.key).inserted {
                added.append(entry)
            }
        }
        var result = entries
        result.insert(contentsOf: added, at: index)
        return result
    }

    private func place(of key: String) -> SourceRange? {
        if entries.count > Self.searched { return placeOfKey[key] }
        for entry in entries where entry.key == key { return entry.keyRange }
        return nil
    }

    private func report(_ entry: YAMLNode.Entry, _ first: SourceRange, _ diagnostics: DiagnosticCollector) {
        diagnostics.at(entry.keyRange, .duplicateKey).error("duplicate key \(entry.key.quotedForMessage)")
            .note("first used here", at: first)
    }
}
