/// The name of a value, as words in lowercase: `created` and `at` for `createdAt`, `created_at` or `Created-At`.
struct MockName: Sendable {
    let words: [String]

    init(_ name: String) {
        var words: [String] = []
        var word = ""
        var wasLower = false
        let bytes = Array(name.utf8.prefix(100))
        for (index, byte) in bytes.enumerated() {
            let isLower = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte > 0x7F
            let isUpper = (0x41...0x5A).contains(byte)
            let isNextLower = index + 1 < bytes.count && (0x61...0x7A).contains(bytes[index + 1])
            if !isLower && !isUpper || isUpper && (wasLower || isNextLower) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            // Letters beyond ASCII are left out.
            if isLower || isUpper, byte < 0x80 { word.unicodeScalars.append(Unicode.Scalar(byte | 0x20)) }
            wasLower = isLower
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    var last: String { words.last ?? "" }

    /// The entry of a table for all words, the last two or the last one, also without a plural `s`, or for the first one.
    func entry<Value>(in table: [String: Value]) -> Value? {
        if let value = table[words.joined()] { return value }
        for count in [2, 1] where words.count > count {
            if let value = table[words.suffix(count).joined()] { return value }
        }
        if last.hasSuffix("s"), let value = table[String(last.dropLast())] { return value }
        return words.count > 1 ? table[words[0]] : nil
    }

    func contains(_ candidates: Set<String>) -> Bool { words.contains(where: candidates.contains) }

    /// The name of an element of a list.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
        if name.hasSuffix("sses") || name.hasSuffix("xes") { return String(name.dropLast(2)) }
        if name.hasSuffix("s"), !name.hasSuffix("ss"), !name.hasSuffix("us") { return String(name.dropLast()) }
        return name
    }

    /// Makes a table from lists of words.
    static func table<Value>(_ entries: [(Value, String)]) -> [String: Value] {
        var table: [String: Value] = [:]
        for (value, words) in entries {
            for word in words.split(separator: " ") { table[String(word)] = value }
        }
        return table
    }
}
