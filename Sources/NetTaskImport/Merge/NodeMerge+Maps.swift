extension NodeMerge {
    /// Merges maps entry by entry, in the style and the indentation of ours.
    mutating func maps(
        _ wholeBase: TextCollection,
        _ ours: TextCollection,
        _ wholeTheirs: TextCollection,
        at path: [String]
    ) -> TextCollection {
        if ours.isFlow, ours.items.isEmpty, !ours.closing.holdsComment, !wholeTheirs.isFlow {
            // Nothing of the team's is in there, so nothing of its style either.
            return maps(wholeBase, .emptyMap(indent: wholeTheirs.indent), wholeTheirs, at: path)
        }
        let base = Self.shifted(wholeBase, like: ours)
        let theirs = Self.shifted(wholeTheirs, like: ours)
        let alike = base.isFlow == ours.isFlow && ours.isFlow == theirs.isFlow
        let baseItems = Dictionary(base.items.map { ($0.key, $0) }) { first, _ in first }
        let theirsItems = Dictionary(theirs.items.map { ($0.key, $0) }) { first, _ in first }
        var items: [String: TextItem] = [:]
        var kept: [String] = []
        var orphans: [String] = []
        /// Entries that only ours has, since the last one that all have.
        var own: [String] = []

        for oursItem in ours.items {
            let inner = path + [oursItem.key]
            var item = oursItem
            switch (baseItems[item.key], theirsItems[item.key]) {
            case (let baseItem, let theirsItem?):
                let leads = LeadOfNeighbours(own.compactMap { items[$0]?.lead }, before: item.lead)
                let isShared = alike && !ours.isFlow && leads.holdComments(of: baseItem?.lead ?? [])
                if isShared { item.lead = leads.joined }
                item = self.item(
                    baseItem,
                    item,
                    theirsItem,
                    inFlow: ours.isFlow,
                    alike: alike,
                    indent: ours.indent,
                    at: inner
                )
                if isShared {
                    let parts = LeadOfNeighbours.split(item.lead)
                    for (key, lead) in zip(own, parts) { items[key]?.lead = lead }
                    item.lead = parts.last ?? []
                }
                if isEmptiedSection(item, was: oursItem, in: baseItem, at: inner) {
                    orphans += Self.commentsOfTheTeam(oursItem, since: baseItem)
                    continue
                }
                own = []
            case (let baseItem?, nil):
                let namesKept = inner == ["include"] && item.value.value.texts.contains(where: includes.keeps)
                guard namesKept || item.isTouched(since: baseItem) else {
                    noteRemoved(baseItem, at: path)
                    orphans += Self.commentsOfTheTeam(item, since: baseItem)
                    continue
                }
                own = []
                switch dropping(baseItem, from: item, inFlow: ours.isFlow, indent: ours.indent, at: inner) {
                case .all:
                    orphans += Self.commentsOfTheTeam(item, since: baseItem)
                    continue
                case .some(let rest): item = rest
                case .none: notes.keptThoughDropped(inner)
                }
            case (nil, nil):
                own.append(item.key)
            }
            if !orphans.isEmpty, !ours.isFlow {
                item.lead = orphans + item.lead
                orphans = []
            }
            items[item.key] = item
            kept.append(item.key)
        }

        var result = ours
        if !ours.isFlow {
            let leads = LeadOfNeighbours(own.compactMap { items[$0]?.lead }, before: ours.footer)
            let isShared = alike && leads.holdComments(of: base.footer)
            let footer = isShared ? leads.joined : ours.footer
            let parts = LeadOfNeighbours.split(alike ? lines(base.footer, footer, theirs.footer, at: path) : footer)
            if isShared {
                for (key, lead) in zip(own, parts) { items[key]?.lead = lead }
            }
            result.footer = orphans + (parts.last ?? [])
        }
        let added = addNew(theirs, to: &items, base: baseItems, ours: ours, at: path)
        let order = OrderMerge.merge(
            base: base.items.map(\.key),
            ours: ours.items.map(\.key),
            theirs: theirs.items.map(\.key),
            kept: kept,
            added: added
        )
        return result.withItems(order.compactMap { items[$0] }, new: added)
    }

    /// - Returns: The keys of entries that theirs has, and neither of the others.
    private mutating func addNew(
        _ theirs: TextCollection,
        to items: inout [String: TextItem],
        base: [String: TextItem],
        ours: TextCollection,
        at path: [String]
    ) -> Set<String> {
        var added: Set<String> = []
        let oursKeys = Set(ours.items.map(\.key))
        for item in theirs.items where !oursKeys.contains(item.key) {
            if let baseItem = base[item.key] {
                if item.value.value != baseItem.value.value { notes.keptOut(path + [item.key]) }
                continue
            }
            items[item.key] = ours.isFlow == theirs.isFlow ? item : Self.restyled(item, inFlow: ours.isFlow)
            added.insert(item.key)
            notes.difference(from: .map([]), to: .map([.init(key: item.key, value: item.value.value)]), at: path)
        }
        return added
    }

    private mutating func noteRemoved(_ item: TextItem, at path: [String]) {
        notes.difference(from: .map([.init(key: item.key, value: item.value.value)]), to: .map([]), at: path)
    }

    private static func shifted(_ map: TextCollection, like ours: TextCollection) -> TextCollection {
        map.isFlow || ours.isFlow ? map : shift.collection(map, to: ours.indent)
    }

    /// Whether `endpoints` or `shapes` has no entries any more, and no comments of the team.
    private func isEmptiedSection(
        _ item: TextItem,
        was old: TextItem,
        in base: TextItem?,
        at path: [String]
    ) -> Bool {
        guard path.count == 1, SpecSections.names.contains(path[0]), case .map(let entries) = item.value.value,
            case .map(let oldEntries) = old.value.value
        else { return false }
        let known = (base?.comments ?? []).union((base?.lead ?? []).map(\.trimmed))
        return entries.isEmpty && !oldEntries.isEmpty && item.comments.isSubset(of: known)
    }

    /// The lines above an entry, apart from it, that no import wrote.
    private static func commentsOfTheTeam(_ item: TextItem, since base: TextItem?) -> [String] {
        let known = Set((base?.lead ?? []).map(\.trimmed))
        let apart = item.splitLead.apart
        return apart.contains { $0.holdsComment && !known.contains($0.trimmed) } ? Array(apart) : []
    }
}
