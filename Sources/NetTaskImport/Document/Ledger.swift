import NetTaskSpec

/// What became of each leaf of the documents: carried over into the specs, or left out for a reason.
///
/// A leaf is a single value, or a list or map without any. One that is reached in several ways may be carried over by one of
/// them and left out by another; then it is listed.
final class Ledger {
    private var carried: Set<UInt64> = []
    private var leftOut: Set<UInt64> = []
    private(set) var omissions: [Omission] = []
    private var omissionKeys: Set<OmissionKey> = []

    /// A part of a document that is in no spec.
    struct Omission {
        var path: DocumentPath
        var range: SourceRange
        var reason: String
        var leafCount: Int
    }

    private struct OmissionKey: Hashable {
        var place: UInt64
        var reason: String
    }

    func carry(_ node: YAMLNode) {
        Self.forEachLeaf(of: node) { carried.insert(Self.key($0.range)) }
    }

    func leaveOut(_ value: DocumentValue, _ reason: String) {
        guard omissionKeys.insert(OmissionKey(place: Self.key(value.range), reason: reason)).inserted else { return }
        var count = 0
        Self.forEachLeaf(of: value.node) {
            count += 1
            leftOut.insert(Self.key($0.range))
        }
        omissions.append(Omission(path: value.path, range: value.range, reason: reason, leafCount: count))
    }

    /// Lists whatever nobody has looked at.
    func leaveOutTheRest(of value: DocumentValue, _ reason: String) {
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

    /// Whether it is a leaf, of which it is said already what became of it.
    private func isKnownLeaf(_ node: YAMLNode) -> Bool {
        switch node.content {
        case .mapping(let entries) where !entries.isEmpty: return false
        case .sequence(let items) where !items.isEmpty: return false
        default:
            let key = Self.key(node.range)
            return carried.contains(key) || leftOut.contains(key)
        }
    }

    func isLeftOut(_ leaf: YAMLNode) -> Bool { leftOut.contains(Self.key(leaf.range)) }

    /// How many leaves of a file are carried over, left out, and neither.
    func count(_ root: YAMLNode) -> (carried: Int, leftOut: Int, forgotten: Int) {
        var seen: Set<UInt64> = []
        seen.reserveCapacity(carried.count + leftOut.count)
        var result = (carried: 0, leftOut: 0, forgotten: 0)
        Self.forEachLeaf(of: root) { leaf in
            let key = Self.key(leaf.range)
            guard seen.insert(key).inserted else { return }
            if leftOut.contains(key) {
                result.leftOut += 1
            } else if carried.contains(key) {
                result.carried += 1
            } else {
                result.forgotten += 1
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

    /// Where a value starts, which no two leaves share: 10 bits for the file, 27 each for the line and the column, which are enough
    /// for the largest file.
    private static func key(_ range: SourceRange) -> UInt64 {
        UInt64(range.file & 0x3FF) << 54 | UInt64(range.start.line & 0x7FF_FFFF) << 27
            | UInt64(range.start.column & 0x7FF_FFFF)
    }
}
