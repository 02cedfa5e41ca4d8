import NetTaskSpec

/// What became of each leaf of the documents: carried over into the specs, or left out for a reason.
///
/// A leaf is a single value, or a list or map without any. One that is reached in several ways may be carried over by one of
/// them and left out by another; then it is listed.
final class Ledger {
    /// Whether a leaf is left out, by where it starts; nil for one that nobody has looked at.
    private var leaves: [UInt64: Bool] = [:]
    /// The reasons that are listed already.
    private var reasons: [UInt64: [OmissionReason]] = [:]
    private(set) var omissions: [Omission] = []

    /// A part of a document that is in no spec.
    struct Omission {
        var path: DocumentPath
        var range: SourceRange
        var reason: OmissionReason
        var leafCount: Int
    }

    func carry(_ node: YAMLNode) {
        Self.forEachLeaf(of: node) { leaf in
            let key = Self.key(leaf)
            // What is left out stays so.
            if leaves.updateValue(false, forKey: key) == true { leaves[key] = true }
        }
    }

    func leaveOut(_ value: DocumentValue, _ reason: OmissionReason) {
        let key = Self.key(value.node)
        guard reasons[key]?.contains(reason) != true else { return }
        reasons[key, default: []].append(reason)
        var count = 0
        Self.forEachLeaf(of: value.node) {
            count += 1
            leaves[Self.key($0)] = true
        }
        omissions.append(Omission(path: value.path, range: value.range, reason: reason, leafCount: count))
    }

    /// Lists whatever nobody has looked at.
    func leaveOutTheRest(of value: DocumentValue, _ reason: OmissionReason) {
        switch value.node.content {
        case .mapping(let entries) where !entries.isEmpty:
            for index in entries.indices where !isKnownLeaf(entries[index].value) {
                leaveOutTheRest(of: value.child(entries[index].value, entries[index].key), reason)
            }
        case .sequence(let items) where !items.isEmpty:
            for element in value.elements ?? [] { leaveOutTheRest(of: element, reason) }
        default:
            if !isKnownLeaf(value.node) { leaveOut(value, reason) }
        }
    }

    /// Lists what nobody has looked at: the value as one if that is all of it, and otherwise each of the rest.
    func leaveOutUntouched(_ value: DocumentValue, _ reason: OmissionReason) {
        let count = count(value.node)
        if count.carried + count.leftOut == 0 { leaveOut(value, reason) } else { leaveOutTheRest(of: value, reason) }
    }

    /// Whether it is a leaf, of which it is said already what became of it.
    private func isKnownLeaf(_ node: YAMLNode) -> Bool {
        switch node.content {
        case .mapping(let entries) where !entries.isEmpty: false
        case .sequence(let items) where !items.isEmpty: false
        default: leaves[Self.key(node)] != nil
        }
    }

    func isLeftOut(_ leaf: YAMLNode) -> Bool { leaves[Self.key(leaf)] == true }

    /// How many leaves of a file are carried over, left out, and neither.
    func count(_ root: YAMLNode) -> (carried: Int, leftOut: Int, forgotten: Int) {
        var seen: Set<UInt64> = []
        seen.reserveCapacity(leaves.count)
        var result = (carried: 0, leftOut: 0, forgotten: 0)
        Self.forEachLeaf(of: root) { leaf in
            let key = Self.key(leaf)
            guard seen.insert(key).inserted else { return }
            switch leaves[key] {
            case true?: result.leftOut += 1
            case false?: result.carried += 1
            case nil: result.forgotten += 1
            }
        }
        return result
    }

    static func forEachLeaf(of node: YAMLNode, _ body: (YAMLNode) -> Void) {
        switch node.content {
        // By index: an iterator would copy each entry, with its key, and this goes through all of a document.
        case .mapping(let entries) where !entries.isEmpty:
            for index in entries.indices { forEachLeaf(of: entries[index].value, body) }
        case .sequence(let items) where !items.isEmpty:
            for index in items.indices { forEachLeaf(of: items[index], body) }
        default:
            body(node)
        }
    }

    /// The place where a value starts, which no two leaves share: 14 bits for the file, because a document has at most 10,000, and
    /// 25 bits each for the line and the column.
    private static func key(_ node: YAMLNode) -> UInt64 {
        let start = node.range.start
        return UInt64(node.range.file & 0x3FFF) << 50 | UInt64(start.line & 0x1FF_FFFF) << 25
            | UInt64(start.column & 0x1FF_FFFF)
    }
}
