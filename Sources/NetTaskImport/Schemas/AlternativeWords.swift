import NetTaskSpec

/// The words for the names of inline alternatives and of their cases. The first of these words is taken:
///
/// 1. The title, if no other alternative has it.
/// 2. The only value of the alternative, or of its discriminator, or of another property that has no such value elsewhere.
/// 3. A required property that no other alternative has, if several alternatives are objects. Those that differ only in optional
///    ones become one shape.
/// 4. A word for the kind of the schema. If the alternative is not a shape, the result is `nil`, and its type names the case.
struct AlternativeWords {
    let importer: SchemaImporter
    let elements: [DocumentValue]
    /// The wire name of the discriminator.
    var discriminator: String?
    /// The titles of alternatives, each as often as it occurs.
    lazy var titles = Dictionary(grouping: elements.compactMap(\.titleWithLetters), by: \.self)
    /// The number of alternatives with each property, and with each property and its only value.
    lazy var counts: [[String]: Int] = {
        var counts: [[String]: Int] = [:]
        for element in elements {
            for (key, value) in Self.properties(of: element) {
                counts[[key], default: 0] += 1
                if let text = value.onlyText { counts[[key, text], default: 0] += 1 }
            }
        }
        return counts
    }()

    mutating func title(of element: DocumentValue) -> String? {
        element.titleWithLetters.flatMap { $0.utf8.count <= Self.limit && titles[$0]?.count == 1 ? $0 : nil }
    }

    mutating func word(of element: DocumentValue) -> String? {
        if let title = title(of: element) { return title }
        if let text = element.onlyText { return text.isEmpty ? "empty" : text }
        let properties = Self.properties(of: element)
        for (key, value) in properties.filter({ $0.key == discriminator }) + properties {
            if let text = value.onlyText, isWord(text), counts[[key, text]] == 1 { return text }
        }
        guard importer.outline(of: element) == .fields else {
            return element["enum"] != nil ? "Value" : element.choices.isEmpty ? nil : "Choice"
        }
        let objects = elements.count { $0["$ref"] == nil && importer.outline(of: $0) == .fields }
        guard objects > 1 else { return "Object" }
        let own = properties.map(\.key).filter { isWord($0) && counts[[$0]] == 1 }
        return own.first { !SchemaPeek.required($0, of: element).isEmpty } ?? "Object"
    }

    private func isWord(_ text: String) -> Bool {
        text.hasLetters && text.utf8.count <= Self.limit && text != "true" && text != "false"
    }

    private static let limit = 60

    private static func properties(of element: DocumentValue) -> [(key: String, value: DocumentValue)] {
        var seen: Set<String> = []
        return SchemaPeek.parts(of: element).flatMap { $0["properties"]?.members ?? [] }
            .filter { seen.insert($0.key).inserted }.map { ($0.key, $0.value) }
    }
}
