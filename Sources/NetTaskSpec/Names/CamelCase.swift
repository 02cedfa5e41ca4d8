/// Makes Swift names of what is none.
package enum CamelCase {
    /// `URLInfo` → `urlInfo`: the name of a property for a type.
    package static func propertyName(forType name: String) -> String {
        var result = ScalarText()
        appendPropertyName(forType: Array(name.unicodeScalars), to: &result)
        return result.text
    }

    /// `in-progress` → `inProgress`: nil where no identifier comes out of it.
    package static func lowerCamel(_ text: String) -> String? {
        let words = words(of: text)
        guard let first = words.first else { return nil }
        var result = ScalarText()
        appendPropertyName(forType: Array(first), to: &result)
        for word in words.dropFirst() { appendCapitalized(word, to: &result) }
        return identifier(result)
    }

    /// `blog-post` → `BlogPost`: nil where no identifier comes out of it.
    package static func upperCamel(_ text: String) -> String? {
        var result = ScalarText()
        for word in words(of: text) { appendCapitalized(word, to: &result) }
        return identifier(result)
    }

    private static func identifier(_ text: ScalarText) -> String? {
        let name = text.text
        return SwiftIdentifier.isValid(name) ? name : nil
    }

    /// The stretches of letters and digits.
    private static func words(of text: String) -> [ArraySlice<Unicode.Scalar>] {
        Array(text.unicodeScalars.prefix(YAMLBudget.identifierLength * 2))
            .split { !($0.isCapital || $0.isSmallLetter || $0.isDigit) }
    }

    private static func appendPropertyName(forType name: [Unicode.Scalar], to result: inout ScalarText) {
        let end = (1..<max(name.count, 1)).first { WordBoundaries.isBoundary(at: $0, in: name) } ?? name.count
        for scalar in name[..<end] { result.append(lowercased: scalar) }
        for scalar in name[end...] { result.append(scalar) }
    }

    /// The word with a capital in front; a word all in capitals keeps only that one.
    private static func appendCapitalized(_ word: ArraySlice<Unicode.Scalar>, to result: inout ScalarText) {
        let isAllCapitals = word.count > 1 && word.allSatisfy { $0.isCapital || $0.isDigit }
        guard let first = word.first else { return }
        result.append(uppercased: first)
        for scalar in word.dropFirst() {
            if isAllCapitals { result.append(lowercased: scalar) } else { result.append(scalar) }
        }
    }
}
