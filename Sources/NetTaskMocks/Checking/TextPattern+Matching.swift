import Foundation

/// Finds a pattern of ECMA 262 in texts.
///
/// All alternatives are followed at the same time, so that the time grows only with the lengths of pattern and text. All texts
/// together take a limited time.
struct PatternMatcher: Sendable {
    /// Longer texts are not compared.
    static let maxLength = 10_000

    /// `nil` if the pattern has references to groups or other syntax.
    let parsed: TextPattern?
    private let pattern: String
    private var automaton = Automaton()
    private var start: Int?
    /// The steps that can still be taken.
    private var left: Int

    init(_ pattern: String, steps: Int = 4_000_000) {
        self.pattern = pattern
        parsed = TextPattern(pattern)
        left = steps
        start = parsed.flatMap { automaton.compile($0.root, then: automaton.add(.match)) }
    }

    /// Whether the pattern occurs in a text; `nil` if the pattern is invalid or the time is over.
    mutating func occurs(in text: String) -> Bool? {
        guard parsed != nil else { return regexOccurs(in: text) }
        let scalars = Array(text.unicodeScalars.prefix(Self.maxLength + 1))
        guard let start, scalars.count <= Self.maxLength else { return nil }
        var run = AutomatonRun(steps: automaton.steps, text: scalars, left: left)
        defer { left = run.left }
        return run.matches(from: start, at: 0, isAnchored: false)
    }

    private func regexOccurs(in text: String) -> Bool? {
        // Patterns with references to groups may need exponential time.
        guard text.utf8.count <= 100, pattern.utf8.count <= 1_000,
            !pattern.contains(/[*+}]\)+[*+{]/), let regex = try? Regex(pattern)
        else { return nil }
        let ofECMA = regex.matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
            .wordBoundaryKind(.simple)
        return text.contains(ofECMA)
    }
}

/// A pattern as steps.
private struct Automaton: Sendable {
    enum Step: Sendable {
        case match
        case scalar(ScalarSet, next: Int)
        case split([Int])
        /// Continues if the assertion applies at the position.
        case assert(TextPattern.Node, next: Int)
        /// Continues if the steps from `start` match at the position, or if they do not.
        case look(start: Int, isNegative: Bool, next: Int)
    }

    private static let maxCount = 20_000
    /// Loops that are longer count as loops without a maximum.
    private static let maxLoop = 1_000

    private(set) var steps: [Step] = []
    /// The number of nodes that can still be added. Empty groups count too, although they add no step.
    private var left = 100_000

    mutating func add(_ step: Step) -> Int {
        steps.append(step)
        return steps.count - 1
    }

    /// Adds the steps of a node.
    ///
    /// - Returns: the first step; `nil` if there are too many.
    mutating func compile(_ node: TextPattern.Node, then next: Int) -> Int? {
        left -= 1
        guard left > 0, steps.count < Self.maxCount else { return nil }
        switch node {
        case .set(let set): return add(.scalar(set, next: next))
        case .sequence(let nodes):
            var next = next
            for node in nodes.reversed() {
                guard let first = compile(node, then: next) else { return nil }
                next = first
            }
            return next
        case .choice(let nodes):
            var starts: [Int] = []
            for node in nodes {
                guard let first = compile(node, then: next) else { return nil }
                starts.append(first)
            }
            return add(.split(starts))
        case .loop(let node, let minimum, let maximum):
            return loop(node, min(minimum, Self.maxLoop), maximum.flatMap { $0 > Self.maxLoop ? nil : $0 }, next)
        case .start, .end, .boundary: return add(.assert(node, next: next))
        case .look(let node, let isNegative):
            guard let start = compile(node, then: add(.match)) else { return nil }
            return add(.look(start: start, isNegative: isNegative, next: next))
        }
    }

    private mutating func loop(_ node: TextPattern.Node, _ minimum: Int, _ maximum: Int?, _ next: Int) -> Int? {
        var first = next
        if let maximum {
            for _ in minimum..<maximum {
                guard let inner = compile(node, then: first) else { return nil }
                first = add(.split([inner, next]))
            }
        } else {
            let split = add(.split([]))
            guard let inner = compile(node, then: split) else { return nil }
            steps[split] = .split([inner, next])
            first = split
        }
        for _ in 0..<minimum {
            guard let inner = compile(node, then: first) else { return nil }
            first = inner
        }
        return first
    }
}

private struct AutomatonRun {
    let steps: [Automaton.Step]
    let text: [Unicode.Scalar]
    /// The steps that can still be taken.
    private(set) var left: Int

    init(steps: [Automaton.Step], text: [Unicode.Scalar], left: Int) {
        self.steps = steps
        self.text = text
        self.left = left
    }

    /// - Returns: `nil` if there are too many steps.
    mutating func matches(from start: Int, at begin: Int, isAnchored: Bool) -> Bool? {
        var current: [Int] = []
        // The position at which a step was reached last.
        var seen = Array(repeating: -1, count: steps.count)
        left -= steps.count / 8
        for position in begin...text.count {
            var pending = current
            if position == begin || !isAnchored { pending.append(start) }
            current = []
            while let index = pending.popLast() {
                if seen[index] == position { continue }
                seen[index] = position
                left -= 1
                guard left > 0 else { return nil }
                switch steps[index] {
                case .match: return true
                case .scalar(let set, let next):
                    if position < text.count, set.contains(text[position]) { current.append(next) }
                case .split(let starts): pending += starts
                case .assert(let node, let next):
                    if applies(node, at: position) { pending.append(next) }
                case .look(let start, let isNegative, let next):
                    guard let isFound = matches(from: start, at: position, isAnchored: true) else { return nil }
                    if isFound != isNegative { pending.append(next) }
                }
            }
            if current.isEmpty, isAnchored { return false }
        }
        return false
    }

    private func applies(_ node: TextPattern.Node, at position: Int) -> Bool {
        switch node {
        case .start: return position == 0
        case .end: return position == text.count
        case .boundary(let isNegative):
            let isBefore = position > 0 && ScalarSet.words.contains(text[position - 1])
            let isAfter = position < text.count && ScalarSet.words.contains(text[position])
            return (isBefore != isAfter) != isNegative
        default: return false
        }
    }
}
