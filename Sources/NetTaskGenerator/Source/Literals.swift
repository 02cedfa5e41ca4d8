import NetTaskSpec

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
        if !string.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x5C }) { return string }
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

/// The quotes of a raw literal of several lines, with enough signs that no line of it ends the literal or is an escape.
struct RawQuotes {
    private let signs: String

    /// - Parameter lines: Lines without control characters.
    init(around lines: [String]) {
        var signs = "#"
        while lines.contains(where: { $0.contains("\"\"\"" + signs) || $0.contains("\\" + signs) }) { signs += "#" }
        self.signs = signs
    }

    var opening: SwiftCode { SwiftCode(escaped: signs + "\"\"\"") }
    var closing: SwiftCode { SwiftCode(escaped: "\"\"\"" + signs) }

    func contents(_ line: String) -> SwiftCode { SwiftCode(escaped: line) }
}

/// A number in Swift source.
package struct NumberLiteral: Sendable, Hashable {
    package let text: String

    /// Digits are grouped by three from seven on.
    init(_ integer: some BinaryInteger) {
        let digits = String(integer.magnitude)
        let grouped =
            digits.count < 7
            ? digits
            : String(
                digits.reversed().enumerated()
                    .flatMap { $0.offset > 0 && $0.offset % 3 == 0 ? ["_", $0.element] : [$0.element] }
                    .reversed()
            )
        text = integer < 0 ? "-\(grouped)" : grouped
    }

    /// A number with a fraction or an exponent, written as it is in YAML, where `.5` and `+5.` are numbers too.
    /// - Returns: `nil` if `written` is not a finite number.
    init?(_ written: String) {
        guard let value = Double(written), value.isFinite else { return nil }
        // The compiler warns of a number that is nearer to zero than any that it can hold.
        text = ScalarKind.isNumber(written) && value != 0 ? written : value.description
    }
}

/// A name as it stands between the quotes of a JSON text, which is what the reader compares.
enum JSONName {
    static func literal(_ name: String) -> StringLiteral {
        let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return StringLiteral(isPlain ? name : name.unicodeScalars.map(escaped).joined())
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\0"..<" ":
            return "\\u" + scalar.value.hexadecimal(digits: 4)
        default: return String(scalar)
        }
    }
}

extension ExtensionValue {
    /// The literal.
    var code: SwiftCode {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(NumberLiteral(value))"
        // A literal of Swift is a `Double`, which does not keep the digits of `1.10`.
        case .number(let text) where ScalarKind.isNumber(text) && Double(text)?.description != text:
            "JSONValue.Number(text: \(StringLiteral(text))).map(JSONValue.number) ?? 0"
        case .number(let text): "\(NumberLiteral(text) ?? NumberLiteral(0))"
        case .string(let text): "\(StringLiteral(text))"
        case .list(let values): "[\(values.map(\.code).joined(separator: ", "))]"
        case .map(let members):
            members.isEmpty
                ? "[:]" : "[\(members.map { "\(StringLiteral($0.name)): \($0.value.code)" }.joined(separator: ", "))]"
        }
    }
}
