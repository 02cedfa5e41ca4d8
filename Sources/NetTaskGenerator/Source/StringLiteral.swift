/// A string in Swift source, quoted and escaped: it reads back as exactly the characters that it was made from.
package struct StringLiteral: Sendable, Hashable {
    /// Escaped text, and the values set in between.
    private var contents: String

    package init(_ string: String) {
        contents = Self.escape(string)
    }

    mutating func append(_ string: String) {
        contents += Self.escape(string)
    }

    mutating func append(value: SwiftCode) {
        contents += "\\(\(value.text))"
    }

    /// On one line, in quotes.
    var text: String { "\"\(contents)\"" }

    /// Escapes quotes, backslashes, and all that a reader of the file could not see or that changes how it is shown.
    private static func escape(_ string: String) -> String {
        guard string.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x5C }) else {
            return string
        }
        var escaped = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case _ where scalar.isInvisible: escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// Control, format (which includes the marks that reverse the direction of text) and private characters, and
    /// separators other than the plain space.
    var isInvisible: Bool {
        // The table of categories is asked only for what can be in it.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            true
        default: false
        }
    }
}
