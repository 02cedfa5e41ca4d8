internal import NetTaskSpec

/// Takes the text of a YAML tree apart. Whatever it cannot place without doubt becomes one leaf.
struct TextReader {
    let lines: TextLines

    /// What ends the taking apart of one value: it has signs that the tree does not show, as anchors.
    struct Unfit: Error {}

    /// A map in block style.
    /// - Parameter region: The lines that can be the map's, which begin below its key.
    /// - Returns: The map, and the line after its last one.
    func blockMap(_ entries: [YAMLNode.Entry], in region: Range<Int>) throws(Unfit) -> (map: TextCollection, end: Int) {
        guard let first = entries.first else { throw Unfit() }
        let indent = first.keyRange.start.column - 1
        var keyLines: [Int] = []
        for entry in entries {
            let line = entry.keyRange.start.line - 1
            guard region.contains(line), line > keyLines.last ?? -1, entry.keyRange.end.line - 1 == line,
                entry.keyRange.start.column - 1 == indent, lines.indentation(of: line) == indent
            else { throw Unfit() }
            keyLines.append(line)
        }
        var map = TextCollection.emptyMap(indent: indent)
        var end = region.lowerBound
        for (index, entry) in entries.enumerated() {
            let bodyEnd = index + 1 < keyLines.count ? keyLines[index + 1] : region.upperBound
            let lead = try trivia(end..<keyLines[index])
            var item: TextItem
            (item, end) = try blockItem(entry, in: keyLines[index]..<bodyEnd, indent: indent)
            item.lead = lead
            map.items.append(item)
        }
        let footerEnd = footerEnd(end..<region.upperBound, indent: indent)
        map.footer = try trivia(end..<footerEnd)
        return (map, footerEnd)
    }

    /// Up to where comments that follow are indented as the items before them are.
    private func footerEnd(_ range: Range<Int>, indent: Int) -> Int {
        var end = range.lowerBound
        for line in range {
            if lines.isBlank(line) && indent > 0 { continue }
            guard lines.isTrivia(line), lines.isBlank(line) || lines.indentation(of: line) >= indent else { break }
            end = line + 1
        }
        return end
    }

    private func trivia(_ range: Range<Int>) throws(Unfit) -> [String] {
        guard range.lowerBound <= range.upperBound, range.allSatisfy(lines.isTrivia(_:)) else { throw Unfit() }
        return lines.lines(range)
    }

    private func blockItem(
        _ entry: YAMLNode.Entry,
        in region: Range<Int>,
        indent: Int
    ) throws(Unfit) -> (item: TextItem, end: Int) {
        let keyStart = lines.offset(of: entry.keyRange.start)
        let keyEnd = lines.offset(of: entry.keyRange.end)
        var colon = keyEnd
        while lines.bytes[colon] == UInt8(ascii: " ") { colon += 1 }
        guard lines.bytes[colon] == UInt8(ascii: ":") else { throw Unfit() }
        var item = TextItem(
            key: entry.key,
            lead: [],
            keyText: lines.string(keyStart..<keyEnd),
            gap: lines.string(keyEnd..<colon + 1),
            value: .leaf(TextLeaf(text: "", value: PlainValue(entry.value), endsLine: false)),
            comment: ""
        )
        let lineEnd = lines.end(of: region.lowerBound)
        let below = region.lowerBound + 1..<region.upperBound
        if lines.isTrivia(colon + 1..<lineEnd), let (nested, end) = nested(entry.value, in: below, indent: indent) {
            item.comment = lines.string(colon + 1..<lineEnd)
            item.value = .collection(nested)
            return (item, end)
        }
        if let (text, end) = inlineValue(entry.value, from: colon + 1, in: region, indent: indent) {
            item.gap = lines.string(keyEnd..<text.lowerBound)
            item.value = node(entry.value, text, indent: indent)
            item.comment = item.value.endsLine ? "" : lines.string(text.upperBound..<lines.end(of: end - 1))
            return (item, end)
        }
        let (text, end) = try wholeText(entry.value, from: colon + 1, in: region, indent: indent)
        item.gap = lines.string(keyEnd..<text.lowerBound)
        item.value = .leaf(TextLeaf(text: lines.string(text), value: PlainValue(entry.value), endsLine: true))
        return (item, end)
    }

    /// A map or list in block style below its key; nil for all else.
    private func nested(_ node: YAMLNode, in region: Range<Int>, indent: Int) -> (TextCollection, end: Int)? {
        switch node.content {
        case .mapping(let entries):
            guard let (map, end) = try? blockMap(entries, in: region), map.indent > indent else { return nil }
            return (map, end)
        case .sequence(let items):
            guard let (list, end) = try? blockList(items, in: region), list.indent >= indent else { return nil }
            // Comments below a list that is indented as its key is cannot be told to be the list's.
            if list.indent > indent || list.footer.isEmpty { return (list, end) }
            var bare = list
            bare.footer = []
            return (bare, end - list.footer.count)
        case .scalar:
            return nil
        }
    }

    private func blockList(_ nodes: [YAMLNode], in region: Range<Int>) throws(Unfit) -> (TextCollection, end: Int) {
        var list = TextCollection(isMap: false, isFlow: false, indent: 0, items: [])
        var end = region.lowerBound
        for (index, node) in nodes.enumerated() {
            guard case .scalar(let scalar) = node.content, node.range.start.line - 1 >= end,
                region.contains(node.range.start.line - 1), node.range.start != node.range.end
            else { throw Unfit() }
            let line = node.range.start.line - 1
            let indent = lines.indentation(of: line)
            if index == 0 { list.indent = indent }
            let dash = lines.start(of: line) + indent
            let start = lines.offset(of: node.range.start)
            let stop = lines.offset(of: node.range.end)
            guard indent == list.indent, lines.bytes[dash] == UInt8(ascii: "-"), dash + 1 < start,
                lines.bytes[dash + 1..<start].allSatisfy({ $0 == UInt8(ascii: " ") }),
                !isBlockScalar(scalar, at: start), stop <= lines.bytes.count
            else { throw Unfit() }
            let lastLine = node.range.end.line - 1
            guard region.contains(lastLine), lines.isTrivia(stop..<lines.end(of: lastLine)) else { throw Unfit() }
            let item = TextItem(
                key: scalar.text,
                lead: try trivia(end..<line),
                keyText: "-",
                gap: lines.string(dash + 1..<start),
                value: .leaf(TextLeaf(text: lines.string(start..<stop), value: PlainValue(node), endsLine: false)),
                comment: lines.string(stop..<lines.end(of: lastLine))
            )
            list.items.append(item)
            end = lastLine + 1
        }
        guard !list.items.isEmpty else { throw Unfit() }
        let footerEnd = footerEnd(end..<region.upperBound, indent: list.indent)
        list.footer = try trivia(end..<footerEnd)
        let rest = (footerEnd..<region.upperBound).prefix { !lines.isTrivia($0) }
        guard rest.isEmpty else { throw Unfit() }
        return (list, footerEnd)
    }

    // MARK: Values after their key

    /// Where the text of a scalar, or of a value in flow style, is, and the line after it; nil if its ends are not
    /// certain.
    private func inlineValue(
        _ node: YAMLNode,
        from colonEnd: Int,
        in region: Range<Int>,
        indent: Int
    ) -> (text: Range<Int>, end: Int)? {
        if case .scalar(let scalar) = node.content, scalar.isPlain, scalar.text.isEmpty {
            let lineEnd = lines.end(of: region.lowerBound)
            guard lines.isTrivia(colonEnd..<lineEnd), isTrivia(below: region.lowerBound, in: region) else { return nil }
            return (colonEnd..<colonEnd, region.lowerBound + 1)
        }
        let start = lines.offset(of: node.range.start)
        var stop = lines.offset(of: node.range.end)
        guard start >= colonEnd, stop > start, region.contains(node.range.start.line - 1),
            lines.isTrivia(colonEnd..<start)
        else { return nil }
        var end = node.range.end.line
        switch node.content {
        case .scalar(let scalar):
            guard isBlockScalar(scalar, at: start) else { break }
            if node.range.end.column == 1 { end -= 1 }
            let header = lines.bytes[start..<lines.end(of: node.range.start.line - 1)].prefix { !$0.isWhitespace }
            while !header.contains(UInt8(ascii: "+")), end > node.range.start.line, lines.isBlank(end - 1) { end -= 1 }
            guard end <= region.upperBound, isTrivia(below: end - 1, in: region) else { return nil }
            return (start..<lines.end(of: end - 1), end)
        case .mapping, .sequence:
            guard isFlow(at: start) else { return nil }
        }
        guard end <= region.upperBound, lines.isTrivia(stop..<lines.end(of: end - 1)),
            isTrivia(below: end - 1, in: region)
        else { return nil }
        while stop > start, lines.bytes[stop - 1].isWhitespace { stop -= 1 }
        return (start..<stop, end)
    }

    private func isTrivia(below line: Int, in region: Range<Int>) -> Bool {
        line + 1 >= region.upperBound || (line + 1..<region.upperBound).allSatisfy(lines.isTrivia(_:))
    }

    /// All text of a value, up to its last line: the way out where it cannot be taken apart.
    private func wholeText(
        _ node: YAMLNode,
        from colonEnd: Int,
        in region: Range<Int>,
        indent: Int
    ) throws(Unfit) -> (text: Range<Int>, end: Int) {
        var end = min(lastLine(of: node) + 1, region.upperBound)
        for line in region where !lines.isTrivia(line) { end = max(end, line + 1) }
        end = max(end, region.lowerBound + 1)
        for line in region.lowerBound + 1..<max(end, region.lowerBound + 1) where !lines.isTrivia(line) {
            let isItem = lines.bytes[lines.start(of: line) + lines.indentation(of: line)] == UInt8(ascii: "-")
            let indentation = lines.indentation(of: line)
            // As `<<: *map`, which is no entry of the tree.
            guard indentation > indent || indentation == indent && isItem else { throw Unfit() }
        }
        var start = colonEnd
        while start < lines.end(of: end - 1), lines.bytes[start] == UInt8(ascii: " ") { start += 1 }
        return (start..<lines.end(of: end - 1), end)
    }

    /// The line in which the last scalar within ends, from zero. What aliases lead to is above and does not matter.
    private func lastLine(of node: YAMLNode) -> Int {
        switch node.content {
        case .scalar: node.range.end.column == 1 ? node.range.end.line - 2 : node.range.end.line - 1
        case .sequence(let items): items.map(lastLine(of:)).max() ?? 0
        case .mapping(let entries): entries.map { lastLine(of: $0.value) }.max() ?? 0
        }
    }

    private func isBlockScalar(_ scalar: YAMLNode.Scalar, at start: Int) -> Bool {
        !scalar.isPlain && [UInt8(ascii: "|"), UInt8(ascii: ">")].contains(lines.bytes[start])
    }

    func isFlow(at start: Int) -> Bool {
        lines.bytes[start] == UInt8(ascii: "{") || lines.bytes[start] == UInt8(ascii: "[")
    }
}
