import NetTaskSpec

/// Changes a document as an overlay states (OpenAPI Overlay Specification 1.0).
///
/// Values that an overlay adds keep their places in the overlay. Diagnostics about an overlay also refer to places in the
/// overlay.
struct Overlay {
    private let root: YAMLNode
    private let diagnostics: DiagnosticCollector
    /// The places that several values have, because of aliases or because an update has several targets.
    private var shared: Set<SourceRange> = []
    private var copyCount = 0
    private var addedCount = 0

    init(_ root: YAMLNode, _ diagnostics: DiagnosticCollector) {
        self.root = root
        self.diagnostics = diagnostics
    }

    /// Returns the document after all changes, in their order.
    mutating func applied(to document: YAMLNode) -> YAMLNode {
        guard let version = root["overlay"]?.text, version.hasPrefix("1.") else {
            let place = root["overlay"]?.range ?? root.range
            diagnostics.at(place, .unsupportedVersion).error("an overlay must begin with `overlay: 1.0.0`")
            return document
        }
        for entry in root.entries
        where !["overlay", "info", "extends", "actions"].contains(entry.key) && !entry.key.hasPrefix("x-") {
            diagnostics.at(entry.keyRange, .unknownKey).warning(
                "unknown key \(entry.key.quotedForMessage) in an overlay"
            )
        }
        guard case .sequence(let actions)? = root["actions"]?.content else {
            diagnostics.at(root["actions"]?.range ?? root.range, .invalidDocument)
                .error("an overlay must have a list of `actions`")
            return document
        }
        var places: Set<SourceRange> = []
        for node in [document, root] {
            node.forEachPlace { if !places.insert($0).inserted { shared.insert($0) } }
        }
        return actions.reduce(into: document) { apply($1, to: &$0) }
    }

    private mutating func apply(_ action: YAMLNode, to document: inout YAMLNode) {
        guard let target = action["target"], let text = target.text else {
            diagnostics.at(action.range, .invalidDocument).error("an action must have a `target`, such as `$.info`")
            return
        }
        let path: JSONPath
        do throws(JSONPath.Failure) {
            path = try JSONPath(text)
        } catch {
            let place = error.rest.isEmpty ? "at its end" : "at \(error.rest.quotedForMessage)"
            diagnostics.at(target.range, .unsupportedPart)
                .error("the target \(text.quotedForMessage) is not supported \(place)")
                .note("supported targets: \(JSONPath.Failure.supported)")
            return
        }
        let locations = path.locations(in: document)
        if locations.isEmpty {
            diagnostics.at(target.range, .unresolvedReference)
                .warning("the target \(text.quotedForMessage) selects nothing of the document")
        }
        let update = action["remove"]?.text == "true" ? nil : action["update"]
        if update == nil, action["remove"]?.text != "true" {
            diagnostics.at(action.range, .invalidDocument).error("an action must have `update` or `remove: true`")
            return
        }
        if update == nil, locations.contains([]) {
            diagnostics.at(target.range, .invalidDocument).error("the document itself cannot be removed")
        }
        if locations.count > 1 { update?.forEachPlace { shared.insert($0) } }
        addedCount += locations.count * (update?.count ?? 0)
        guard addedCount <= YAMLBudget.nodes else {
            diagnostics.at(target.range, .limitExceeded)
                .error("the overlay adds more than \(YAMLBudget.nodes) values")
            return
        }
        _ = change(&document, at: locations, by: update, target)
    }

    /// Changes a value, after all values in it. Returns whether the value remains.
    ///
    /// - Parameters:
    ///   - locations: The locations in the value.
    ///   - update: The update, or `nil` to remove the values.
    private mutating func change(
        _ node: inout YAMLNode,
        at locations: [JSONPath.Location],
        by update: YAMLNode?,
        _ target: YAMLNode
    ) -> Bool {
        let inner = Dictionary(grouping: locations.lazy.filter { !$0.isEmpty }) { $0[$0.startIndex] }
        if !inner.isEmpty { node.range = place(ofChanged: node) }
        node.changeChildren(inner.keys.sorted()) { index, child in
            change(&child, at: (inner[index] ?? []).map { $0.dropFirst() }, by: update, target)
        }
        guard locations.contains([]) else { return true }
        if let update { node = updated(node, by: update, target) }
        return update != nil
    }

    private mutating func updated(_ node: YAMLNode, by update: YAMLNode, _ target: YAMLNode) -> YAMLNode {
        switch (node.content, update.content) {
        case (.mapping, .mapping): return merged(node, with: update)
        case (.sequence(let items), .sequence(let added)):
            return YAMLNode(content: .sequence(items + added), range: place(ofChanged: node))
        case (.sequence(let items), _):
            return YAMLNode(content: .sequence(items + [update]), range: place(ofChanged: node))
        case (.scalar, .scalar): return update
        default: return refused(node, by: update)
        }
    }

    private func refused(_ node: YAMLNode, by update: YAMLNode) -> YAMLNode {
        let message = "the `update` of \(node.kind) must be \(node.kind), not \(update.kind)"
        diagnostics.at(update.range, .invalidDocument).error(message).note("the target is here", at: node.range)
        return node
    }

    /// Returns a map with the entries of another map. Maps are merged, lists are appended, and single values are replaced. Other
    /// pairs of values are incompatible.
    private mutating func merged(_ node: YAMLNode, with other: YAMLNode) -> YAMLNode {
        var entries = node.entries
        let indices = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
        for added in other.entries {
            guard let index = indices[added.key] else {
                entries.append(added)
                continue
            }
            let value = entries[index].value
            switch (value.content, added.value.content) {
            case (.mapping, .mapping): entries[index].value = merged(value, with: added.value)
            case (.sequence, .sequence): entries[index].value = updated(value, by: added.value, added.value)
            case (.scalar, .scalar): entries[index] = added
            // A heading without a value changes nothing, as in the examples of the specification.
            case _ where added.value.isMissing: break
            default: entries[index].value = refused(value, by: added.value)
            }
        }
        return YAMLNode(content: .mapping(entries), range: place(ofChanged: node))
    }

    /// Returns the place for a changed value. The import identifies values by their places. Therefore a value that other values
    /// share gets a place of its own.
    private mutating func place(ofChanged node: YAMLNode) -> SourceRange {
        guard shared.contains(node.range) else { return node.range }
        copyCount += 1
        return node.range.copy(copyCount, madeBy: root.range.file)
    }
}

extension SourceRange {
    /// Returns a place with the same start for a changed copy of a value. No value that was read from a file has this place.
    ///
    /// - Parameter file: The number of the overlay that changes the value. Default: a number that no file has.
    func copy(_ number: Int, madeBy file: Int = DocumentFiles.limit) -> SourceRange {
        var range = self
        range.end.column = (file + 1) << 36 | number << 14
        return range
    }
}

extension YAMLNode {
    /// The number of values, including this one.
    fileprivate var count: Int { children.reduce(1) { $0 + $1.count } }

    /// Calls `body` with the place of each map and list.
    fileprivate func forEachPlace(_ body: (SourceRange) -> Void) {
        if case .scalar = content { return }
        body(range)
        for child in children { child.forEachPlace(body) }
    }

    /// Changes children in place, and removes those for which `change` returns `false`.
    fileprivate mutating func changeChildren(_ indices: [Int], _ change: (Int, inout YAMLNode) -> Bool) {
        guard !indices.isEmpty else { return }
        var removed: Set<Int> = []
        switch content {
        case .scalar: break
        case .sequence(var items):
            content = .sequence([])  // otherwise each change would copy the list
            for index in indices where !change(index, &items[index]) { removed.insert(index) }
            if !removed.isEmpty { items = items.indices.filter { !removed.contains($0) }.map { items[$0] } }
            content = .sequence(items)
        case .mapping(var entries):
            content = .sequence([])
            for index in indices where !change(index, &entries[index].value) { removed.insert(index) }
            if !removed.isEmpty { entries = entries.indices.filter { !removed.contains($0) }.map { entries[$0] } }
            content = .mapping(entries)
        }
    }
}
