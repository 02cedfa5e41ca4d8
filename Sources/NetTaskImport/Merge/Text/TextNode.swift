/// A value of a spec file together with the very text that it was written in.
indirect enum TextNode {
    case leaf(TextLeaf)
    case collection(TextCollection)
}

/// A value that is merged as a whole: a scalar, or what cannot be taken apart safely, as a map with `<<`.
struct TextLeaf {
    /// As it stands in the file. Further lines keep the indentation that they have there.
    var text: String
    var value: PlainValue
    /// Whether nothing may follow on its last line: the line could be text of a block scalar.
    var endsLine: Bool
}

extension TextLeaf {
    /// Whether it is text in lines of its own, after `|` or `>`.
    var isBlockScalar: Bool { endsLine && isScalar }

    private var isScalar: Bool {
        if case .scalar = value { true } else { false }
    }

    fileprivate var comments: Set<String> {
        if isScalar {
            // There can be one after `|`. All below is text.
            let header = isBlockScalar ? text.linesWithBreaks[0] : ""
            return header.holdsComment ? [header.trimmed] : []
        }
        // A `#` in what could not be taken apart may be a comment or not; so the whole text stands for it.
        return text.holdsComment ? [text] : []
    }
}

extension TextNode {
    var value: PlainValue {
        switch self {
        case .leaf(let leaf): leaf.value
        case .collection(let collection): collection.value
        }
    }

    var collection: TextCollection? {
        if case .collection(let collection) = self { collection } else { nil }
    }

    var map: TextCollection? {
        if let collection, collection.isMap { collection } else { nil }
    }

    var list: TextCollection? {
        if let collection, !collection.isMap { collection } else { nil }
    }

    /// Whether it stands in lines of its own below its key.
    var isNested: Bool {
        if case .collection(let collection) = self { !collection.isFlow } else { false }
    }

    var endsLine: Bool {
        if case .leaf(let leaf) = self { leaf.endsLine } else { false }
    }

    var text: String {
        switch self {
        case .leaf(let leaf): leaf.text
        case .collection(let collection): collection.text
        }
    }

    /// All comments within, without indentation.
    var comments: Set<String> {
        switch self {
        case .leaf(let leaf):
            leaf.comments
        case .collection(let collection):
            collection.comments
        }
    }
}
