import NetTaskSpec

/// Words for what no name can be made of.
enum Spelled {
    /// The text with words for signs, where it has no letters, and before a digit that it begins with: `+1` becomes
    /// `plus 1`, `2d` becomes `n 2d`.
    static func out(_ text: String) -> String {
        guard !text.isEmpty else { return "empty" }
        // Behind a letter, signs only part words.
        if let first = text.utf8.first, 0x61...0x7A ~= first | 0x20 { return text }
        var result = ""
        let hasLetters = text.unicodeScalars.contains { $0.properties.isAlphabetic }
        for scalar in text.unicodeScalars {
            if let word = words[scalar], !hasLetters || result.isEmpty && scalar != "_" {
                result += " \(word) "
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        let first = result.unicodeScalars.first { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        if let first, ("0"..."9").contains(first) { result = "n " + result }
        return result
    }

    private static let words: [Unicode.Scalar: String] = [
        "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "=": "equal", "<": "less", ">": "greater",
        "!": "not", "?": "question", "%": "percent", "&": "and", "|": "or", "^": "caret", "~": "tilde", "#": "number",
        "@": "at", "$": "dollar", ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "(": "open", ")": "close",
        "[": "open", "]": "close", "{": "open", "}": "close", "\"": "quote", "'": "quote", "_": "underscore",
        " ": "space", "\\": "backslash", "`": "backtick",
    ]
}
