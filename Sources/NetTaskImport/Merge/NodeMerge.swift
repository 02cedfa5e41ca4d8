/// Merges the values of one file: what the document changed comes into the team's text.
///
/// A base is what the last import wrote, ours is the team's, theirs is what the new import makes.
struct NodeMerge {
    /// The spaces of one level, in each of the three files.
    struct Steps {
        var base: Int
        var ours: Int
        var theirs: Int
    }

    let steps: Steps
    let includes: IncludeRule
    var notes: MergeNotes

    /// Where a merged value comes from.
    private enum Source {
        case ours
        case theirs
        case both
    }

    /// For what was brought to ours' steps at the root.
    private static let shift = TextFit(sourceStep: 2, targetStep: 2)

    /// The root of a file.
    mutating func root(_ base: TextNode, _ ours: TextNode, _ theirs: TextNode) -> TextNode {
        if includes.agrees, ours.text.isSame(as: base.text) {
            // Not even the indentation is the team's.
            noteDifference(base, theirs, at: [])
            return theirs
        }
        let base = Self.fitted(base, TextFit(sourceStep: steps.base, targetStep: steps.ours))
        let theirs = Self.fitted(theirs, TextFit(sourceStep: steps.theirs, targetStep: steps.ours))
        return value(base, ours, theirs, at: []).node
    }

    private static func fitted(_ root: TextNode, _ fit: TextFit) -> TextNode {
        guard let map = root.map, !map.isFlow else { return root }
        return .collection(fit.collection(map, to: map.indent))
    }

    // MARK: Values

    private mutating func value(
        _ base: TextNode?,
        _ ours: TextNode,
        _ theirs: TextNode,
        at path: [String]
    ) -> (node: TextNode, source: Source) {
        // What a shortcut would do to `include`, the rule of that has to agree with.
        let takesWhole = includes.agrees || !(path.isEmpty || path == ["include"])
        if takesWhole, theirs.text.isSame(as: ours.text) { return (ours, .ours) }
        guard let base else {
            if path.count == 1, SpecSections.names.contains(path[0]), let ours = ours.map, let theirs = theirs.map {
                return (.collection(maps(.emptyMap(indent: ours.indent), ours, theirs, at: path)), .both)
            }
            if ours.value != theirs.value { notes.keptYours(path, theirs: theirs.value) }
            return (ours, .ours)
        }
        if takesWhole, theirs.text.isSame(as: base.text) { return (ours, .ours) }
        if takesWhole, ours.text.isSame(as: base.text) {
            noteDifference(base, theirs, at: path)
            return (theirs, .theirs)
        }
        if let base = base.map, let ours = ours.map, let theirs = theirs.map {
            return (.collection(maps(base, ours, theirs, at: path)), .both)
        }
        if let base = base.collection, let ours = ours.collection, let theirs = theirs.collection,
            !base.isMap, !ours.isMap, !theirs.isMap
        {
            return (.collection(lists(base, ours, theirs, at: path)), .both)
        }
        if theirs.value == base.value || theirs.value == ours.value { return (ours, .ours) }
        if ours.value == base.value, ours.comments.isSubset(of: base.comments) {
            noteDifference(base, theirs, at: path)
            return (theirs, .theirs)
        }
        notes.keptYours(path, theirs: theirs.value)
        return (ours, .ours)
    }

    private mutating func noteDifference(_ base: TextNode, _ theirs: TextNode, at path: [String]) {
        notes.difference(from: base.value, to: theirs.value, at: path)
        if base.comments != theirs.comments { notes.comments(path) }
    }

    // MARK: Entries

    /// - Parameter alike: Whether all three are written in the same style, so that also the text around the value can
    ///   be merged.
    private mutating func item(
        _ base: TextItem?,
        _ ours: TextItem,
        _ theirs: TextItem,
        inFlow: Bool,
        alike: Bool,
        indent: Int,
        at path: [String]
    ) -> TextItem {
        var result = ours
        let (node, source) = value(base?.value, ours.value, theirs.value, at: path)
        result.value = source == .theirs && inFlow && !alike ? Self.flowLeaf(node.value) : node
        if let collection = result.value.collection, !collection.isFlow, collection.items.isEmpty {
            result.value = Self.emptied(collection)
        }
        if let base, alike {
            let theirsCount = notes.notes.count
            if ours.keyText.isSame(as: base.keyText) { result.keyText = theirs.keyText }
            if ours.gap.isSame(as: base.gap), source == .theirs || ours.value.isNested == theirs.value.isNested {
                result.gap = theirs.gap
            }
            let isCommentSame = theirs.comment.trimmed == ours.comment.trimmed
            if ours.comment.isSame(as: base.comment) {
                result.comment = theirs.comment
                if !isCommentSame { notes.comments(path) }
            } else if theirs.comment.trimmed != base.comment.trimmed, !isCommentSame {
                notes.keptComments(path)
            }
            if !inFlow {
                result.lead = lines(base.lead, ours.lead, theirs.lead, at: path, after: theirsCount)
            } else if ours.lead.joined().isSame(as: base.lead.joined()) {
                result.lead = theirs.lead
            }
        }
        return Self.wellFormed(result, inFlow: inFlow, indent: indent)
    }

    private mutating func lines(
        _ base: [String],
        _ ours: [String],
        _ theirs: [String],
        at path: [String],
        after count: Int = 0
    ) -> [String] {
        let merged = LineMerge.merge(base: base, ours: ours, theirs: theirs)
        if merged.changesComments { notes.comments(path) }
        if merged.leavesOutComments { notes.keptComments(path) }
        return merged.lines
    }

    /// Lines of comments that belong to no entry.
    mutating func looseLines(_ base: [String], _ ours: [String], _ theirs: [String], at path: [String]) -> [String] {
        lines(base, ours, theirs, at: path)
    }

    /// With the space after the colon that the value needs, and no comment where it would be text.
    private static func wellFormed(_ item: TextItem, inFlow: Bool, indent: Int) -> TextItem {
        var item = item
        let isMissing = item.value.text.isEmpty && !item.value.isNested
        if item.value.isNested || item.value.text.hasPrefix("\n") {
            if item.gap.last != ":" { item.gap = ":" }
        } else if !isMissing, item.gap.isEmpty || item.gap.last == ":" {
            item.gap = item.keyText.isEmpty ? item.gap : item.keyText == "-" ? " " : ": "
        }
        if item.value.endsLine, !item.comment.isBlank, !inFlow {
            item.lead.append((item.comment.trimmed + "\n").indented(by: indent))
            item.comment = ""
        } else if item.value.endsLine {
            item.comment = ""
        }
        return item
    }

    private static func flowLeaf(_ value: PlainValue) -> TextNode {
        .leaf(TextLeaf(text: value.flowText, value: value, endsLine: false))
    }

    /// What is left of a map in block style without entries.
    private static func emptied(_ collection: TextCollection) -> TextNode {
        let text =
            (collection.isMap ? "{}" : "[]") + (collection.footer.isEmpty ? "" : "\n" + collection.footer.joined())
        let value = collection.isMap ? PlainValue.map([]) : .list([])
        let isAlone = collection.footer.isEmpty
        return .leaf(TextLeaf(text: isAlone ? text : String(text.dropLast()), value: value, endsLine: !isAlone))
    }

    // MARK: Maps

    private mutating func maps(
        _ wholeBase: TextCollection,
        _ ours: TextCollection,
        _ wholeTheirs: TextCollection,
        at path: [String]
    ) -> TextCollection {
        if ours.isFlow, ours.items.isEmpty, !ours.closing.holdsComment, !wholeTheirs.isFlow {
            // Nothing of the team's is in there, so nothing of its style either.
            var empty = ours
            empty.isFlow = false
            empty.indent = wholeTheirs.indent
            empty.closing = ""
            return maps(wholeBase, empty, wholeTheirs, at: path)
        }
        let base = wholeBase.isFlow || ours.isFlow ? wholeBase : Self.shift.collection(wholeBase, to: ours.indent)
        let theirs =
            wholeTheirs.isFlow || ours.isFlow ? wholeTheirs : Self.shift.collection(wholeTheirs, to: ours.indent)
        let alike = base.isFlow == ours.isFlow && ours.isFlow == theirs.isFlow
        let baseItems = Dictionary(base.items.map { ($0.key, $0) }) { first, _ in first }
        let theirsItems = Dictionary(theirs.items.map { ($0.key, $0) }) { first, _ in first }
        var items: [String: TextItem] = [:]
        var kept: [String] = []
        var orphans: [String] = []
        for item in ours.items {
            let inner = path + [item.key]
            var result = item
            switch (baseItems[item.key], theirsItems[item.key]) {
            case (let baseItem, let theirsItem?):
                result = self.item(
                    baseItem,
                    item,
                    theirsItem,
                    inFlow: ours.isFlow,
                    alike: alike,
                    indent: ours.indent,
                    at: inner
                )
                if isEmptiedSection(result, was: item, in: baseItem, at: inner) {
                    orphans += Self.commentsOfTheTeam(item, since: baseItem)
                    continue
                }
            case (let baseItem?, nil):
                let namesKept = inner == ["include"] && item.value.value.texts.contains(where: includes.keeps)
                guard namesKept || item.isTouched(since: baseItem) else {
                    notes.difference(
                        from: .map([.init(key: item.key, value: baseItem.value.value)]),
                        to: .map([]),
                        at: path
                    )
                    orphans += Self.commentsOfTheTeam(item, since: baseItem)
                    continue
                }
                notes.keptThoughDropped(inner)
            case (nil, nil):
                break
            }
            if !orphans.isEmpty, !ours.isFlow {
                result.lead = orphans + result.lead
                orphans = []
            }
            items[item.key] = result
            kept.append(item.key)
        }
        var added: Set<String> = []
        let oursKeys = Set(ours.items.map(\.key))
        for item in theirs.items where !oursKeys.contains(item.key) {
            let inner = path + [item.key]
            if let baseItem = baseItems[item.key] {
                if item.value.value != baseItem.value.value { notes.keptOut(inner) }
                continue
            }
            items[item.key] = ours.isFlow == theirs.isFlow ? item : Self.restyled(item, inFlow: ours.isFlow)
            added.insert(item.key)
            notes.difference(from: .map([]), to: .map([.init(key: item.key, value: item.value.value)]), at: path)
        }
        let order = OrderMerge.merge(
            base: base.items.map(\.key),
            ours: ours.items.map(\.key),
            theirs: theirs.items.map(\.key),
            kept: kept,
            added: added
        )
        var result = ours.withItems(order.compactMap { items[$0] }, new: added)
        if !ours.isFlow {
            let footer = alike ? lines(base.footer, ours.footer, theirs.footer, at: path) : ours.footer
            result.footer = orphans + footer
        }
        return result
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

    /// An entry of theirs, in the style of ours.
    private static func restyled(_ item: TextItem, inFlow: Bool) -> TextItem {
        var item = item
        item.lead = []
        item.comment = ""
        if item.keyText != "-", !item.keyText.isEmpty { item.gap = ": " }
        if inFlow {
            let isQuoted = item.keyText.hasPrefix("\"") || item.keyText.hasPrefix("'")
            if !isQuoted { item.keyText = PlainValue.scalarText(item.key, isPlain: true) }
            item.value = flowLeaf(item.value.value)
        } else if item.value.text.utf8.contains(UInt8(ascii: "\n")) {
            item.value = flowLeaf(item.value.value)
        }
        return wellFormed(item, inFlow: inFlow, indent: 0)
    }

    // MARK: Lists

    private mutating func lists(
        _ base: TextCollection,
        _ ours: TextCollection,
        _ theirs: TextCollection,
        at path: [String]
    ) -> TextCollection {
        let (baseNames, oursNames, theirsNames) = (base.identities, ours.identities, theirs.identities)
        let rule = path == ["include"] ? includes : IncludeRule()
        var kept: [String] = []
        var items: [String: TextItem] = [:]
        for (name, item) in zip(oursNames, ours.items) {
            if baseNames.contains(name), !theirsNames.contains(name) {
                if rule.keeps(item.key) {
                    notes.keptThoughDropped(path)
                } else {
                    notes.add(.removed, path, "\(MergeNotes.name(path)) has `\(item.key)` no more in the document")
                    continue
                }
            }
            kept.append(name)
            items[name] = item
        }
        var added: Set<String> = []
        let oursSet = Set(oursNames)
        for (name, item) in zip(theirsNames, theirs.items) where !oursSet.contains(name) {
            guard rule.adds(item.key, isNew: !baseNames.contains(name)) else { continue }
            added.insert(name)
            var item = item
            item.lead = []
            item.comment = ""
            item.keyText = ours.isFlow ? "" : "-"
            item.gap = ours.isFlow ? "" : " "
            if ours.isFlow { item.value = Self.flowLeaf(item.value.value) }
            items[name] = item
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
        return ours.withItems(order.compactMap { items[$0] }, new: new)
    }
}
