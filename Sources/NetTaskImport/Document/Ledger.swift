import NetTaskSpec

/// The result of each leaf of the documents: carried over into the specs, or left out for a reason.
///
/// A leaf is a single value, or an empty list or map. If the import reads a leaf in several ways, one of them may carry it over
/// and another may leave it out. The leaf is listed as left out then.
final class Ledger {
    /// Whether a leaf is left out, by its start. A leaf that the importer did not read has no entry.
    private var leaves: [UInt64: Bool] = [:]
    /// The reasons that are already listed.
    private var reasons: [UInt64: [OmissionReason]] = [:]
    private(set) var omissions: [Omission] = []

    /// A part of a document that the specs do not contain.
    struct Omission {
        var path: DocumentPath
        var range: SourceRange
        var reason: OmissionReason
        var leafCount: Int
    }

    func carry(_ node: YAMLNode) {
        Self.forEachLeaf(of: node) { leaf in
            let key = Self.key(leaf)
            // A leaf that was left out remains left out.
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

    /// Lists the leaves that the importer did not read.
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

    /// Lists the leaves that the importer did not read. If it read none of them, lists the value as one omission.
    func leaveOutUntouched(_ value: DocumentValue, _ reason: OmissionReason) {
        let count = count(value.node)
        if count.carried + count.leftOut == 0 { leaveOut(value, reason) } else { leaveOutTheRest(of: value, reason) }
    }

    /// Whether this node is a leaf with a recorded result.
    private func isKnownLeaf(_ node: YAMLNode) -> Bool {
        switch node.content {
        case .mapping(let entries) where !entries.isEmpty: false
        case .sequence(let items) where !items.isEmpty: false
        default: leaves[Self.key(node)] != nil
        }
    }

    func isLeftOut(_ leaf: YAMLNode) -> Bool { leaves[Self.key(leaf)] == true }

    /// Counts the leaves of a file that are carried over, left out, and not read.
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
        // Loops by index: an iterator would copy each entry with its key, and this loop visits the whole document.
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
