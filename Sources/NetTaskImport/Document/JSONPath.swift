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
        case compare(JSONPath, YAMLNode.Scalar, isEqual: Bool)
        case and([Condition])
        case or([Condition])
    }

    /// The indices of an entry or an element, one for each level.
    typealias Location = ArraySlice<Int>

    private var segments: [Segment] = []

    // MARK: Selection

    /// Returns the locations of the selected values, without duplicates.
    func locations(in root: YAMLNode) -> [Location] { values(in: root).map(\.location) }

    private func values(in root: YAMLNode) -> [(location: Location, node: YAMLNode)] {
        var found: [(location: Location, node: YAMLNode)] = [([], root)]
        for segment in segments {
            var seen: Set<Location> = []
            let starts = segment.isDescendant ? found.flatMap { Self.withDescendants($0.node, $0.location) } : found
            found = starts.flatMap { start in
                let children = start.node.children
                let selected = segment.selectors.flatMap { selector in
                    children.indices.filter { Self.selects(selector, $0, of: start.node) }
                }
                return selected.map { (start.location + [$0], children[$0]) }
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

    private static func selects(_ selector: Selector, _ index: Int, of node: YAMLNode) -> Bool {
        switch (selector, node.content) {
        case (.all, _): true
        case (.name(let name), .mapping(let entries)): entries[index].key == name
        case (.index(let wanted), .sequence(let items)): index == (wanted < 0 ? items.count + wanted : wanted)
        case (.filter(let condition), _): holds(condition, of: node.children[index])
        default: false
        }
    }

    private static func holds(_ condition: Condition, of node: YAMLNode) -> Bool {
        switch condition {
        case .exists(let path): return !path.values(in: node).isEmpty
        case .compare(let path, let literal, let isEqual):
            let value = path.values(in: node).first?.node
            let literal = YAMLNode(content: .scalar(literal), range: node.range)
            return (value.map { $0.isSame(as: literal) } ?? false) == isEqual
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

        init(_ text: String) {
            let token = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|&&|\|\||[=!]=|\.\.|[\p{L}\p{N}_\-]+|\S/
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
            return String(token.dropFirst().dropLast()).replacing(/\\(.)/) { String($0.output.1) }
        }

        private mutating func alternatives() throws(Failure) -> Condition {
            .or(
                try list(separator: "||") { parser throws(Failure) in
                    .and(try parser.list(separator: "&&") { parser throws(Failure) in try parser.comparison() })
                }
            )
        }

        private mutating func comparison() throws(Failure) -> Condition {
            if accept("(") {
                let condition = try alternatives()
                try expect(")")
                return condition
            }
            try expect("@")
            let path = try path()
            let isEqual = accept("==")
            guard isEqual || accept("!=") else { return .exists(path) }
            let literal = try take { token in
                if let text = Self.unquoted(token) { return YAMLNode.Scalar(text: text, isPlain: false) }
                let isLiteral = ["true", "false", "null"].contains(token) || Int(token) != nil
                return isLiteral ? YAMLNode.Scalar(text: String(token), isPlain: true) : nil
            }
            return .compare(path, literal, isEqual: isEqual)
        }
    }
}

extension YAMLNode {
    /// The values of a map, or the elements of a list.
    fileprivate var children: [YAMLNode] {
        switch content {
        case .scalar: []
        case .sequence(let items): items
        case .mapping(let entries): entries.map(\.value)
        }
    }

    /// Whether this node is a single value that equals another one.
    fileprivate func isSame(as literal: YAMLNode) -> Bool {
        guard let text, let other = literal.text else { return false }
        return isNull || literal.isNull ? isNull && literal.isNull : text == other
    }
}
