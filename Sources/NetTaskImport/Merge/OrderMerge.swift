/// The order of a map's entries, or a list's items, after a merge.
enum OrderMerge {
    /// - Parameters:
    ///   - kept: Those of ours that stay, in ours' order.
    ///   - added: Those of theirs that come in.
    static func merge(base: [String], ours: [String], theirs: [String], kept: [String], added: Set<String>) -> [String]
    {
        let common = Set(base).intersection(kept).intersection(theirs)
        let baseOrder = base.filter(common.contains)
        let oursOrder = kept.filter(common.contains)
        let theirsOrder = theirs.filter(common.contains)
        guard oursOrder == baseOrder, theirsOrder != baseOrder else {
            return inserting(added, of: theirs, into: kept)
        }
        // Only the document changed the order.
        let keptSet = Set(kept)
        let skeleton = theirs.filter { added.contains($0) || keptSet.contains($0) }
        return inserting(keptSet.subtracting(skeleton), of: ours, into: skeleton)
    }

    /// Puts each after the one that it follows in its own sequence; if that is not there, after the one before.
    private static func inserting(_ added: Set<String>, of sequence: [String], into skeleton: [String]) -> [String] {
        if added.isEmpty { return skeleton }
        let present = Set(skeleton)
        var after: [String: [String]] = [:]
        var beforeFirst: [String] = []
        var anchor: String?
        for element in sequence {
            if present.contains(element) {
                anchor = element
            } else if added.contains(element) {
                if let anchor { after[anchor, default: []].append(element) } else { beforeFirst.append(element) }
            }
        }
        let successor = sequence.first { present.contains($0) }
        var result: [String] = []
        for element in skeleton {
            if element == successor { result += beforeFirst }
            result.append(element)
            result += after[element] ?? []
        }
        return successor == nil ? result + beforeFirst : result
    }
}
