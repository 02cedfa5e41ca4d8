import NetTaskSpec

/// A path that selects values of a document. It supports the part of JSONPath (RFC 9535) that overlays use.
struct JSONPath {
    private struct Segment {
        /// Whether the segment also applies to all descendants.
        var isDescendant = false
        var selectors: [Selector]
    }

    private enum Selector {
        case name(String)
        case index(Int)
        case all
        case filter(Condition)
    }

    private indirect enum Condition {
        case exists(JSONPath)
        case compare(JSONPath, YAMLNode, isEqual: Bool)
        case and([Condition])
        case or([Condition])
    }

    /// The indices of an entry or an element, one for each level.
    typealias Location = ArraySlice<Int>

    private var segments: [Segment] = []

    /// Whether the path selects at most one value. Only such paths can be compared.
    private var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .all, .filter: return false
            }
        }
    }

    // MARK: Selection

    /// Returns the locations of the selected values, without duplicates.
    func locations(in root: YAMLNode) -> [Location] { values(in: root).map(\.location) }

    private func values(in root: YAMLNode) -> [(location: Location, node: YAMLNode)] {
        var found: [(location: Location, node: YAMLNode)] = [([], root)]
        for segment in segments {
            var seen: Set<Location> = []
            let starts = segment.isDescendant ? found.flatMap { Self.withDescendants($0.node, $0.location) } : found
            found = starts.flatMap { start in
                segment.selectors.flatMap { Self.children(of: start.node, selectedBy: $0) }
                    .map { (start.location + [$0.index], $0.node) }
            }
            found.removeAll { !seen.insert($0.location).inserted }
        }
        return found
    }

    private static func withDescendants(_ node: YAMLNode, _ location: Location) -> [(
        location: Location, node: YAMLNode
    )] {
        [(location, node)]
            + node.children.enumerated().flatMap { withDescendants($0.element, location + [$0.offset]) }
    }

    private static func children(
        of node: YAMLNode,
        selectedBy selector: Selector
    ) -> [(index: Int, node: YAMLNode)] {
        switch (selector, node.content) {
        case (.name(let name), .mapping(let entries)):
            return entries.indices.first { entries[$0].key == name }.map { [($0, entries[$0].value)] } ?? []
        case (.index(let wanted), .sequence(let items)):
            let index = wanted < 0 ? items.count + wanted : wanted
            return items.indices.contains(index) ? [(index, items[index])] : []
        case (.all, _): return node.children.enumerated().map { ($0, $1) }
        case (.filter(let condition), _):
            return node.children.enumerated().filter { holds(condition, of: $1) }.map { ($0, $1) }
        default: return []
        }
    }

    private static func holds(_ condition: Condition, of node: YAMLNode) -> Bool {
        switch condition {
        case .exists(let path): return !path.values(in: node).isEmpty
        case .compare(let path, let literal, let isEqual):
            return (path.values(in: node).first?.node.isSame(as: literal) ?? false) == isEqual
        case .and(let conditions): return conditions.allSatisfy { holds($0, of: node) }
        case .or(let conditions): return conditions.contains { holds($0, of: node) }
        }
    }
}

// MARK: - Parsing

extension JSONPath {
    /// The text is not a path, or the path is not supported.
    struct Failure: Error {
        /// The text from the fault to the end.
        var rest: String
        static let supported =
            "`$`, `.name`, `['name']`, `[0]`, `.*`, `[*]`, `..`, and filters such as `[?@.name == 'x' && @.y]`"
    }

    init(_ text: String) throws(Failure) {
        var parser = Parser(text)
        try parser.expect("$")
        self = try parser.path()
        try parser.expectEnd()
    }

    private struct Parser {
        private var tokens: ArraySlice<Substring>
        /// The number of filters and parentheses around the next token.
        private var depth = 0

        init(_ text: String) {
            let token = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|&&|\|\||-?\d+\.\d+|[=!]=|\.\.|[\p{L}\p{N}_\-]+|\S/
            tokens = text.matches(of: token).map { text[$0.range] }[...]
        }

        private var failure: Failure { Failure(rest: tokens.first.map { String($0.base[$0.startIndex...]) } ?? "") }

        private mutating func accept(_ token: String) -> Bool {
            guard let first = tokens.first, first == token else { return false }
            tokens.removeFirst()
            return true
        }

        mutating func expect(_ token: String) throws(Failure) {
            guard accept(token) else { throw failure }
        }

        func expectEnd() throws(Failure) {
            guard tokens.isEmpty else { throw failure }
        }

        /// Consumes a token and returns its meaning. Throws a failure if the token has no meaning.
        private mutating func take<Value>(_ meaning: (Substring) -> Value?) throws(Failure) -> Value {
            guard let value = tokens.first.flatMap(meaning) else { throw failure }
            tokens.removeFirst()
            return value
        }

        /// Reads segments up to the first token that does not begin a segment.
        mutating func path() throws(Failure) -> JSONPath {
            var path = JSONPath()
            while let first = tokens.first, [".", "..", "["].contains(first) {
                if first != "[" { tokens.removeFirst() }
                let isShort = first == "." || first == ".." && tokens.first != "["
                let selectors = isShort ? [try shorthand()] : try brackets()
                path.segments.append(Segment(isDescendant: first == "..", selectors: selectors))
            }
            return path
        }

        private mutating func shorthand() throws(Failure) -> Selector {
            if accept("*") { return .all }
            return try take { token in
                let isName = token.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
                return isName ? .name(String(token)) : nil
            }
        }

        private mutating func brackets() throws(Failure) -> [Selector] {
            try expect("[")
            let selectors = try list(separator: ",") { parser throws(Failure) in try parser.selector() }
            try expect("]")
            return selectors
        }

        private mutating func list<Value>(
            separator: String,
            _ value: (inout Parser) throws(Failure) -> Value
        ) throws(Failure) -> [Value] {
            var values = [try value(&self)]
            while accept(separator) { values.append(try value(&self)) }
            return values
        }

        private mutating func selector() throws(Failure) -> Selector {
            if accept("*") { return .all }
            if accept("?") { return .filter(try alternatives()) }
            return try take { token in Self.unquoted(token).map { .name($0) } ?? Int(token).map { .index($0) } }
        }

        /// Returns the text of a token in quotes, or `nil` for another token.
        private static func unquoted(_ token: Substring) -> String? {
            guard token.count > 1, token.first == "'" || token.first == "\"" else { return nil }
            var units: [UInt16] = []
            var rest = token.unicodeScalars.dropFirst().dropLast()
            while let scalar = rest.popFirst() {
                let escape = scalar == "\\" ? rest.popFirst() : nil
                if escape == "u" {
                    let digits = String(rest.prefix(4))
                    rest = rest.dropFirst(4)
                    guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16)
                    else { return nil }
                    units.append(unit)
                } else {
                    guard let meant = escape.map({ escapes[$0] }) ?? scalar else { return nil }
                    units += Array(String(meant).utf16)
                }
            }
            let text = String(decoding: units, as: UTF16.self)
            // Half of a surrogate pair is not valid text.
            return text.utf16.elementsEqual(units) ? text : nil
        }

        private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "/": "/", "\\": "\\", "'": "'", "\"": "\"",
        ]

        private mutating func alternatives() throws(Failure) -> Condition {
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.depthLimit else { throw failure }
            return .or(
                try list(separator: "||") { parser throws(Failure) in
                    .and(try parser.list(separator: "&&") { parser throws(Failure) in try parser.comparison() })
                }
            )
        }

        private static let depthLimit = 32

        private mutating func comparison() throws(Failure) -> Condition {
            if accept("(") {
                let condition = try alternatives()
                try expect(")")
                return condition
            }
            try expect("@")
            let path = try path()
            guard let sign = tokens.first, sign == "==" || sign == "!=" else { return .exists(path) }
            guard path.isSingular else { throw failure }
            tokens.removeFirst()
            let literal = try take { token -> YAMLNode? in
                let text = Self.unquoted(token)
                let isLiteral = ["true", "false", "null"].contains(token) || ScalarKind.isNumber(String(token))
                guard text != nil || isLiteral else { return nil }
                let scalar = YAMLNode.Scalar(text: text ?? String(token), isPlain: text == nil)
                return YAMLNode(content: .scalar(scalar), range: .none)
            }
            return .compare(path, literal, isEqual: sign == "==")
        }
    }
}

extension YAMLNode {
    /// The values of a map, or the elements of a list.
    var children: [YAMLNode] {
        switch content {
        case .scalar: []
        case .sequence(let items): items
        case .mapping(let entries): entries.map(\.value)
        }
    }

    /// Whether this node is a single value that equals another one, as JSON has them: 1 equals 1.0, and `true` is not `'true'`.
    fileprivate func isSame(as literal: YAMLNode) -> Bool {
        guard let text, let other = literal.text else { return false }
        switch (json, literal.json) {
        case (.integer, .number), (.number, .integer), (.number, .number): return Double(text) == Double(other)
        case (let own, let other): return own == other
        }
    }
}
