/// Makes Swift names of what is none.
package enum CamelCase {
    /// `URLInfo` → `urlInfo`: the name of a property for a type.
    package static func propertyName(forType name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        let end = (1..<max(scalars.count, 1)).first { WordBoundaries.isBoundary(at: $0, in: scalars) } ?? scalars.count
        return lowercased(scalars[..<end]) + string(scalars[end...])
    }

    /// `in-progress` → `inProgress`: nil where no identifier comes out of it.
    package static func lowerCamel(_ text: String) -> String? {
        let words = words(of: text)
        guard let first = words.first else { return nil }
        let name = propertyName(forType: first) + words.dropFirst().map(capitalized).joined()
        return SwiftIdentifier.isValid(name) ? name : nil
    }

    /// `blog-post` → `BlogPost`: nil where no identifier comes out of it.
    package static func upperCamel(_ text: String) -> String? {
        let name = words(of: text).map(capitalized).joined()
        return SwiftIdentifier.isValid(name) ? name : nil
    }

    /// The stretches of letters and digits.
    private static func words(of text: String) -> [String] {
        text.unicodeScalars.prefix(YAMLBudget.identifierLength * 2)
            .split { !($0.isCapital || $0.isSmallLetter || $0.isDigit) }
            .map { String(String.UnicodeScalarView($0)) }
    }

    /// The word with a capital in front; a word all in capitals keeps only that one.
    private static func capitalized(_ word: String) -> String {
        let scalars = Array(word.unicodeScalars)
        let isAllCapitals = scalars.count > 1 && scalars.allSatisfy { $0.isCapital || $0.isDigit }
        let rest = isAllCapitals ? lowercased(scalars[1...]) : string(scalars[1...])
        return scalars[0].properties.uppercaseMapping + rest
    }

    private static func lowercased(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        scalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars)
        return result
    }
}
