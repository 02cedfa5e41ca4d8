import NetTaskSpec

/// What `encoding` of a form says of its fields.
final class Encodings {
    private let entries: [(key: String, value: DocumentValue, keyRange: SourceRange)]
    private var taken: Set<String> = []

    init(_ value: DocumentValue?) {
        entries = value?.entries("`encoding`") ?? []
    }

    /// nil where nothing is said of the field.
    func style(of field: String) -> ParamStyle? {
        guard let encoding = entries.first(where: { $0.key == field })?.value else { return nil }
        taken.insert(field)
        guard var reader = ObjectReader(encoding, .encoding) else { return nil }
        let style = ParamStyle(&reader, .body)
        reader.finish()
        return style
    }

    func finish() {
        for (key, value, _) in entries where !taken.contains(key) {
            value.leaveOut("the form has no such field")
        }
    }
}
