import NetTaskSpec

/// What `encoding` of a form says of its fields.
final class Encodings {
    private let value: DocumentValue?
    private var taken: Set<String> = []

    init(_ value: DocumentValue?) {
        self.value = value
        if let value, value.members == nil { value.refuse("`encoding` must be a map, not \(value.node.kind)") }
    }

    /// nil where nothing is said of the field.
    func style(of field: String) -> ParamStyle? {
        guard let encoding = value?[field] else { return nil }
        taken.insert(field)
        guard var reader = ObjectReader(encoding, .encoding) else { return nil }
        let style = ParamStyle(&reader, .body)
        reader.finish()
        return style
    }

    func finish() {
        if value?.members?.isEmpty == true { value?.carry() }
        for (key, value, _) in value?.members ?? [] where !taken.contains(key) {
            value.leaveOut("the form has no such field")
        }
    }
}
