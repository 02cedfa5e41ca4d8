extension NodeMerge {
    /// With the space after the colon that the value needs, and no comment where it would be text.
    static func wellFormed(_ item: TextItem, inFlow: Bool, indent: Int) -> TextItem {
        var item = item
        let isMissing = item.value.text.isEmpty && !item.value.isNested
        if item.value.isNested || item.value.text.hasPrefix("\n") {
            if item.gap.last != ":" { item.gap = ":" }
        } else if !isMissing, item.gap.isEmpty || item.gap.last == ":" {
            item.gap = item.keyText.isEmpty ? item.gap : item.keyText == "-" ? " " : ": "
        }
        if item.value.endsLine, !item.comment.isBlank, !inFlow {
            item.lead.append((item.comment.trimmed + "\n").indented(by: indent))
            item.comment = ""
        } else if item.value.endsLine {
            item.comment = ""
        }
        return item
    }

    static func flowLeaf(_ value: PlainValue) -> TextNode {
        .leaf(TextLeaf(text: value.flowText, value: value, endsLine: false))
    }

    /// What is left of a map in block style without entries.
    static func emptied(_ collection: TextCollection) -> TextNode {
        let text =
            (collection.isMap ? "{}" : "[]") + (collection.footer.isEmpty ? "" : "\n" + collection.footer.joined())
        let value = collection.isMap ? PlainValue.map([]) : .list([])
        let isAlone = collection.footer.isEmpty
        return .leaf(TextLeaf(text: isAlone ? text : String(text.dropLast()), value: value, endsLine: !isAlone))
    }

    /// An entry of theirs, in the style of ours.
    static func restyled(_ item: TextItem, inFlow: Bool) -> TextItem {
        var item = item
        item.lead = []
        item.comment = ""
        if item.keyText != "-", !item.keyText.isEmpty { item.gap = ": " }
        if inFlow {
            let isQuoted = item.keyText.hasPrefix("\"") || item.keyText.hasPrefix("'")
            if !isQuoted { item.keyText = PlainValue.scalarText(item.key, isPlain: true) }
            item.value = flowLeaf(item.value.value)
        } else if item.value.text.utf8.contains(UInt8(ascii: "\n")) {
            item.value = flowLeaf(item.value.value)
        }
        return wellFormed(item, inFlow: inFlow, indent: 0)
    }
}
