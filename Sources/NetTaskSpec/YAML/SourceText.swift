/// The bytes of a spec file, and the positions in it.
package struct SourceText: Sendable {
    /// The number of the file in the run.
    package let file: Int
    /// UTF-8 without a byte order mark.
    package let bytes: [UInt8]

    /// The starts of YAML's lines, if they differ from the lines that editors count: YAML also breaks lines at U+0085,
    /// U+2028 and U+2029. Empty for nearly all files.
    private var yamlLineStarts: [SourceRange.Position] = []

    init(_ bytes: [UInt8], file: Int = 0) {
        self.file = file
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if hasUnusualLineBreaks { yamlLineStarts = startsOfYAMLLines() }
    }

    /// The position of a line and column of YAML, both counted from zero.
    func position(yamlLine line: Int, column: Int) -> SourceRange.Position {
        if yamlLineStarts.isEmpty { return SourceRange.Position(line: line + 1, column: column + 1) }
        let start = yamlLineStarts[min(line, yamlLineStarts.count - 1)]
        return SourceRange.Position(line: start.line, column: start.column + column)
    }

    /// The place of the byte at `offset`.
    func position(ofByte offset: Int) -> SourceRange.Position {
        var position = SourceRange.Position(line: 1, column: 1)
        for index in 0..<min(offset, bytes.count) {
            if endsLine(at: index) {
                position = SourceRange.Position(line: position.line + 1, column: 1)
            } else if bytes[index] & 0xC0 != 0x80 {
                position.column += 1
            }
        }
        return position
    }

    /// The texts of these lines, without their line breaks.
    func lines(_ numbers: Set<Int>) -> [Int: String] {
        guard let last = numbers.max() else { return [:] }
        var result: [Int: String] = [:]
        var wanted = numbers.filter { $0 > 0 }.sorted()[...]
        var line = 1
        var start = 0
        for index in 0...bytes.count {
            guard index == bytes.count || endsLine(at: index) else { continue }
            if wanted.first == line {
                wanted.removeFirst()
                var end = index
                if end > start, index < bytes.count, bytes[index] == UInt8(ascii: "\n"),
                    bytes[end - 1] == UInt8(ascii: "\r")
                {
                    end -= 1
                }
                result[line] = String(decoding: bytes[start..<end], as: UTF8.self)
            }
            line += 1
            start = index + 1
            if line > last { break }
        }
        return result
    }

    /// Whether the byte is the last byte of a line break: LF, CR LF, or CR alone.
    private func endsLine(at index: Int) -> Bool {
        if bytes[index] == UInt8(ascii: "\n") { return true }
        guard bytes[index] == UInt8(ascii: "\r") else { return false }
        return index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
    }

    private var hasUnusualLineBreaks: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                if let word = EightBytes(bytes, at: index), word.areASCII {
                    index += 8
                    continue
                }
                if unusualLineBreak(in: bytes, at: index) > 0 { return true }
                index += 1
            }
            return false
        }
    }

    /// The length of the unusual line break at `index`, or 0.
    private func unusualLineBreak(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        if bytes[index] == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0x85 { return 2 }
        if bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80 {
            return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
        }
        return 0
    }

    private func startsOfYAMLLines() -> [SourceRange.Position] {
        bytes.withUnsafeBufferPointer { buffer in
            var starts = [SourceRange.Position(line: 1, column: 1)]
            var position = starts[0]
            var index = 0
            while index < buffer.count {
                let length = unusualLineBreak(in: buffer, at: index)
                if length > 0 {
                    position.column += 1
                    starts.append(position)
                    index += length
                    continue
                }
                if endsLine(at: index) {
                    position = SourceRange.Position(line: position.line + 1, column: 1)
                    starts.append(position)
                } else if buffer[index] & 0xC0 != 0x80 {
                    position.column += 1
                }
                index += 1
            }
            return starts
        }
    }
}

extension SourceText {
    /// The first byte that is not valid in YAML; `nil` if there is none.
    var firstFault: Fault? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return Fault(offset: 0, message: "this file is UTF-16; save it as UTF-8")
        }
        return bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            var directives = 0
            while index < bytes.count {
                let byte = bytes[index]
                // Skips the common case: eight bytes of printable ASCII.
                if let word = EightBytes(bytes, at: index), word.areASCII, !word.hasByte(below: 0x20),
                    !word.contains(0x7F), !word.contains(UInt8(ascii: "%"))
                {
                    index += 8
                    continue
                }
                if byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") || byte == 0x0A {
                    index += 1
                    continue
                }
                if byte < 0x80 {
                    if byte == UInt8(ascii: "%"), index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D {
                        directives += 1
                        guard directives <= YAMLBudget.directives else {
                            return Fault(
                                offset: index,
                                message: "more than \(YAMLBudget.directives) lines begin with `%`",
                                code: .limitExceeded
                            )
                        }
                    }
                    guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                        return Fault(offset: index, message: Self.controlCharacterMessage(UInt32(byte)))
                    }
                    index += 1
                    continue
                }
                let length = Self.lengthOfScalar(in: bytes, at: index)
                guard length > 0 else { return Fault(offset: index, message: Self.noUTF8Message(byte)) }
                if let message = Self.refusal(ofScalarIn: bytes, at: index, length: length) {
                    return Fault(offset: index, message: message)
                }
                index += length
            }
            return nil
        }
    }

    struct Fault {
        var offset: Int
        var message: String
        var code = DiagnosticCode.invalidEncoding
    }

    /// The length of the well-formed UTF-8 sequence that begins at `index` with a byte above 0x7F, or 0.
    package static func lengthOfScalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[index] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// The reason why YAML does not allow a scalar above U+007F: the control characters, U+FEFF, U+FFFE and U+FFFF.
    private static func refusal(
        ofScalarIn bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        length: Int
    ) -> String? {
        switch (bytes[index], bytes[index + 1]) {
        case (0xC2, 0x80..<0xA0) where bytes[index + 1] != 0x85:
            return controlCharacterMessage(UInt32(bytes[index + 1]))
        case (0xEF, 0xBB) where bytes[index + 2] == 0xBF:
            return controlCharacterMessage(0xFEFF)
        case (0xEF, 0xBF) where bytes[index + 2] >= 0xBE:
            return controlCharacterMessage(bytes[index + 2] == 0xBE ? 0xFFFE : 0xFFFF)
        default:
            return nil
        }
    }

    package static func noUTF8Message(_ byte: UInt8) -> String {
        "byte 0x\(String(byte, radix: 16, uppercase: true)) is not valid UTF-8; save this file as UTF-8 text"
    }

    private static func controlCharacterMessage(_ scalar: UInt32) -> String {
        guard scalar != 0 else { return "byte 0x00 is not allowed in a text file; this may be a binary file" }
        let hex = scalar.hexadecimal(digits: 4).uppercased()
        return "the control character U+\(hex) is not allowed in YAML; in double quotes, write it as \"\\u\(hex)\""
    }
}

/// Eight bytes of a text, which are checked together for speed.
private struct EightBytes {
    private let word: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Returns `nil` if fewer than eight bytes remain.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        guard index + 8 <= bytes.count else { return nil }
        word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }

    private init(_ word: UInt64) {
        self.word = word
    }

    var areASCII: Bool { word & Self.highBits == 0 }

    /// Whether any of the bytes is below a limit of at most 0x80.
    func hasByte(below limit: UInt8) -> Bool {
        (word &- Self.ones &* UInt64(limit)) & ~word & Self.highBits != 0
    }

    func contains(_ byte: UInt8) -> Bool {
        EightBytes(word ^ Self.ones &* UInt64(byte)).hasByte(below: 1)
    }
}
