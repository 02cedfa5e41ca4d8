/// A Swift attribute of a generated type: `@frozen`, `@available(iOS 17, *)`.
package struct SwiftAttribute: Sendable, Hashable {
    /// A single attribute, which is inserted into Swift code unchanged.
    package let text: String

    /// Returns `nil` unless the text is a single attribute: `@`, a name, and optional arguments in parentheses.
    package init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard scalars.first == "@" else { return nil }
        let name = scalars.dropFirst().prefix { $0 != "(" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ SwiftIdentifier.isValid(String($0)) }),
            Self.isArgumentList(
                scalars.dropFirst(name.count + 1),
                withVersions: Self.withVersions.contains(String(name))
            ),
            String(name) != "available" || Self.isAvailability(text)
        else { return nil }
        self.text = text
    }

    /// Whether the arguments before the first string are versions of platforms, `*`, labels or single words.
    private static func isAvailability(_ text: String) -> Bool {
        let arguments = text.dropFirst("@available(".count).prefix { $0 != "\"" && $0 != ")" }.split(
            separator: ",",
            omittingEmptySubsequences: false
        )
        return arguments.allSatisfy { argument in
            ["*", "unavailable", "deprecated", "noasync"].contains(argument.filter { $0 != " " })
                || argument.wholeMatch(of: #/[ ]*[A-Za-z]+([ ]+[0-9.]+|:.*)[ ]*/#) != nil
        }
    }

    /// The attributes whose arguments can be versions of platforms, such as `iOS 17, *`. Those of others are expressions.
    private static let withVersions: Set = ["available", "_originallyDefinedIn"]

    /// Whether the name is followed by nothing, or by parentheses that end with the text. Strings in it have no escapes and
    /// no line breaks, so that their ends are unambiguous.
    private static func isArgumentList(_ scalars: Substring.UnicodeScalarView, withVersions: Bool) -> Bool {
        var closings: [Unicode.Scalar] = []
        var isInString = false
        var last: Unicode.Scalar?
        var lastVisible: Unicode.Scalar?
        for scalar in scalars {
            if last != nil, closings.isEmpty { return false }
            switch scalar {
            // Three quotes would begin a multi-line string.
            case "\"" where isInString || last != "\"": isInString.toggle()
            case _ where isInString:
                guard scalar != "\\", !scalar.isInvisible else { return false }
            case "(": closings.append(")")
            case "[": closings.append("]")
            case ")", "]":
                guard closings.popLast() == scalar else { return false }
            default:
                let isSecondWord = last == " " && lastVisible?.isWord == true && scalar.isWord
                guard scalar.isPlainArgument, withVersions || !isSecondWord && scalar != "*" else { return false }
            }
            last = scalar
            if scalar != " " { lastVisible = scalar }
        }
        return closings.isEmpty && !isInString
    }
}

extension Unicode.Scalar {
    fileprivate var isWord: Bool { self == "_" || properties.isAlphabetic || properties.numericType != nil }

    /// Whether the scalar is allowed outside of strings. Braces, semicolons and slashes are not, so that the text cannot
    /// contain statements or comments.
    fileprivate var isPlainArgument: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", " ", ".", ",", ":", "*", "-": true
        default: false
        }
    }
}

extension KeyReader {
    /// `attributes:`, a list of Swift attributes.
    func attributes(_ node: YAMLNode) -> [SwiftAttribute] {
        let items = shortList(node, "attributes", of: "attributes", such: "[\"@available(iOS 17, *)\"]")
        return names(items, again: { "duplicate attribute `\($0.text)`" }) { attribute($0) }.map(\.value)
    }

    private func attribute(_ node: YAMLNode) -> SwiftAttribute? {
        guard let text = shortText(node, "attributes") else { return nil }
        return SwiftAttribute(text)
            ?? at(node.range, .invalidAttribute).error("\(text.quotedForMessage) is not a single Swift attribute")
            .note("write `\"@name\"` or `\"@name(arguments)\"`, without escapes in strings").none()
    }
}
