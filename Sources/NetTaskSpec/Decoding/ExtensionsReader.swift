/// Reads the keys of the author's own, which begin with `x-`.
struct ExtensionsReader {
    let diagnostics: DiagnosticCollector

    /// Those among the keys of a map.
    func extensions(_ node: YAMLNode) -> [ExtensionValue.Member] {
        guard case .mapping(let entries) = node.content else { return [] }
        return entries.filter { SpecLanguage.isExtension($0.key) }.compactMap { entry in
            value(entry.value).map { ExtensionValue.Member(entry.key, $0) }
        }
    }

    func value(_ node: YAMLNode) -> ExtensionValue? {
        switch node.content {
        case .sequence(let items):
            return .list(items.compactMap(value))
        case .mapping(let entries):
            return .map(entries.compactMap { entry in value(entry.value).map { .init(entry.key, $0) } })
        case .scalar(let scalar):
            if node.isMissing { return .null }
            guard scalar.isPlain else { return .string(scalar.text) }
            return self.scalar(scalar.text, node)
        }
    }

    /// Text without quotes is what it looks like.
    private func scalar(_ text: String, _ node: YAMLNode) -> ExtensionValue? {
        switch ScalarKind(plain: text) {
        case .string: return .string(text)
        case .integer(let number): return .integer(number)
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .number(let number):
            // What `Double` keeps of any number (DBL_DIG of C).
            if number.utf8.filter({ $0 >= 0x30 && $0 <= 0x39 }).count <= 15 { return .number(number) }
            return refuse("is a number of more than 15 digits", text, node)
        case .refused(let reason): return refuse(reason, text, node)
        }
    }

    private func refuse(_ reason: String, _ text: String, _ node: YAMLNode) -> ExtensionValue? {
        diagnostics.error(
            "\(text.quotedForMessage) \(reason)",
            at: node.range,
            notes: [.init("quote it if it is text", at: node.range)]
        )
        return nil
    }
}
