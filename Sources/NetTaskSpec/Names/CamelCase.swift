/// Converts texts to Swift names.
package enum CamelCase {
    /// `URLInfo` → `urlInfo`: the name of a property for a type.
    package static func propertyName(forType name: String) -> String {
        var result = ScalarText()
        appendPropertyName(forType: Array(name.unicodeScalars), to: &result)
        return result.text
    }

    /// `in-progress` → `inProgress`; `nil` if the text contains no identifier.
    package static func lowerCamel(_ text: String) -> String? {
        if let name = lowerCamel(ofSmallLetters: text) { return SwiftIdentifier.isValid(name) ? name : nil }
        let words = words(of: text)
        guard let first = words.first else { return nil }
        var result = ScalarText()
        appendPropertyName(forType: Array(first), to: &result)
        for word in words.dropFirst() { appendCapitalized(word, to: &result) }
        return identifier(result)
    }

    /// `blog-post` → `BlogPost`; `nil` if the text contains no identifier.
    package static func upperCamel(_ text: String) -> String? {
        var result = ScalarText()
        for word in words(of: text) { appendCapitalized(word, to: &result) }
        return identifier(result)
    }

    /// A fast path for most names: ASCII lowercase letters and digits, and punctuation between words. `nil` for others.
    private static func lowerCamel(ofSmallLetters text: String) -> String? {
        guard text.utf8.count <= YAMLBudget.identifierLength else { return nil }
        var name: [UInt8] = []
        var isNewWord = false
        for byte in text.utf8 {
            switch byte {
            case 0x61...0x7A: name.append(isNewWord ? byte - 0x20 : byte)
            case 0x30...0x39: name.append(byte)
            case 0x41...0x5A, 0x80...0xFF: return nil
            default:
                isNewWord = !name.isEmpty
                continue
            }
            isNewWord = false
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func identifier(_ text: ScalarText) -> String? {
        let name = text.text
        return SwiftIdentifier.isValid(name) ? name : nil
    }

    /// The words: sequences of letters and digits.
    private static func words(of text: String) -> [ArraySlice<Unicode.Scalar>] {
        Array(text.unicodeScalars.prefix(YAMLBudget.identifierLength * 2))
            .split { !($0.isCapital || $0.isSmallLetter || $0.isDigit) }
    }

    private static func appendPropertyName(forType name: [Unicode.Scalar], to result: inout ScalarText) {
        let end = (1..<max(name.count, 1)).first { WordBoundaries.isBoundary(at: $0, in: name) } ?? name.count
        for scalar in name[..<end] { result.append(lowercased: scalar) }
        for scalar in name[end...] { result.append(scalar) }
    }

    /// Appends the word with an uppercase first letter. If the word is in capitals, the other letters become lowercase.
    private static func appendCapitalized(_ word: ArraySlice<Unicode.Scalar>, to result: inout ScalarText) {
        let isAllCapitals = word.count > 1 && word.allSatisfy { $0.isCapital || $0.isDigit }
        guard let first = word.first else { return }
        result.append(uppercased: first)
        for scalar in word.dropFirst() {
            if isAllCapitals { result.append(lowercased: scalar) } else { result.append(scalar) }
        }
    }
}

/// The word boundaries of a camel-case name: `userId` is `user` and `Id`, `URLString` is `URL` and `String`.
enum WordBoundaries {
    /// Whether a word begins with the capital at `index`, which is not the first of the name.
    ///
    /// A word begins after a lowercase letter or a digit, and at the last capital before lowercase letters (`HTTPServer`),
    /// unless these are only the plural of an acronym (`userIDs`).
    static func isBoundary(at index: Int, in name: [Unicode.Scalar]) -> Bool {
        guard index > 0, name[index].isCapital else { return false }
        let previous = name[index - 1]
        if previous.isSmallLetter || previous.isDigit { return true }
        guard previous.isCapital, index + 1 < name.count, name[index + 1].isSmallLetter else { return false }
        let isPlural = name[index + 1] == "s" && (index + 2 == name.count || !name[index + 2].isSmallLetter)
        return !isPlural
    }
}

extension Unicode.Scalar {
    var isCapital: Bool {
        isASCII ? ("A"..."Z").contains(self) : properties.isUppercase
    }

    var isSmallLetter: Bool {
        isASCII ? ("a"..."z").contains(self) : properties.isAlphabetic && !properties.isUppercase
    }

    var isDigit: Bool {
        isASCII ? ("0"..."9").contains(self) : properties.generalCategory == .decimalNumber
    }
}

/// How wire names are derived from Swift names: `userId` → `user_id`.
package enum NameSeparator: Sendable, Hashable {
    /// Names are not changed.
    case keep
    /// The first word is lowercase, as in `userId`.
    case camel
    /// The first letter is uppercase, as in `UserId`.
    case pascal
    /// Lowercase words with this text between them.
    case text(String)

    package static let `default` = NameSeparator.text("_")

    /// The words for common separators in specs.
    package static let words: [(word: String, separator: NameSeparator)] = [
        ("underscore", .text("_")), ("keep", .keep), ("hyphen", .text("-")), ("dot", .text(".")), ("camel", .camel),
        ("pascal", .pascal),
    ]

    package func wireName(for name: String) -> String {
        switch self {
        case .keep: return name
        case .pascal: return name.prefix(1).uppercased() + name.dropFirst()
        case .camel:
            let scalars = Array(name.unicodeScalars)
            let end =
                scalars.indices.first { scalars[$0] == "_" || WordBoundaries.isBoundary(at: $0, in: scalars) }
                ?? scalars.count
            return scalars[..<end].map(\.properties.lowercaseMapping).joined()
                + String(String.UnicodeScalarView(scalars[end...]))
        case .text(let separator): return separated(name, by: separator)
        }
    }

    private func separated(_ name: String, by separator: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x61 && $0 > 0x39 || $0 > 0x7F }) else {
            return name  // only lowercase letters and digits
        }
        let scalars = Array(name.unicodeScalars)
        var result = ScalarText()
        for (index, scalar) in scalars.enumerated() {
            if WordBoundaries.isBoundary(at: index, in: scalars) { result.append(separator) }
            if scalar.isCapital { result.append(lowercased: scalar) } else { result.append(scalar) }
        }
        return result.text
    }
}
