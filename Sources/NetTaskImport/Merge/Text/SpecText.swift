internal import NetTaskSpec

/// One spec file taken apart, so that its parts can be merged and put together again.
struct SpecText {
    private(set) var name: String
    /// What stands before the first entry, but for the comments directly above that.
    var header: [String]
    var root: TextNode
    /// What stands after the last entry, as `...`.
    var trailer: [String]
    var form: TextForm

    /// The text of an empty file, for one that is not there.
    init(absent name: String, like other: SpecText) {
        self.name = name
        header = []
        root = .collection(.emptyMap(indent: 0))
        trailer = []
        form = other.form
    }

    /// - Throws: `SpecMergeError` if it is no YAML.
    init(_ file: ImportedFile) throws(SpecMergeError) {
        name = file.name
        let yaml = try Self.yaml(file)
        let text: String
        (text, form) = TextForm.split(file.text)
        (header, trailer) = ([], [])
        root = .leaf(TextLeaf(text: text, value: PlainValue(yaml), endsLine: true))
        guard form.isPlain else { return }
        if let (header, root, trailer) = Self.parts(text, yaml) {
            let whole = self
            (self.header, self.root, self.trailer) = (header, root, trailer)
            // What was taken apart wrongly must not be put together.
            if !self.text.isSame(as: file.text) || root.value != PlainValue(yaml) { self = whole }
        }
    }

    /// - Throws: `SpecMergeError` if it is no YAML.
    static func yaml(_ file: ImportedFile) throws(SpecMergeError) -> YAMLNode {
        let (yaml, diagnostics) = YAMLNode.reading(Array(file.text.utf8), path: file.name)
        guard let yaml, diagnostics.isEmpty else { throw SpecMergeError(diagnostics: diagnostics) }
        return yaml
    }

    private static func parts(_ text: String, _ yaml: YAMLNode) -> ([String], TextNode, [String])? {
        let lines = TextLines(text)
        let reader = TextReader(lines: lines)
        let start = lines.offset(of: yaml.range.start)
        guard case .mapping(let entries) = yaml.content, start < lines.bytes.count else { return nil }
        if lines.bytes[start] == UInt8(ascii: "{") {
            let end = lines.offset(of: yaml.range.end)
            let root = reader.node(yaml, start..<end, indent: 0)
            return ([lines.string(0..<start)], root, [lines.string(end..<lines.bytes.count)])
        }
        guard let firstKey = entries.first?.keyRange.start.line, firstKey <= lines.count else { return nil }
        var headerEnd = firstKey - 1
        while headerEnd > 0, !lines.isBlank(headerEnd - 1), lines.isTrivia(headerEnd - 1) { headerEnd -= 1 }
        var end = lines.count
        for line in (firstKey..<max(lines.count, firstKey)).reversed() {
            guard lines.isTrivia(line) || lines.isDocumentMark(line) else { break }
            if lines.isDocumentMark(line) { end = line }
        }
        guard let (map, mapEnd) = try? reader.blockMap(entries, in: headerEnd..<end) else { return nil }
        return (lines.lines(0..<headerEnd), .collection(map), lines.lines(mapEnd..<lines.count))
    }

    var text: String {
        form.applied(to: header.joined() + root.text + trailer.joined())
    }

    func named(_ name: String) -> SpecText {
        var result = self
        result.name = name
        return result
    }

    /// The spaces of one level.
    var step: Int {
        guard let root = root.collection, !root.isFlow else { return 2 }
        for item in root.items {
            if let nested = item.value.map, !nested.isFlow { return nested.indent - root.indent }
        }
        return 2
    }
}
