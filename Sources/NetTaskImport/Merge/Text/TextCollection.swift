/// A map, or a list of scalars, taken apart into its items without losing a character.
struct TextCollection {
    var isMap: Bool
    /// Whether it is written in braces or brackets.
    var isFlow: Bool
    /// The column, from zero, at which its items stand; in flow style that of the map in block style around it.
    var indent: Int
    var items: [TextItem]
    /// In block style the comments after the last item that are indented as the items are.
    var footer: [String] = []
    /// In flow style what stands between the last item, or the comma after it, and the closing bracket.
    var closing = ""
    var hasTrailingComma = false
}

extension TextCollection {
    static func emptyMap(indent: Int) -> TextCollection {
        TextCollection(isMap: true, isFlow: false, indent: indent, items: [])
    }

    func index(of key: String) -> Int? {
        items.firstIndex { $0.key == key }
    }

    subscript(key: String) -> TextItem? {
        index(of: key).map { items[$0] }
    }

    var value: PlainValue {
        isMap
            ? .map(items.map { PlainValue.Entry(key: $0.key, value: $0.value.value) })
            : .list(items.map(\.value.value))
    }

    var text: String {
        isFlow ? flowText : items.map { $0.lead.joined() + $0.body(indent: indent) }.joined() + footer.joined()
    }

    private var flowText: String {
        let texts = items.map { $0.lead.joined() + $0.keyText + $0.gap + $0.value.text + $0.comment }
        let inner = texts.joined(separator: ",") + (hasTrailingComma ? "," : "") + closing
        return isMap ? "{\(inner)}" : "[\(inner)]"
    }

    var comments: Set<String> {
        var comments: Set<String> = []
        for item in items {
            comments.formUnion(item.comments)
            for line in item.lead where line.holdsComment { comments.insert(line.trimmed) }
        }
        for line in footer where line.holdsComment { comments.insert(line.trimmed) }
        if closing.holdsComment { comments.insert(closing.trimmed) }
        return comments
    }

    /// Tells its items from each other: by key, or in a list, which may hold a value twice, by value and number.
    var identities: [String] {
        if isMap { return items.map(\.key) }
        var counts: [String: Int] = [:]
        return items.map { item in
            let count = counts[item.key, default: 0]
            counts[item.key] = count + 1
            return "\(count) \(item.key)"
        }
    }
}
