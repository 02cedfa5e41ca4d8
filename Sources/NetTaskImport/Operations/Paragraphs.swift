import NetTaskSpec

/// Words that a document has in several places and a spec in one.
struct Paragraphs {
    private var texts: [String] = []

    /// Adds a paragraph, unless it is empty or says what is there already.
    mutating func add(_ text: String?, after word: String = "", before end: String = "") {
        guard let text = text.map(Self.trimmed), !text.isEmpty else { return }
        let whole = word + text + end
        if !texts.contains(whole) { texts.append(whole) }
    }

    /// nil for no words.
    var text: String? { texts.isEmpty ? nil : texts.joined(separator: "\n\n") }

    private static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        return String(scalars)
    }
}
