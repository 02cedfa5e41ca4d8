/// An attribute of Swift that stands before a generated type: `@frozen`, `@available(iOS 17, *)`.
package struct SwiftAttribute: Sendable, Hashable {
    /// One attribute and nothing else. It goes into Swift source as it is.
    package let text: String

    /// Returns nil if the text is anything but one attribute: `@`, a name, and a list of arguments in parentheses.
    package init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard scalars.first == "@" else { return nil }
        let name = scalars.dropFirst().prefix { $0 != "(" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ SwiftIdentifier.isValid(String($0)) }),
            Self.isArgumentList(scalars.dropFirst(name.count + 1))
        else { return nil }
        self.text = text
    }

    /// Whether nothing follows the name, or parentheses that end with the text. Strings have neither escapes nor line breaks, so
    /// that they end where they seem to.
    private static func isArgumentList(_ scalars: Substring.UnicodeScalarView) -> Bool {
        var closings: [Unicode.Scalar] = []
        var isInString = false
        var last: Unicode.Scalar?
        for scalar in scalars {
            if last != nil, closings.isEmpty { return false }
            switch scalar {
            // Three quotes would begin a string of several lines.
            case "\"" where isInString || last != "\"": isInString.toggle()
            case _ where isInString:
                guard scalar != "\\", !scalar.isInvisible else { return false }
            case "(": closings.append(")")
            case "[": closings.append("]")
            case ")", "]":
                guard closings.popLast() == scalar else { return false }
            default:
                guard scalar.isPlainArgument else { return false }
            }
            last = scalar
        }
        return closings.isEmpty && !isInString
    }
}

extension Unicode.Scalar {
    /// Outside of strings. Without braces, semicolons and slashes there are no further statements and no comments.
    fileprivate var isPlainArgument: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", " ", ".", ",", ":", "*", "-": true
        default: false
        }
    }
}

extension KeyReader {
    /// `attributes:`, a list of attributes of Swift.
    func attributes(_ node: YAMLNode) -> [SwiftAttribute] {
        let items = shortList(node, "attributes", of: "attributes", such: "[\"@available(iOS 17, *)\"]")
        return names(items, again: { "duplicate attribute `\($0.text)`" }) { attribute($0) }.map(\.value)
    }

    private func attribute(_ node: YAMLNode) -> SwiftAttribute? {
        guard let text = shortText(node, "attributes") else { return nil }
        return SwiftAttribute(text)
            ?? at(node.range, .invalidAttribute).error("\(text.quotedForMessage) is not one attribute of Swift")
            .note("write `\"@name\"` or `\"@name(arguments)\"`, whose strings have no escapes").none()
    }
}
