internal import NetTaskSpec

extension TextReader {
    /// A value whose ends are known.
    func node(_ node: YAMLNode, _ text: Range<Int>, indent: Int) -> TextNode {
        var endsLine = false
        switch node.content {
        case .scalar(let scalar):
            endsLine =
                !scalar.isPlain && text.lowerBound < text.upperBound
                && [UInt8(ascii: "|"), UInt8(ascii: ">")].contains(lines.bytes[text.lowerBound])
        case .mapping, .sequence:
            if isFlow(at: text.lowerBound), let collection = try? flow(node, text, indent: indent) {
                return .collection(collection)
            }
        }
        return .leaf(TextLeaf(text: lines.string(text), value: PlainValue(node), endsLine: endsLine))
    }

    /// A map, or a list of scalars, in flow style.
    private func flow(_ node: YAMLNode, _ text: Range<Int>, indent: Int) throws(Unfit) -> TextCollection {
        let children: [(key: YAMLNode.Entry?, value: YAMLNode)]
        let isMap: Bool
        switch node.content {
        case .mapping(let entries): (children, isMap) = (entries.map { ($0, $0.value) }, true)
        case .sequence(let items): (children, isMap) = (items.map { (nil, $0) }, false)
        case .scalar: throw Unfit()
        }
        let bracket = lines.bytes[text.lowerBound]
        guard bracket == UInt8(ascii: isMap ? "{" : "[") else { throw Unfit() }
        var collection = TextCollection(isMap: isMap, isFlow: true, indent: indent, items: [])
        var position = text.lowerBound + 1
        let last = text.upperBound - 1
        for (index, child) in children.enumerated() {
            var (item, end) = try flowItem(child.key, child.value, from: position, before: last, indent: indent)
            var comma = end
            while comma < last, lines.bytes[comma] != UInt8(ascii: ",") {
                // A comment may hold commas.
                if lines.bytes[comma] == UInt8(ascii: "#") {
                    while comma < last, lines.bytes[comma] != UInt8(ascii: "\n") { comma += 1 }
                } else {
                    comma += 1
                }
            }
            guard lines.isTrivia(end..<comma), comma < last || index == children.count - 1 else { throw Unfit() }
            if comma < last {
                item.comment = lines.string(end..<comma)
                end = comma + 1
                collection.hasTrailingComma = index == children.count - 1
            }
            collection.items.append(item)
            position = end
        }
        guard position <= last, lines.isTrivia(position..<last) else { throw Unfit() }
        collection.closing = lines.string(position..<last)
        return collection
    }

    private func flowItem(
        _ entry: YAMLNode.Entry?,
        _ value: YAMLNode,
        from position: Int,
        before last: Int,
        indent: Int
    ) throws(Unfit) -> (TextItem, end: Int) {
        var item = TextItem(
            key: "",
            lead: [],
            keyText: "",
            gap: "",
            value: .leaf(TextLeaf(text: "", value: PlainValue(value), endsLine: false)),
            comment: ""
        )
        var start = position
        var isMissing = false
        if case .scalar(let scalar) = value.content { isMissing = scalar.isPlain && scalar.text.isEmpty }
        if let entry {
            let keyStart = lines.offset(of: entry.keyRange.start)
            let keyEnd = lines.offset(of: entry.keyRange.end)
            guard keyStart >= position, keyEnd <= last, keyEnd > keyStart, lines.isTrivia(position..<keyStart) else {
                throw Unfit()
            }
            item.key = entry.key
            item.lead = [lines.string(position..<keyStart)]
            item.keyText = lines.string(keyStart..<keyEnd)
            var colon = keyEnd
            while colon < last, lines.bytes[colon] == UInt8(ascii: " ") { colon += 1 }
            if lines.bytes[colon] == UInt8(ascii: ":") {
                item.gap = lines.string(keyEnd..<colon + 1)
                start = colon + 1
            } else {
                guard isMissing else { throw Unfit() }
                return (item, keyEnd)
            }
            if isMissing { return (item, start) }
        } else {
            guard case .scalar(let scalar) = value.content, !isMissing else { throw Unfit() }
            item.key = scalar.text
        }
        let valueStart = lines.offset(of: value.range.start)
        let valueEnd = lines.offset(of: value.range.end)
        guard valueStart >= start, valueEnd <= last, valueEnd > valueStart, lines.isTrivia(start..<valueStart) else {
            throw Unfit()
        }
        if entry == nil {
            item.lead = [lines.string(start..<valueStart)]
        } else {
            item.gap += lines.string(start..<valueStart)
        }
        var end = valueEnd
        while end > valueStart, lines.bytes[end - 1].isWhitespace { end -= 1 }
        if case .scalar = value.content {
            item.value = node(value, valueStart..<end, indent: indent)
        } else {
            guard isFlow(at: valueStart) else { throw Unfit() }
            item.value = node(value, valueStart..<end, indent: indent)
        }
        return (item, end)
    }
}
