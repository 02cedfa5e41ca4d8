extension NodeMerge {
    /// Merges lists of scalars: what theirs added comes in, what theirs dropped goes, what is the team's stays.
    mutating func lists(
        _ base: TextCollection,
        _ ours: TextCollection,
        _ theirs: TextCollection,
        at path: [String]
    ) -> TextCollection {
        let (baseNames, oursNames, theirsNames) = (base.identities, ours.identities, theirs.identities)
        let baseItems = Dictionary(zip(baseNames, base.items)) { first, _ in first }
        let theirsSet = Set(theirsNames)
        let rule = path == ["include"] ? includes : IncludeRule()
        var kept: [String] = []
        var items: [String: TextItem] = [:]
        var orphans: [String] = []
        for (name, item) in zip(oursNames, ours.items) {
            var item = item
            if let baseItem = baseItems[name], !theirsSet.contains(name) {
                let own = Self.ownComments(item, since: baseItem)
                if rule.keeps(item.key) || ours.isFlow && !own.isEmpty {
                    notes.keptThoughDropped(path)
                } else {
                    notes.add(.removed, path, "\(MergeNotes.name(path)) has `\(item.key)` no more in the document")
                    orphans += own.map { ($0 + "\n").indented(by: ours.indent) }
                    continue
                }
            }
            if !orphans.isEmpty {
                item.lead = orphans + item.lead
                orphans = []
            }
            kept.append(name)
            items[name] = item
        }
        var added: Set<String> = []
        let oursSet = Set(oursNames)
        for (name, item) in zip(theirsNames, theirs.items) where !oursSet.contains(name) {
            guard rule.adds(item.key, isNew: baseItems[name] == nil) else { continue }
            added.insert(name)
            items[name] = Self.listItem(item, inFlow: ours.isFlow)
            notes.add(.added, path, "\(MergeNotes.name(path)) has `\(item.key)` now in the document")
        }
        let order = OrderMerge.merge(
            base: baseNames,
            ours: oursNames,
            theirs: theirsNames,
            kept: kept,
            added: added
        )
        let new = Set(added.compactMap { items[$0]?.key })
        var result = ours.withItems(order.compactMap { items[$0] }, new: new)
        if !ours.isFlow { result.footer = orphans + ours.footer }
        return result
    }

    /// The comments around an item that no import wrote.
    private static func ownComments(_ item: TextItem, since base: TextItem) -> [String] {
        let known = Set((base.lead + [base.comment]).map(\.trimmed))
        return (item.lead + [item.comment]).filter(\.holdsComment).map(\.trimmed).filter { !known.contains($0) }
    }

    private static func listItem(_ item: TextItem, inFlow: Bool) -> TextItem {
        var item = item
        item.lead = []
        item.comment = ""
        item.keyText = inFlow ? "" : "-"
        item.gap = inFlow ? "" : " "
        if inFlow { item.value = flowLeaf(item.value.value) }
        return item
    }
}
