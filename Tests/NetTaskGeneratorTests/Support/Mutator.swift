@testable import NetTaskSpec

/// Random numbers that are the same in every run.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Spoils specs in the ways that fingers, merges and disks do.
struct Mutator {
    var random: SplitMix64
    /// All words of the good specs.
    private let words: [[UInt8]]

    init(specs: [[UInt8]], random: SplitMix64) {
        self.random = random
        words = specs.flatMap { spec in Self.words(of: spec).map { Array(spec[$0]) } }
    }

    /// Tokens that mean something to YAML or to us, thrown in at random.
    private static let tokens = [
        "{", "}", "[", "]", "?", ": ", "- ", "&a ", "*a", "<<: ", "!x ", "\"", "'", "#", "\t", "\n", "~", "null",
        "true",
        "0", "-1", "1e999", "all", "none", "File", "Date", "[Post]", "Post", "String", "in: path", "default: 1", "self",
        "swiftName: init", "Error", "\\u0000", "\u{202E}", "ü", "%", "{id}", "body: Post", "requestObject: Location",
    ]

    /// All keys of the language in use, each on the lines of its example.
    private static let examples = SpecLanguage.rules.flatMap(\.usableKeys).map { key in
        key.example.split(separator: "\n").map { Array($0.utf8) }
    }

    mutating func mutant(of spec: [UInt8]) -> [UInt8] {
        var bytes = spec
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: flipByte(&bytes)
            case 1: deleteRange(&bytes)
            case 2: duplicateRange(&bytes)
            case 3, 4: swapLines(&bytes)
            case 5, 6, 7: swapTokens(&bytes)
            case 8: deleteLine(&bytes)
            case 9, 10: insertExample(&bytes)
            default: insertToken(&bytes)
            }
        }
        return bytes
    }

    private mutating func flipByte(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }

    private mutating func range(in bytes: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        return start..<min(bytes.count, start + Int.random(in: 0...20, using: &random))
    }

    private mutating func deleteRange(_ bytes: inout [UInt8]) {
        bytes.removeSubrange(range(in: bytes))
    }

    private mutating func duplicateRange(_ bytes: inout [UInt8]) {
        let range = range(in: bytes)
        bytes.insert(contentsOf: bytes[range], at: range.upperBound)
    }

    private mutating func insertToken(_ bytes: inout [UInt8]) {
        let token = Self.tokens.randomElement(using: &random) ?? ""
        bytes.insert(contentsOf: Array(token.utf8), at: Int.random(in: 0...bytes.count, using: &random))
    }

    /// Puts the example of a key where others are: below a line, as far to the right, or into braces.
    private mutating func insertExample(_ bytes: inout [UInt8]) {
        guard let example = Self.examples.randomElement(using: &random) else { return }
        if example.count == 1, Bool.random(using: &random) {
            let braces = bytes.indices.filter { bytes[$0] == UInt8(ascii: "{") }
            guard let brace = braces.randomElement(using: &random) else { return }
            bytes.insert(contentsOf: example[0] + Array(", ".utf8), at: brace + 1)
        } else {
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
            let index = Int.random(in: 0..<lines.count, using: &random)
            let indentation = lines[index].prefix { $0 == UInt8(ascii: " ") }
            lines.insert(contentsOf: example.map { indentation + $0 }, at: index + 1)
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        }
    }

    private mutating func swapLines(_ bytes: inout [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let i = Int.random(in: 0..<lines.count, using: &random)
        let j = Int.random(in: 0..<lines.count, using: &random)
        lines.swapAt(i, j)
        bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    private mutating func deleteLine(_ bytes: inout [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
        bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Puts a word of this or another spec, or one of ours, where another word was.
    private mutating func swapTokens(_ bytes: inout [UInt8]) {
        guard let target = Self.words(of: bytes).randomElement(using: &random) else { return }
        let isForeign = Bool.random(using: &random)
        let word = isForeign ? words.randomElement(using: &random) : nil
        let token = Self.tokens.randomElement(using: &random).map { Array($0.utf8) }
        bytes.replaceSubrange(target, with: word ?? token ?? [])
    }

    private static func words(of bytes: [UInt8]) -> [Range<Int>] {
        bytes.withUnsafeBufferPointer { bytes in
            var words: [Range<Int>] = []
            var start = -1
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                let isPart = byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
                if isPart, start < 0 { start = index }
                if !isPart, start >= 0 {
                    words.append(start..<index)
                    start = -1
                }
                index += 1
            }
            return words
        }
    }
}
