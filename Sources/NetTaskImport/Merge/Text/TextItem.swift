/// An entry of a map or an item of a list, with the text around it.
struct TextItem {
    /// The key in a map; in a list the scalar itself.
    var key: String
    /// The lines above it, comments and empty ones, with their line breaks; in flow style what stands before it.
    var lead: [String]
    /// The key as it is written, quotes included; `-` in a list in block style.
    var keyText: String
    /// What stands between the key and the value, as `: `.
    var gap: String
    var value: TextNode
    /// What follows in the line: after the value, or after the colon where the value stands below. No line break.
    var comment: String
}

extension TextItem {
    /// The lead in two: what stands directly above the item, and what an empty line sets apart from that.
    var splitLead: (apart: ArraySlice<String>, attached: ArraySlice<String>) {
        let cut = lead.lastIndex { $0.isBlank }.map { $0 + 1 } ?? 0
        return (lead[..<cut], lead[cut...])
    }

    /// All comments in and directly above it.
    var comments: Set<String> {
        var comments = value.comments
        for line in splitLead.attached where line.holdsComment { comments.insert(line.trimmed) }
        if comment.holdsComment { comments.insert(comment.trimmed) }
        return comments
    }

    /// Its text without the lines above.
    func body(indent: Int) -> String {
        let start = String(repeating: " ", count: indent) + keyText + gap
        return value.isNested ? start + comment + "\n" + value.text : start + value.text + comment + "\n"
    }

    /// Whether it says something else than `base`, or has comments that `base` lacks. Its formatting does not count.
    func isTouched(since base: TextItem) -> Bool {
        value.value != base.value.value || !comments.isSubset(of: base.comments.union(base.lead.map(\.trimmed)))
    }
}
