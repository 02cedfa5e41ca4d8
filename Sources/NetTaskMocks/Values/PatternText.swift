/// Makes a text that matches a pattern.
struct PatternText {
    private static let maxLength = 20_000

    private var random: MockRandom
    /// The number of times that a loop is repeated beyond its minimum, at most.
    private let repetitions: Int
    private var scalars: [Unicode.Scalar] = []
    /// The nodes that can still be added.
    private var left = 2 * maxLength

    private init(_ random: MockRandom, repetitions: Int) {
        self.random = random
        self.repetitions = repetitions
    }

    /// The first text that matches and has the right length, and the texts before it. Assertions about the text after are left
    /// to chance.
    static func texts(
        _ pattern: TextPattern,
        _ constraints: MockConstraints,
        _ random: MockRandom,
        _ matcher: inout PatternMatcher
    ) -> (allowed: String?, others: [String]) {
        var random = random
        let minimum = min(constraints.minLength ?? 0, maxLength)
        var texts: [String] = []
        for repetitions in [3, 0, 1, 6, 10, 20, minimum, 2 * minimum] + Array(repeating: 8, count: 24) {
            var maker = PatternText(MockRandom(random.next()), repetitions: repetitions)
            maker.add(pattern.root)
            let text = String(String.UnicodeScalarView(maker.scalars))
            for text in [text, MockTexts.fitted(text, constraints)]
            where constraints.allowLength(of: text) && matcher.occurs(in: text) ?? true {
                return (text, texts)
            }
            texts.append(text)
        }
        return (nil, texts)
    }

    private mutating func add(_ node: TextPattern.Node) {
        left -= 1
        guard left > 0, scalars.count < Self.maxLength else { return }
        switch node {
        case .set(let set): if let scalar = set.scalar(&random) { scalars.append(scalar) }
        case .sequence(let nodes): for node in nodes { add(node) }
        case .choice(let nodes): if !nodes.isEmpty { add(random.element(of: nodes)) }
        case .loop(let node, let minimum, let maximum):
            let more = min(repetitions, (maximum ?? .max) - minimum)
            // Long loops take as much as they can, so that the text becomes long enough.
            let count = minimum + (repetitions > 20 ? more : random.below(more + 1))
            for _ in 0..<min(count, Self.maxLength) where left > 0 { add(node) }
        case .start, .end, .boundary, .look: break
        }
    }
}

extension ScalarSet {
    private static let friendly: [ClosedRange<UInt32>] = [0x61...0x7A, 0x30...0x39, 0x41...0x5A]

    /// A letter or a digit if possible, otherwise another character.
    func scalar(_ random: inout MockRandom) -> Unicode.Scalar? {
        // A set with most characters gives lowercase letters.
        let isWide = contains("a") && contains("%") && contains("~")
        let choices = isWide ? clipped(to: 0x61...0x7A) : Self.friendly.flatMap { clipped(to: $0) }
        let printable = choices.isEmpty ? clipped(to: 0x20...0x7E) : choices
        let candidates = printable.isEmpty ? ranges : printable
        for _ in 0..<8 where !candidates.isEmpty {
            let range = random.element(of: candidates)
            let offset = random.below(Int(min(range.upperBound - range.lowerBound, 10_000)) + 1)
            if let scalar = Unicode.Scalar(range.lowerBound + UInt32(offset)) { return scalar }
        }
        return candidates.lazy.flatMap { $0 }.compactMap(Unicode.Scalar.init).first
    }
}
