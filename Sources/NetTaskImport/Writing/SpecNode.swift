/// A value of a spec that is to be written.
indirect enum SpecNode {
    /// Text, quoted where it has to be.
    case text(String)
    /// A number, a boolean or null, as it is.
    case literal(String)
    case list([SpecNode])
    case map(SpecMap)
}

/// A map that is to be written, with comments between its entries.
struct SpecMap {
    var items: [Item] = []
    /// Whether it stands in braces on one line where it fits there and has no comments.
    var isCompact = false

    enum Item {
        case entry(SpecEntry)
        /// Without its `#`.
        case comment(String)
    }

    var isEmpty: Bool { items.isEmpty }

    mutating func add(_ key: String, _ value: SpecNode?, comment: String? = nil) {
        guard let value else { return }
        items.append(.entry(SpecEntry(key: key, value: value, comment: comment)))
    }

    mutating func add(_ key: String, _ text: String?) {
        add(key, text.map { .text($0) })
    }

    mutating func add(_ key: String, flag: Bool) {
        if flag { add(key, .literal("true")) }
    }

    mutating func addComment(_ text: String) {
        items.append(.comment(text))
    }
}

struct SpecEntry {
    var key: String
    var value: SpecNode
    /// At the end of the line of the key, without its `#`.
    var comment: String?
}
