/// Moves items to another indentation: by the steps of the file that they come to.
struct TextFit {
    /// The spaces of one level in the file that they come from.
    var sourceStep: Int
    var targetStep: Int

    /// - Parameters:
    ///   - source: The indentation of the map in block style that holds or surrounds it.
    ///   - target: That of the map which it comes to.
    func item(_ item: TextItem, from source: Int, to target: Int) -> TextItem {
        if source == target && sourceStep == targetStep { return item }
        let delta = target - source
        var item = item
        item.lead = item.lead.map { $0.indented(by: delta) }
        item.gap = item.gap.withFurtherLinesIndented(by: delta)
        item.comment = item.comment.withFurtherLinesIndented(by: delta)
        item.value = node(item.value, from: source, to: target)
        return item
    }

    func items(of collection: TextCollection, to target: Int) -> [TextItem] {
        collection.items.map { item($0, from: collection.indent, to: target) }
    }

    func collection(_ collection: TextCollection, to target: Int) -> TextCollection {
        if collection.indent == target && sourceStep == targetStep { return collection }
        var result = collection
        result.items = items(of: collection, to: target)
        result.footer = collection.footer.map { $0.indented(by: target - collection.indent) }
        result.indent = target
        return result
    }

    private func node(_ node: TextNode, from source: Int, to target: Int) -> TextNode {
        switch node {
        case .leaf(var leaf):
            let inner = leaf.isBlockScalar ? extraIndentation(of: leaf.text, below: source) : 0
            leaf.text = leaf.text.withFurtherLinesIndented(by: target - source + inner)
            return .leaf(leaf)
        case .collection(let nested) where !nested.isFlow:
            return .collection(collection(nested, to: target + scaled(nested.indent - source)))
        case .collection(var flow):
            flow.items = flow.items.map { inner in
                var inner = inner
                inner.lead = inner.lead.map { $0.withFurtherLinesIndented(by: target - source) }
                inner.gap = inner.gap.withFurtherLinesIndented(by: target - source)
                inner.comment = inner.comment.withFurtherLinesIndented(by: target - source)
                inner.value = self.node(inner.value, from: source, to: target)
                return inner
            }
            flow.closing = flow.closing.withFurtherLinesIndented(by: target - source)
            flow.indent = target
            return .collection(flow)
        }
    }

    /// By how much more the lines of a block scalar move than the map does, so that they keep to the steps.
    private func extraIndentation(of text: String, below source: Int) -> Int {
        let lines = text.linesWithBreaks
        // A digit after `|` says how deep the text is below the map.
        guard !lines[0].utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let first = lines.dropFirst().first(where: { !$0.isBlank })
        else { return 0 }
        let step = first.utf8.prefix { $0 == UInt8(ascii: " ") }.count - source
        return step > 0 ? scaled(step) - step : 0
    }

    private func scaled(_ step: Int) -> Int {
        step == 0 ? 0 : max(1, step * targetStep / max(sourceStep, 1))
    }
}
