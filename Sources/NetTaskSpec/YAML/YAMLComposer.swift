/// Builds a tree of nodes from the parser's events: resolves aliases and merge keys, and enforces `YAMLBudget`.
struct YAMLComposer: ~Copyable {
    private var parser: YAMLEventParser
    private let text: SourceText
    private let dialect: YAMLDialect
    private let tags: YAMLTags
    private let diagnostics: DiagnosticCollector
    private var anchors: [String: Anchor] = [:]
    /// The number of nodes so far. Nodes behind aliases count each time.
    private var nodeCount = 0
    /// The number of these that are behind aliases.
    private var repeatedCount = 0

    /// The target of an anchor.
    private enum Anchor {
        /// An incomplete node. An alias to it would make it contain itself.
        case open
        case complete(Composed, nodeCount: Int)
    }

    private struct Composed {
        var node: YAMLNode
        /// The number of levels of lists and maps: 0 for a scalar.
        var height: Int
    }

    /// An error that ends the reading of the file.
    private struct Failure: Error {
        var message: String
        var range: SourceRange
        var code = DiagnosticCode.invalidYAML
        var notes: [DiagnosticCollector.Note] = []
        var fix: YAMLHints.Fix?
    }

    /// The root of the file's only document; `nil` after a diagnostic, if there is no usable root.
    static func compose(_ text: SourceText, _ dialect: YAMLDialect, diagnostics: DiagnosticCollector) -> YAMLNode? {
        var composer = YAMLComposer(
            parser: YAMLEventParser(text),
            text: text,
            dialect: dialect,
            tags: YAMLTags(text: text, dialect: dialect, diagnostics: diagnostics),
            diagnostics: diagnostics
        )
        return composer.compose()
    }

    private mutating func compose() -> YAMLNode? {
        do throws(Failure) {
            _ = try next()  // the start of the stream
            guard case .documentStart = try next().kind else {
                throw Failure(
                    message: "this file is empty; \(dialect.noun) begins with `\(dialect.opening)`",
                    range: .start(ofFile: text.file),
                    code: .emptyFile
                )
            }
            let first = try next()
            let root = try composeNode(first, depth: 0).node
            _ = try next()  // the end of the document
            let after = try next()
            if case .documentStart = after.kind {
                diagnostics.at(after.range, .severalDocuments).error(
                    "a second document begins here; \(dialect.noun) can contain only one"
                )
            }
            return root
        } catch {
            return diagnostics.at(error.range, error.code).error(error.message)
                .notes(error.notes)
                .fix(error.fix?.edit, isCertain: error.fix?.isCertain == true).none()
        }
    }

    private mutating func next() throws(Failure) -> YAMLEvent {
        do throws(YAMLSyntaxError) {
            return try parser.next()
        } catch {
            if error.context == "while scanning a quoted scalar", let start = error.contextPosition,
                error.message == "found unexpected end of stream"
            {
                throw Failure(message: "missing closing quote", range: SourceRange(file: text.file, at: start))
            }
            var hints = YAMLHints(text: text)
            throw Failure(
                message: error.message,
                range: SourceRange(file: text.file, at: error.position),
                notes: hints.notes(for: error),
                fix: hints.fix
            )
        }
    }

    private mutating func composeNode(_ event: YAMLEvent, depth: Int) throws(Failure) -> Composed {
        nodeCount += 1
        try checkNodeCount(at: event.range)
        switch event.kind {
        case .alias(let name):
            return try resolve(name, at: event.range, depth: depth)
        case .scalar(let text, let isPlain, let properties):
            let isPlain = tags.isPlain(text, isPlain: isPlain, properties, at: event.range)
            let scalar = YAMLNode.Scalar(text: text, isPlain: isPlain)
            let node = YAMLNode(content: .scalar(scalar), range: event.range)
            return close(properties.anchor, Composed(node: node, height: 0), nodeCount: 1)
        case .sequenceStart(let properties):
            tags.check("seq", properties, at: event.range)
            return try composeSequence(properties, event.range, depth: depth + 1)
        case .mappingStart(let properties):
            tags.check("map", properties, at: event.range)
            return try composeMapping(properties, event.range, depth: depth + 1)
        default:
            // libyaml's grammar guarantees a value wherever this is called.
            throw Failure(message: "missing value", range: event.range)
        }
    }

    private mutating func composeSequence(
        _ properties: YAMLEvent.Properties,
        _ range: SourceRange,
        depth: Int
    ) throws(Failure) -> Composed {
        try open(properties, at: range, depth: depth)
        let countBefore = nodeCount
        var items: [YAMLNode] = []
        var height = 0
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind {
                let range = SourceRange(file: text.file, start: range.start, end: event.range.end)
                let node = YAMLNode(content: .sequence(items), range: range)
                let composed = Composed(node: node, height: height + 1)
                return close(properties.anchor, composed, nodeCount: nodeCount - countBefore + 1)
            }
            let item = try composeNode(event, depth: depth)
            items.append(item.node)
            height = max(height, item.height)
        }
    }

    private mutating func composeMapping(
        _ properties: YAMLEvent.Properties,
        _ range: SourceRange,
        depth: Int
    ) throws(Failure) -> Composed {
        try open(properties, at: range, depth: depth)
        let countBefore = nodeCount
        var entries = YAMLMappingBuilder()
        var height = 0
        while true {
            let event = try next()
            if case .mappingEnd = event.kind {
                let range = SourceRange(file: text.file, start: range.start, end: event.range.end)
                let node = YAMLNode(content: .mapping(entries.merged(diagnostics)), range: range)
                let composed = Composed(node: node, height: height + 1)
                return close(properties.anchor, composed, nodeCount: nodeCount - countBefore + 1)
            }
            let key = try composeNode(event, depth: depth).node
            let valueEvent = try next()
            let value = try composeNode(valueEvent, depth: depth)
            height = max(height, value.height)
            guard case .scalar(let scalar) = key.content else {
                let hint = "quote a value that begins with `{` or `[`"
                diagnostics.at(event.range, .invalidYAML).error("a key must be a single word, not \(key.kind)")
                    .note(hint)
                continue
            }
            var entry = YAMLNode.Entry(key: scalar.text, keyRange: event.range, value: value.node)
            if !dialect.isForeign, scalar.isPlain, valueEvent.range.start == event.range.end {
                mendMissingColon(in: &entry)
            }
            entries.add(entry, isMergeKey: scalar.isPlain && scalar.text == "<<", diagnostics)
        }
    }

    /// Corrects entries in braces: YAML reads `id:Int` and `id Int` as keys without a value.
    private func mendMissingColon(in entry: inout YAMLNode.Entry) {
        guard entry.value.isMissing, let suggested = entry.key.asEntry, let colon = suggested.firstIndex(of: ":") else {
            return
        }
        diagnostics.at(entry.keyRange, .missingSpace).error("the key \(entry.key.quotedForMessage) has no value")
            .noteMissingColon(entry.key, at: entry.keyRange, isKey: true)
        let value = YAMLNode.Scalar(text: String(suggested[colon...].dropFirst(2)), isPlain: true)
        entry.value = YAMLNode(content: .scalar(value), range: entry.keyRange)
        entry.key = String(suggested[..<colon])
    }

    // MARK: Anchors and aliases

    private mutating func open(
        _ properties: YAMLEvent.Properties,
        at range: SourceRange,
        depth: Int
    ) throws(Failure) {
        guard depth <= dialect.depth else {
            throw Failure(message: "more than \(dialect.depth) nested levels", range: range, code: .limitExceeded)
        }
        if let anchor = properties.anchor { anchors[anchor] = .open }
    }

    private mutating func close(_ anchor: String?, _ composed: Composed, nodeCount: Int) -> Composed {
        if let anchor { anchors[anchor] = .complete(composed, nodeCount: nodeCount) }
        return composed
    }

    private mutating func resolve(_ name: String, at range: SourceRange, depth: Int) throws(Failure) -> Composed {
        switch anchors[name] {
        case nil:
            throw Failure(
                message: "unknown anchor `*\(name)`",
                range: range,
                notes: [.init("quote a value that begins with `*`", at: range)]
            )
        case .open:
            throw Failure(message: "`*\(name)` is inside the value that it refers to", range: range)
        case .complete(let composed, let count):
            nodeCount += count - 1
            repeatedCount += count
            try checkNodeCount(at: range)
            guard repeatedCount <= YAMLBudget.nodes else {
                throw Failure(
                    message: "the aliases expand to more than \(YAMLBudget.nodes) values",
                    range: range,
                    code: .limitExceeded
                )
            }
            guard depth + composed.height <= dialect.depth else {
                throw Failure(message: "more than \(dialect.depth) nested levels", range: range, code: .limitExceeded)
            }
            return composed
        }
    }

    private func checkNodeCount(at range: SourceRange) throws(Failure) {
        guard nodeCount <= dialect.nodes else {
            let message = "more than \(dialect.nodes) values in one file, including those that aliases repeat"
            throw Failure(message: message, range: range, code: .limitExceeded)
        }
    }
}
