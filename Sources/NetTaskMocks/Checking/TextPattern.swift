/// A pattern in the syntax of ECMA 262, without references to groups and without assertions about the text before.
struct TextPattern: Sendable {
    indirect enum Node: Sendable {
        case set(ScalarSet)
        case sequence([Node])
        case choice([Node])
        /// `maximum` is `nil` if there is none.
        case loop(Node, minimum: Int, maximum: Int?)
        case start
        case end
        case boundary(isNegative: Bool)
        case look(Node, isNegative: Bool)
    }

    let root: Node

    /// Parses a pattern; `nil` if it is invalid or has other syntax.
    init?(_ pattern: String) {
        let scalars = Array(pattern.unicodeScalars)
        guard scalars.count <= 10_000 else { return nil }
        var parser = TextPatternParser(scalars)
        guard let root = parser.parse() else { return nil }
        self.root = root
    }
}

/// A set of Unicode scalars.
struct ScalarSet: Sendable {
    /// Ordered, without overlap.
    private(set) var ranges: [ClosedRange<UInt32>]

    init(_ ranges: [ClosedRange<UInt32>]) {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound &+ 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        self.ranges = result
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
    }

    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges {
            if range.lowerBound > start { result.append(start...range.lowerBound - 1) }
            start = range.upperBound + 1
        }
        if start <= 0x10FFFF { result.append(start...0x10FFFF) }
        return ScalarSet(result)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
    }

    /// The part of the set in a range.
    func clipped(to range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        ranges.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
    }

    static let digits = ScalarSet([0x30...0x39])
    static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let spaces = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let lineBreaks = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
}

private struct TextPatternParser {
    /// Groups that are nested deeper are not parsed.
    private static let maxDepth = 40

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func parse() -> TextPattern.Node? {
        guard let node = choice(), position == scalars.count else { return nil }
        return node
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skip(_ text: String) -> Bool {
        let expected = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    private mutating func choice() -> TextPattern.Node? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else { return nil }
        var alternatives: [TextPattern.Node] = []
        repeat {
            guard let alternative = sequence() else { return nil }
            alternatives.append(alternative)
        } while skip("|")
        return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
    }

    private mutating func sequence() -> TextPattern.Node? {
        var nodes: [TextPattern.Node] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let term = term(), let node = quantified(term) else { return nil }
            nodes.append(node)
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func term() -> TextPattern.Node? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .set(ScalarSet.lineBreaks.inverted)
        case "(": return group()
        case "[": return scalarClass().map { .set($0) }
        case "\\": return escape()
        case "*", "+", "?": return nil
        default: return .set(ScalarSet(scalar))
        }
    }

    private mutating func group() -> TextPattern.Node? {
        var look: Bool?
        if skip("?") {
            if skip("=") {
                look = false
            } else if skip("!") {
                look = true
            } else if skip("<") || skip("P<") {
                if next == "=" || next == "!" { return nil }
                while let scalar = next, scalar != ">", scalar != ")" { position += 1 }
                guard skip(">") else { return nil }
            } else if !skip(":") {
                return nil
            }
        }
        guard let node = choice(), skip(")") else { return nil }
        return look.map { .look(node, isNegative: $0) } ?? node
    }

    private mutating func quantified(_ node: TextPattern.Node) -> TextPattern.Node? {
        var bounds: (Int, Int?)?
        switch next {
        case "*": bounds = (0, nil)
        case "+": bounds = (1, nil)
        case "?": bounds = (0, 1)
        case "{":
            // Other braces are literal.
            guard let (count, minimum, maximum) = counts() else { return node }
            position += count - 1
            bounds = (minimum, maximum)
        default: break
        }
        guard let (minimum, maximum) = bounds else { return node }
        position += 1
        if !skip("?") { _ = skip("+") }
        guard minimum <= maximum ?? .max else { return nil }
        if case "*"? = next { return nil }
        return .loop(node, minimum: minimum, maximum: maximum)
    }

    /// The length of `{2,5}` at the position, and its numbers.
    private func counts() -> (Int, Int, Int?)? {
        guard let end = scalars[position...].prefix(24).firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(scalars[position + 1..<end]))
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text != ",", text.utf8.allSatisfy({ $0 == 0x2C || 0x30...0x39 ~= $0 })
        else { return nil }
        guard let minimum = parts[0].isEmpty ? 0 : Int(parts[0]) else { return nil }
        if parts.count == 1 { return parts[0].isEmpty ? nil : (end - position + 1, minimum, minimum) }
        return (end - position + 1, minimum, parts[1].isEmpty ? nil : Int(parts[1]) ?? .max)
    }

    // MARK: Escapes and classes

    private mutating func escape() -> TextPattern.Node? {
        switch next {
        case "b", "B":
            position += 1
            return .boundary(isNegative: scalars[position - 1] == "B")
        case "A":
            position += 1
            return .start
        case "z", "Z":
            position += 1
            return .end
        default: return escapedSet().map { .set($0) }
        }
    }

    /// The set of an escape after its backslash.
    private mutating func escapedSet() -> ScalarSet? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .words
        case "W": return ScalarSet.words.inverted
        case "s": return .spaces
        case "S": return ScalarSet.spaces.inverted
        case "t": return ScalarSet("\t")
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "f": return ScalarSet("\u{C}")
        case "v": return ScalarSet("\u{B}")
        case "0": return ScalarSet("\0")
        case "x": return hexadecimal(2)
        case "u": return skip("{") ? braced() : hexadecimal(4)
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else { return nil }
            position += 1
            return Unicode.Scalar(letter.value & 0x1F).map { ScalarSet($0) }
        case _ where scalar.isASCII && (scalar.properties.isAlphabetic || ("1"..."9").contains(scalar)): return nil
        default: return ScalarSet(scalar)
        }
    }

    private mutating func hexadecimal(_ count: Int) -> ScalarSet? {
        guard position + count <= scalars.count else { return nil }
        let text = String(String.UnicodeScalarView(scalars[position..<position + count]))
        position += count
        return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init).map { ScalarSet($0) }
    }

    private mutating func braced() -> ScalarSet? {
        guard let end = scalars[position...].prefix(8).firstIndex(of: "}") else { return nil }
        let set = hexadecimal(end - position)
        position += 1
        return set
    }

    /// A class after its bracket.
    private mutating func scalarClass() -> ScalarSet? {
        let isInverted = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        while let scalar = next, scalar != "]" {
            guard let first = classSet() else { return nil }
            guard let low = first.single, next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges += first.ranges
                continue
            }
            position += 1
            guard let last = classSet() else { return nil }
            if let high = last.single {
                guard low <= high else { return nil }
                ranges.append(low...high)
            } else {
                ranges += first.ranges + [0x2D...0x2D] + last.ranges
            }
        }
        guard skip("]") else { return nil }
        let set = ScalarSet(ranges)
        return isInverted ? set.inverted : set
    }

    private mutating func classSet() -> ScalarSet? {
        guard let scalar = next else { return nil }
        position += 1
        guard scalar == "\\" else { return ScalarSet(scalar) }
        if skip("b") { return ScalarSet("\u{8}") }
        return escapedSet()
    }
}

extension ScalarSet {
    /// The only scalar; `nil` if there are several.
    fileprivate var single: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }
}
