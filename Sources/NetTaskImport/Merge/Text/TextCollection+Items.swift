extension TextCollection {
    /// With other items. In flow style, the space before them is set as the map's own is.
    /// - Parameter new: The keys of those that come from elsewhere.
    func withItems(_ items: [TextItem], new: Set<String>) -> TextCollection {
        var result = self
        result.items = items
        guard isFlow, !items.isEmpty else { return result }
        let first = self.items.first?.lead.joined() ?? ""
        let space = self.items.lazy.map { $0.lead.joined() }.compactMap(Self.lineStart).first
        for index in items.indices {
            let isNew = new.contains(items[index].key)
            let lead = result.items[index].lead.joined()
            if index == 0, !lead.holdsComment, isNew || self.items.first?.key != items[0].key {
                result.items[0].lead = [first.holdsComment ? "" : first]
            } else if index > 0,
                isNew || lead.isEmpty || self.items.first?.key == items[index].key && !lead.holdsComment
            {
                result.items[index].lead = [space ?? " "]
            }
        }
        if let last = items.last, new.contains(last.key), closing.holdsComment, !hasTrailingComma {
            // The comma has to come before the comment that ends the line.
            let end = closing.utf8.lastIndex(of: UInt8(ascii: "\n")) ?? closing.utf8.endIndex
            result.items[items.count - 1].lead = [String(closing[..<end]) + (space ?? "\n")]
            result.closing = String(closing[end...])
        }
        return result
    }

    /// The line break and the spaces with which a line begins.
    private static func lineStart(_ lead: String) -> String? {
        guard let last = lead.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(lead[last...])
    }
}
