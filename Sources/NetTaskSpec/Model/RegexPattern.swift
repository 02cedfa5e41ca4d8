/// Converts regular expressions of ECMA 262, which OpenAPI uses, to the syntax of Swift's `Regex`.
///
/// The conversion covers what the two share: literals, classes, groups, lookahead, quantifiers and general categories.
/// Lookbehind, backreferences, inline flags and other properties are not covered.
package struct RegexPattern {
    private var rest: Substring.UnicodeScalarView
    private var swift = String.UnicodeScalarView()
    private var openGroups = 0
    /// Whether a quantifier can follow.
    private var isRepeatable = false

    /// A part of a pattern.
    private enum Atom {
        case scalar(Unicode.Scalar)
        case set
        case assertion
    }

    /// The largest count of a quantifier.
    private static let countLimit = 65_535

    /// The form for Swift, or `nil` if the pattern is invalid or not covered.
    package static func swiftForm(of pattern: String) -> String? {
        var reader = RegexPattern(rest: pattern.unicodeScalars[...])
        while let scalar = reader.rest.popFirst() {
            guard reader.read(scalar) else { return nil }
        }
        return reader.openGroups == 0 ? String(reader.swift) : nil
    }

    private init(rest: Substring.UnicodeScalarView) {
        self.rest = rest
    }

    private mutating func read(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\\":
            guard let atom = readEscape(inClass: false) else { return false }
            if case .assertion = atom { isRepeatable = false } else { isRepeatable = true }
        case "[":
            isRepeatable = true
            return readClass()
        case "(":
            isRepeatable = false
            return readGroup()
        case ")":
            openGroups -= 1
            append(scalar)
            isRepeatable = true
            return openGroups >= 0
        case "*", "+", "?":
            append(scalar)
            return endQuantifier()
        case "{" where rest.first.map(Self.isDigit) == true: return readCount()
        case "{", "}", "]":
            append("\\", scalar)
            isRepeatable = true
        case "^", "$", "|":
            append(scalar)
            isRepeatable = false
        case ".":
            // In Swift, other scalars also end a line.
            swift.append(contentsOf: #"[^\n\r\u{2028}\u{2029}]"#.unicodeScalars)
            isRepeatable = true
        default:
            appendLiteral(scalar)
            isRepeatable = true
        }
        return true
    }

    private mutating func append(_ scalars: Unicode.Scalar...) { swift.append(contentsOf: scalars) }

    /// Appends a scalar that has no meaning in the syntax. Scalars beyond ASCII are escaped, since Swift reads a pattern by
    /// characters, which can consist of several scalars.
    private mutating func appendLiteral(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { append(scalar) } else { appendEscape(scalar.value) }
    }

    private mutating func appendEscape(_ code: UInt32) {
        swift.append(contentsOf: "\\u{\(String(code, radix: 16))}".unicodeScalars)
    }

    // MARK: Groups and quantifiers

    /// Names of groups have no effect without references to them.
    private mutating func readGroup() -> Bool {
        openGroups += 1
        append("(")
        guard rest.first == "?" else { return true }
        rest.removeFirst()
        switch rest.popFirst() {
        case ":": append("?", ":")
        case "=": append("?", "=")
        case "!": append("?", "!")
        case "<":
            let name = rest.prefix { $0 != ">" }
            rest = rest.dropFirst(name.count + 1)
            return SwiftIdentifier.isValid(String(name))
        default: return false
        }
        return true
    }

    private mutating func readCount() -> Bool {
        let text = rest.prefix { $0 != "}" }
        let numbers = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let counts = numbers.map { Int(String($0)) }
        guard counts.count <= 2, let low = counts[0], low >= 0, text.count < rest.count else { return false }
        if counts.count == 2, !numbers[1].isEmpty {
            guard let high = counts[1], low <= high, high <= Self.countLimit else { return false }
        }
        guard low <= Self.countLimit else { return false }
        append("{")
        swift.append(contentsOf: text)
        append("}")
        rest = rest.dropFirst(text.count + 1)
        return endQuantifier()
    }

    private mutating func endQuantifier() -> Bool {
        guard isRepeatable else { return false }
        if rest.first == "?" { append(rest.removeFirst()) }
        isRepeatable = false
        return true
    }

    // MARK: Classes

    private mutating func readClass() -> Bool {
        append("[")
        if rest.first == "^" { append(rest.removeFirst()) }
        guard rest.first != "]" else { return false }
        /// The scalar that can begin a range.
        var low: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            if scalar == "]" {
                append("]")
                return true
            }
            if scalar == "-", let start = low, let end = rest.first, end != "]" {
                append("-")
                rest.removeFirst()
                guard case .scalar(let high) = readMember(end), start <= high else { return false }
                low = nil
                continue
            }
            guard let atom = readMember(scalar) else { return false }
            if case .scalar(let scalar) = atom { low = scalar } else { low = nil }
        }
        return false
    }

    /// A member of a class. In Swift, classes are nested and have operators, so that more scalars are escaped.
    private mutating func readMember(_ scalar: Unicode.Scalar) -> Atom? {
        if scalar == "\\" { return readEscape(inClass: true) }
        if "[&~-^".unicodeScalars.contains(scalar) { append("\\") }
        appendLiteral(scalar)
        return .scalar(scalar)
    }

    // MARK: Escapes

    private mutating func readEscape(inClass: Bool) -> Atom? {
        guard let scalar = rest.popFirst() else { return nil }
        switch scalar {
        case "d", "D", "w", "W", "s", "S":
            append("\\", scalar)
            return .set
        case "b" where inClass: return appendCode(8)
        case "b", "B":
            append("\\", scalar)
            return inClass ? nil : .assertion
        case "n", "r", "t":
            append("\\", scalar)
            return .scalar(scalar == "n" ? "\n" : scalar == "r" ? "\r" : "\t")
        case "f": return appendCode(0x0C)
        case "v": return appendCode(0x0B)
        case "0": return rest.first.map(Self.isDigit) == true ? nil : appendCode(0)
        case "x": return appendCode(digits: 2)
        case "u":
            guard rest.first == "{" else { return appendCode(digits: 4) }
            rest.removeFirst()
            let count = rest.prefix { $0 != "}" }.count
            let atom = appendCode(digits: count)
            return rest.popFirst() == "}" ? atom : nil
        case "p", "P": return readCategory(scalar)
        case "a"..."z", "A"..."Z", "1"..."9": return nil
        default:
            if scalar.isASCII { append("\\") }
            appendLiteral(scalar)
            return .scalar(scalar)
        }
    }

    private mutating func appendCode(digits: Int) -> Atom? {
        let text = rest.prefix(digits)
        guard text.count == digits, digits <= 6, let code = UInt32(String(text), radix: 16) else { return nil }
        rest = rest.dropFirst(digits)
        return appendCode(code)
    }

    private mutating func appendCode(_ code: UInt32) -> Atom? {
        guard let scalar = Unicode.Scalar(code) else { return nil }
        appendEscape(code)
        return .scalar(scalar)
    }

    private mutating func readCategory(_ letter: Unicode.Scalar) -> Atom? {
        guard rest.popFirst() == "{" else { return nil }
        let name = String(rest.prefix { $0 != "}" })
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard rest.popFirst() == "}", Self.categories.contains(name) else { return nil }
        append("\\", letter)
        swift.append(contentsOf: "{\(name)}".unicodeScalars)
        return .set
    }

    private static let categories = Set(
        "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp".split(separator: " ")
            .map(String.init)
    )

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
