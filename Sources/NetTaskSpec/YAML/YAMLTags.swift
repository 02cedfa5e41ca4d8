/// The tags of one file, such as `!!str` and `!!int`, which set the kinds of values.
///
/// In a spec, the keys determine the kinds of values, so that only tags for text have an effect. Documents of other programs
/// may have other YAML tags, too; a tag that agrees with its value has no effect there.
struct YAMLTags {
    let text: SourceText
    let dialect: YAMLDialect
    let diagnostics: DiagnosticCollector

    private static let core = "tag:yaml.org,2002:"

    /// Whether a single value is read like one without quotes, which can be a number, a boolean or null.
    ///
    /// - Parameters:
    ///   - isPlain: Whether it was written without quotes.
    ///   - range: The value with its tag and its anchor.
    func isPlain(
        _ value: String,
        isPlain: Bool,
        _ properties: YAMLEvent.Properties,
        at range: SourceRange
    ) -> Bool {
        guard let tag = properties.tag else { return isPlain }
        if tag == "!" || tag == Self.core + "str" { return false }
        guard dialect.isForeign, tag.hasPrefix(Self.core) else {
            refuse(properties, at: range)
            return isPlain
        }
        switch tag.dropFirst(Self.core.count) {
        case "int", "float": if ScalarKind.isNumber(value) { return true }
        case "bool": if value == "true" || value == "false" { return true }
        case "null": if ["", "~", "null"].contains(value) { return true }
        case "merge": if value == "<<" { return true }
        case "timestamp": return false
        default: break
        }
        warn("the value is read without its tag", properties, at: range)
        return isPlain
    }

    /// Checks the tag of a list or a map.
    ///
    /// - Parameter kind: The kind of the value in YAML: `seq` or `map`.
    func check(_ kind: String, _ properties: YAMLEvent.Properties, at range: SourceRange) {
        guard let tag = properties.tag else { return }
        guard dialect.isForeign, tag == "!" || tag.hasPrefix(Self.core) else { return refuse(properties, at: range) }
        guard tag != "!", tag != Self.core + kind else { return }
        warn("the \(kind == "seq" ? "list" : "map") is read without its tag", properties, at: range)
    }

    // MARK: Reports

    private func refuse(_ properties: YAMLEvent.Properties, at range: SourceRange) {
        guard !diagnostics.isFull(.error, file: text.file), let tag = properties.tag else { return }
        let report = diagnostics.at(place(properties, range), .unsupportedTag)
            .error("\(dialect.noun) cannot have the tag \(written(tag).quotedForMessage)")
        report.note(
            tag.hasPrefix(Self.core)
                ? "remove the tag: the key determines the kind" : "quote a value that begins with `!`"
        )
    }

    private func warn(_ consequence: String, _ properties: YAMLEvent.Properties, at range: SourceRange) {
        guard !diagnostics.isFull(.warning, file: text.file), let tag = properties.tag else { return }
        diagnostics.at(place(properties, range), .unsupportedTag)
            .warning("the tag \(written(tag).quotedForMessage) is ignored: \(consequence)")
    }

    /// The tag as written, without the prefix that libyaml substitutes for `!!`.
    private func written(_ tag: String) -> String {
        tag.hasPrefix(Self.core) ? "!!" + tag.dropFirst(Self.core.count) : tag.hasPrefix("!") ? tag : "!<\(tag)>"
    }

    /// The place of the tag, which is the start of the value unless an anchor precedes it.
    private func place(_ properties: YAMLEvent.Properties, _ range: SourceRange) -> SourceRange {
        let (line, column) = (range.start.line, range.start.column)
        guard properties.anchor != nil, let scalars = text.lines([line])[line]?.unicodeScalars else { return range }
        let value = scalars.dropFirst(column - 1)
        let start = value.prefix(Self.searched).drop { $0 != " " && $0 != "\t" }.drop { $0 == " " || $0 == "\t" }
        guard value.first == "&", start.first == "!" else { return range }
        let offset = scalars.distance(from: value.startIndex, to: start.startIndex)
        return SourceRange(file: range.file, start: .init(line: line, column: column + offset), end: range.end)
    }

    /// The number of characters of a line that are searched for a tag after an anchor.
    private static let searched = 1_024
}
