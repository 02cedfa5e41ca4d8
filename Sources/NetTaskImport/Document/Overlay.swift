import NetTaskSpec

/// Changes a document as an overlay states (OpenAPI Overlay Specification 1.0).
///
/// Values that an overlay adds keep their places in the overlay. Diagnostics about an overlay also refer to places in the
/// overlay.
struct Overlay {
    private let root: YAMLNode
    private let diagnostics: DiagnosticCollector

    init(_ root: YAMLNode, _ diagnostics: DiagnosticCollector) {
        self.root = root
        self.diagnostics = diagnostics
    }

    /// Returns the document after all changes, in their order.
    func applied(to document: YAMLNode) -> YAMLNode {
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
        return actions.reduce(document) { apply($1, to: $0) }
    }

    private func apply(_ action: YAMLNode, to document: YAMLNode) -> YAMLNode {
        guard let target = action["target"], let text = target.text else {
            diagnostics.at(action.range, .invalidDocument).error("an action must have a `target`, such as `$.info`")
            return document
        }
        let path: JSONPath
        do throws(JSONPath.Failure) {
            path = try JSONPath(text)
        } catch {
            let place = error.rest.isEmpty ? "at its end" : "at \(error.rest.quotedForMessage)"
            diagnostics.at(target.range, .unsupportedPart)
                .error("the target \(text.quotedForMessage) is not supported \(place)")
                .note("supported targets: \(JSONPath.Failure.supported)")
            return document
        }
        let locations = path.locations(in: document)
        if locations.isEmpty {
            diagnostics.at(target.range, .unresolvedReference)
                .warning("the target \(text.quotedForMessage) selects nothing of the document")
        }
        // Starts at the end, and with the innermost values, so that the remaining indices stay valid.
        let ordered = locations.sorted { $1.lexicographicallyPrecedes($0) }
        if action["remove"]?.text == "true" {
            if locations.contains([]) {
                diagnostics.at(target.range, .invalidDocument).error("the document itself cannot be removed")
            }
            return ordered.reduce(document) { document, location in
                document.changed(at: location) { _ in nil } ?? document
            }
        }
        guard let update = action["update"] else {
            diagnostics.at(action.range, .invalidDocument).error("an action must have `update` or `remove: true`")
            return document
        }
        return ordered.reduce(document) { document, location in
            document.changed(at: location) { updated($0, by: update, target) } ?? document
        }
    }

    private func updated(_ node: YAMLNode, by update: YAMLNode, _ target: YAMLNode) -> YAMLNode {
        switch (node.content, update.content) {
        case (.mapping, .mapping): return node.merged(with: update)
        case (.sequence(let items), .sequence(let added)):
            return YAMLNode(content: .sequence(items + added), range: node.range)
        case (.sequence(let items), _): return YAMLNode(content: .sequence(items + [update]), range: node.range)
        case (.scalar, .scalar): return update
        default:
            let message = "the `update` of \(node.kind) must be \(node.kind), not \(update.kind)"
            diagnostics.at(update.range, .invalidDocument).error(message).note("the target is here", at: node.range)
            return node
        }
    }
}

extension YAMLNode {
    /// Returns the node with another value at a location. Removes the value if `change` returns `nil`.
    fileprivate func changed(at location: ArraySlice<Int>, _ change: (YAMLNode) -> YAMLNode?) -> YAMLNode? {
        guard let index = location.first else { return change(self) }
        var node = self
        switch content {
        case .scalar: break
        case .sequence(var items):
            if let item = items[index].changed(at: location.dropFirst(), change) {
                items[index] = item
            } else {
                items.remove(at: index)
            }
            node.content = .sequence(items)
        case .mapping(var entries):
            if let value = entries[index].value.changed(at: location.dropFirst(), change) {
                entries[index].value = value
            } else {
                entries.remove(at: index)
            }
            node.content = .mapping(entries)
        }
        return node
    }

    /// Returns a map with the entries of another map. Maps are merged, lists are appended, and all other values are replaced.
    fileprivate func merged(with other: YAMLNode) -> YAMLNode {
        var entries = self.entries
        for added in other.entries {
            guard let index = entries.firstIndex(where: { $0.key == added.key }) else {
                entries.append(added)
                continue
            }
            switch (entries[index].value.content, added.value.content) {
            case (.mapping, .mapping): entries[index].value = entries[index].value.merged(with: added.value)
            case (.sequence(let items), .sequence(let more)): entries[index].value.content = .sequence(items + more)
            default: entries[index] = added
            }
        }
        return YAMLNode(content: .mapping(entries), range: range)
    }
}
