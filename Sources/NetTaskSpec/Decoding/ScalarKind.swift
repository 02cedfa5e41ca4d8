/// The kind of a scalar without quotes, if the spec does not determine the kind.
package enum ScalarKind: Equatable {
    case string
    case integer(Int)
    /// The number as written.
    case number(String)
    case bool(Bool)
    case null
    /// The scalar is ambiguous or cannot be sent. The text is the reason.
    case refused(String)

    package init(plain text: String) {
        switch text {
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        case "null", "~": self = .null
        case "True", "TRUE", "False", "FALSE", "Null", "NULL":
            self = .refused("is text in some YAML parsers and \(text.lowercased()) in others")
        default: self = Self.numeric(text)
        }
    }

    private static func numeric(_ text: String) -> ScalarKind {
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return .string }
        if let number = integer(text) { return .integer(number) }
        if [".inf", "+.inf", "-.inf", ".nan"].contains(text.lowercased()) {
            return .refused("cannot be sent as a number")
        }
        guard text.utf8.contains(where: isDigit),
            text.utf8.allSatisfy({ URLCharacters.isHexDigit($0) || "+-._xXoO".utf8.contains($0) })
        else { return .string }
        if isNumber(text) {
            guard let double = Double(text), double.isFinite, !isWhole(text) else {
                return .refused("is too large")
            }
            return .number(text)
        }
        return looksLikeNumber(text) ? .refused("is text in some YAML parsers and a number in others") : .string
    }

    /// A whole number in the form of JSON; `nil` also if it is too large.
    package static func integer(_ text: String) -> Int? {
        let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy(isDigit), first != UInt8(ascii: "0") || digits.count == 1
        else { return nil }
        return Int(text)
    }

    /// Whether the text is a number in the form of JSON.
    package static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.prefix(while: isDigit)
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(fraction.count + 1)
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            let exponent = rest.prefix(while: isDigit)
            guard !exponent.isEmpty else { return false }
            rest = rest.dropFirst(exponent.count)
        }
        return rest.isEmpty
    }

    static func isWhole(_ text: String) -> Bool {
        text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// `007`, `0x1F`, `+5`, `.5`, `1_000`: numbers in some YAML parsers and text in others.
    private static func looksLikeNumber(_ text: String) -> Bool {
        var digits = text.utf8.filter { $0 != UInt8(ascii: "_") }[...]
        if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        if digits.count > 2, digits.first == UInt8(ascii: "0") {
            let mark = digits[digits.startIndex + 1]
            let rest = digits.dropFirst(2)
            if mark | 0x20 == UInt8(ascii: "x") { return rest.allSatisfy(URLCharacters.isHexDigit) }
            if mark == UInt8(ascii: "o") { return rest.allSatisfy(isDigit) }
        }
        let dots = digits.filter { $0 == UInt8(ascii: ".") }.count
        return dots <= 1 && digits.contains(where: isDigit)
            && digits.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
