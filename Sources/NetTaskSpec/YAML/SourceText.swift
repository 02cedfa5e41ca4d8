/// The bytes of one spec file, and what of them is where.
struct SourceText: Sendable {
    /// The number of the file in its run.
    let file: Int
    /// UTF-8 without a byte order mark.
    let bytes: [UInt8]

    /// Where each of YAML's lines starts, if they are not the lines that editors count: YAML also breaks lines at
    /// U+0085, U+2028 and U+2029. Empty for nearly every file.
    private var yamlLineStarts: [SourceRange.Position] = []

    init(_ bytes: [UInt8], file: Int = 0) {
        self.file = file
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if hasUnusualLineBreaks { yamlLineStarts = startsOfYAMLLines() }
    }

    /// A place given in YAML's count of lines and columns, both from zero.
    func position(yamlLine line: Int, column: Int) -> SourceRange.Position {
        if yamlLineStarts.isEmpty {
            return SourceRange.Position(line: line + 1, column: column + 1)
        }
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

    /// The text of each of the lines asked for, without its line break.
    func lines(_ numbers: Set<Int>) -> [Int: String] {
        guard let last = numbers.max() else { return [:] }
        var result: [Int: String] = [:]
        var line = 1
        var start = 0
        for index in 0...bytes.count {
            guard index == bytes.count || endsLine(at: index) else { continue }
            if numbers.contains(line) {
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

    /// Whether the byte is the last one of a line break: LF, CR LF, or CR alone.
    private func endsLine(at index: Int) -> Bool {
        if bytes[index] == UInt8(ascii: "\n") { return true }
        guard bytes[index] == UInt8(ascii: "\r") else { return false }
        return index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
    }

    private var hasUnusualLineBreaks: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices where bytes[index] == 0xC2 || bytes[index] == 0xE2 {
                if unusualLineBreak(in: bytes, at: index) > 0 { return true }
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
