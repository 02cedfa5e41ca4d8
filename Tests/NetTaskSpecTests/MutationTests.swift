import Foundation
import Testing

@testable import NetTaskSpec

/// Whatever is done to good specs, reading them ends in a spec or in diagnostics.
@Test(.timeLimit(.minutes(2)))
func tenThousandMutationsEndInASpecOrInDiagnostics() throws {
    // given
    let folder = fixtures.appendingPathComponent("Good")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let specs = try names.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
    #expect(specs.count >= 2)
    var mutator = Mutator(random: SplitMix64(state: 0x5EED))
    var count = (good: 0, pastTheYAMLReader: 0)

    var t1 = Duration.zero, t2 = Duration.zero, t3 = Duration.zero
    let cl = ContinuousClock()
    for round in 0..<10_000 {
        let a0 = cl.now
        // when
        let mutant = mutator.mutant(of: specs[round % specs.count], others: specs)
        let a1 = cl.now
        let result = SpecReader.read(sources: [.init(path: "mutant.nettask.yaml", bytes: mutant)])

        let a2 = cl.now
        // then
        #expect(result.specs.isEmpty != result.diagnostics.isEmpty)
        for diagnostic in result.diagnostics {
            #expect(diagnostic.place.range.start.line >= 1 && diagnostic.place.range.start.column >= 1)
            #expect(diagnostic.description.hasPrefix("mutant.nettask.yaml:"))
        }
        if result.diagnostics.isEmpty { count.good += 1 }
        if isYAML(mutant) { count.pastTheYAMLReader += 1 }
        let a3 = cl.now
        t1 += a1 - a0; t2 += a2 - a1; t3 += a3 - a2
    }
    print("TIMES", t1, t2, t3, count)

    #expect(count.pastTheYAMLReader > 3_334)
    #expect(count.good > 500)
    #expect(count.good < 9_500)
}

private func isYAML(_ bytes: [UInt8]) -> Bool {
    let text = SourceText(path: "", bytes: bytes)
    guard text.firstFault == nil else { return false }
    return YAMLComposer.compose(text, diagnostics: DiagnosticCollector(file: "")) != nil
}

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

    /// Tokens that mean something to YAML or to us, thrown in at random.
    private static let tokens = [
        "{", "}", "[", "]", "?", ": ", "- ", "&a ", "*a", "<<: ", "!x ", "\"", "'", "#", "\t", "\n", "~", "null",
        "true",
        "0", "-1", "1e999", "all", "none", "File", "Date", "[Post]", "Post", "String", "in: path", "default: 1", "self",
        "swiftName: init", "Error", "\\u0000", "\u{202E}", "ü", "%", "{id}", "body: Post", "requestObject: Location",
    ]

    mutating func mutant(of spec: [UInt8], others: [[UInt8]]) -> [UInt8] {
        var bytes = spec
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: flipByte(&bytes)
            case 1: deleteRange(&bytes)
            case 2: duplicateRange(&bytes)
            case 3, 4: swapLines(&bytes)
            case 5, 6, 7: swapTokens(&bytes, others)
            case 8: deleteLine(&bytes)
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
    private mutating func swapTokens(_ bytes: inout [UInt8], _ others: [[UInt8]]) {
        let words = words(of: bytes)
        let donor = others.randomElement(using: &random) ?? bytes
        guard let target = words.randomElement(using: &random) else { return }
        let foreign = self.words(of: donor).randomElement(using: &random).map { Array(donor[$0]) } ?? []
        let token =
            Bool.random(using: &random) ? foreign : Array((Self.tokens.randomElement(using: &random) ?? "").utf8)
        bytes.replaceSubrange(target, with: token)
    }

    private func words(of bytes: [UInt8]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            let isPart = byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
            if isPart, start == nil { start = index }
            if !isPart, let first = start {
                words.append(first..<index)
                start = nil
            }
        }
        return words
    }
}
