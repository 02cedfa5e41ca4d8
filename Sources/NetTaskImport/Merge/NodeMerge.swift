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
    enum Source {
        case ours
        case theirs
        case both
    }

    /// For what was brought to ours' steps at the root.
    static let shift = TextFit(sourceStep: 2, targetStep: 2)

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

    mutating func value(
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
        if let base = base.list, let ours = ours.list, let theirs = theirs.list {
            return (.collection(lists(base, ours, theirs, at: path)), .both)
        }
        if theirs.value == base.value || theirs.value == ours.value {
            if theirs.comments != base.comments, !theirs.comments.isSubset(of: ours.comments) {
                notes.keptComments(path)
            }
            return (ours, .ours)
        }
        if ours.value == base.value, ours.comments.isSubset(of: base.comments) {
            noteDifference(base, theirs, at: path)
            return (theirs, .theirs)
        }
        notes.keptYours(path, theirs: theirs.value)
        return (ours, .ours)
    }

    /// Notes what comes in with theirs, where ours is as the base.
    private mutating func noteDifference(_ base: TextNode, _ theirs: TextNode, at path: [String]) {
        if let base = base.map, let theirs = theirs.map {
            _ = maps(base, base, theirs, at: path)
        } else if let base = base.list, let theirs = theirs.list {
            _ = lists(base, base, theirs, at: path)
        } else {
            notes.difference(from: base.value, to: theirs.value, at: path)
            if base.value == theirs.value, base.comments != theirs.comments { notes.comments(path) }
        }
    }

    // MARK: Entries

    /// - Parameter alike: Whether all three are written in the same style, so that also the text around the value can
    ///   be merged.
    mutating func item(
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
        let isInOwnStyle = !inFlow || (source != .theirs || alike) && !node.isNested
        result.value = isInOwnStyle ? node : Self.flowLeaf(node.value)
        if let collection = result.value.collection, !collection.isFlow, collection.items.isEmpty {
            result.value = Self.emptied(collection)
        }
        if let base, alike {
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
                result.lead = lines(base.lead, ours.lead, theirs.lead, at: path)
            } else if ours.lead.joined().isSame(as: base.lead.joined()) {
                result.lead = theirs.lead
            }
        } else if let base, base.comment.trimmed != theirs.comment.trimmed, theirs.comment.holdsComment,
            theirs.comment.trimmed != ours.comment.trimmed
        {
            notes.keptComments(path)
        }
        return Self.wellFormed(result, inFlow: inFlow, indent: indent)
    }

    /// Merges lines of comments.
    mutating func lines(_ base: [String], _ ours: [String], _ theirs: [String], at path: [String]) -> [String] {
        let merged = LineMerge.merge(base: base, ours: ours, theirs: theirs)
        if merged.changesComments { notes.comments(path) }
        if merged.leavesOutComments { notes.keptComments(path) }
        return merged.lines
    }
}
