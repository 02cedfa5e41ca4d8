import Testing

@testable import NetTaskSpec

/// Eight bytes are looked at together, so that each test goes through all offsets in them.
@Suite("The text of a file")
struct SourceTextTests {
    @Test(
        "A byte that YAML does not allow is found at each offset",
        arguments: [0x00, 0x1F, 0x7F, 0x80, 0xFF] as [UInt8]
    )
    func fault(byte: UInt8) {
        for offset in 0..<24 {
            // given
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 24)
            bytes[offset] = byte

            // then
            #expect(SourceText(bytes).firstFault?.offset == offset)
        }
    }

    @Test(
        "A byte that YAML allows is accepted at each offset",
        arguments: [0x09, 0x0A, 0x0D, 0x20, 0x25, 0x7E] as [UInt8]
    )
    func plain(byte: UInt8) {
        for offset in 0..<24 {
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 24)
            bytes[offset] = byte
            #expect(SourceText(bytes).firstFault == nil, "at \(offset)")
        }
    }

    @Test("Lines that begin with `%` are counted at each offset, up to their limit")
    func directives() throws {
        for offset in 0..<8 {
            // given
            let start = String(repeating: "a", count: offset) + "\n"
            let line = "%abcdefghijkl\n"
            let text = start + String(repeating: line, count: YAMLBudget.directives + 1)

            // then
            let last = start.utf8.count + line.utf8.count * YAMLBudget.directives
            #expect(SourceText(Array(text.utf8)).firstFault?.offset == last)
        }
    }

    @Test("A line break of YAML that editors do not count is found at each offset", arguments: ["\u{85}", "\u{2028}"])
    func unusualLineBreak(sign: String) {
        for offset in 0..<24 {
            // given
            let text = String(repeating: "a", count: offset) + sign + "a"

            // when
            let position = SourceText(Array(text.utf8)).position(yamlLine: 1, column: 0)

            // then
            #expect(position == SourceRange.Position(line: 1, column: offset + 2))
        }
    }
}
