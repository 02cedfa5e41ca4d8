/// What stands between the quotes of a JSON string.
enum JSONText {
    /// Marks the bytes of a word that do not stand for themselves: quotes, backslashes and controls.
    ///
    /// The highest bit of each such byte is set. The lowest mark is right; those above it may be too many, since the
    /// subtractions borrow from byte to byte.
    @inline(__always)
    static func specialBytes(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let zeros = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        let controls = (word &- ones &* 0x20) & ~word
        return (zeros | controls) & highBits
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    static func isInNumbers(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }

    @inline(__always)
    static func hexadecimalValue(of byte: UInt8) -> UInt32? {
        let digit = byte &- UInt8(ascii: "0")
        if digit < 10 { return UInt32(digit) }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt32(letter) + 10 : nil
    }

    /// The length of the scalar beyond ASCII at `start`, by the table of well-formed UTF-8 of Unicode (3-7); 0 if it is
    /// none.
    @inline(__always)
    static func lengthOfScalar(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int {
        let available = end - start
        func isContinuation(_ index: Int) -> Bool { start[index] & 0xC0 == 0x80 }
        switch start[0] {
        case 0xC2...0xDF:
            return available >= 2 && isContinuation(1) ? 2 : 0
        case 0xE0...0xEF:
            guard available >= 3, isContinuation(1), isContinuation(2) else { return 0 }
            // Neither overlong nor a surrogate.
            if start[0] == 0xE0, start[1] < 0xA0 { return 0 }
            if start[0] == 0xED, start[1] > 0x9F { return 0 }
            return 3
        case 0xF0...0xF4:
            guard available >= 4, isContinuation(1), isContinuation(2), isContinuation(3) else { return 0 }
            // Neither overlong nor beyond U+10FFFF.
            if start[0] == 0xF0, start[1] < 0x90 { return 0 }
            if start[0] == 0xF4, start[1] > 0x8F { return 0 }
            return 4
        default:
            return 0
        }
    }

    /// The text that `escaped` stands for.
    ///
    /// - Precondition: it was checked; an escape that is none would be taken for something else.
    static func unescaped(_ escaped: UnsafeBufferPointer<UInt8>) -> String {
        // No escape is shorter than what it stands for.
        String(unsafeUninitializedCapacity: escaped.count) { text in
            guard let source = escaped.baseAddress, let target = text.baseAddress else { return 0 }
            var read = 0
            var written = 0
            while read < escaped.count {
                copyPlain(source, escaped.count, &read, to: target, &written)
                guard read + 1 < escaped.count else { break }
                let kind = source[read + 1]
                if kind == UInt8(ascii: "u") {
                    writeScalar(source, escaped.count, &read, to: target, &written)
                } else {
                    target[written] = unescaped(kind)
                    read += 2
                    written += 1
                }
            }
            return written
        }
    }

    /// Copies up to the next backslash: eight bytes at a time, of which those past it are written over later. Less was
    /// written than read, so that they have room.
    @inline(__always)
    private static func copyPlain(
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        _ read: inout Int,
        to target: UnsafeMutablePointer<UInt8>,
        _ written: inout Int
    ) {
        while read + 8 <= count {
            let word = UnsafeRawPointer(source).loadUnaligned(fromByteOffset: read, as: UInt64.self)
            UnsafeMutableRawPointer(target).storeBytes(of: word, toByteOffset: written, as: UInt64.self)
            let special = specialBytes(in: UInt64(littleEndian: word))
            let length = special == 0 ? 8 : special.trailingZeroBitCount >> 3
            read += length
            written += length
            if length < 8 { return }
        }
        while read < count, source[read] != UInt8(ascii: "\\") {
            target[written] = source[read]
            read += 1
            written += 1
        }
    }

    @inline(__always)
    private static func unescaped(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: character
        }
    }

    /// Goes past one `\uXXXX`, or the two of a surrogate pair.
    @inline(__always)
    private static func writeScalar(
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        _ read: inout Int,
        to target: UnsafeMutablePointer<UInt8>,
        _ written: inout Int
    ) {
        var code = code(source, count, read + 2)
        read += 6
        if (0xD800..<0xDC00).contains(code) {
            code = 0x10000 + (code & 0x3FF) << 10 + (self.code(source, count, read + 2) & 0x3FF)
            read += 6
        }
        func write(_ byte: UInt32) {
            target[written] = UInt8(truncatingIfNeeded: byte)
            written += 1
        }
        switch code {
        case 0..<0x80:
            write(code)
        case 0x80..<0x800:
            write(0xC0 | code >> 6)
            write(0x80 | code & 0x3F)
        case 0x800..<0x10000:
            write(0xE0 | code >> 12)
            write(0x80 | code >> 6 & 0x3F)
            write(0x80 | code & 0x3F)
        default:
            write(0xF0 | code >> 18)
            write(0x80 | code >> 12 & 0x3F)
            write(0x80 | code >> 6 & 0x3F)
            write(0x80 | code & 0x3F)
        }
    }

    /// The number of four hexadecimal digits.
    @inline(__always)
    private static func code(_ source: UnsafePointer<UInt8>, _ count: Int, _ start: Int) -> UInt32 {
        guard start + 4 <= count else { return 0 }
        var code: UInt32 = 0
        for index in start..<start + 4 {
            code = code << 4 | (hexadecimalValue(of: source[index]) ?? 0)
        }
        return code
    }
}

/// Text of bytes, or nil if they are not UTF-8.
///
/// `String(validating:as:)` needs a later system than we do. A string repaired on the way in differs from its bytes.
func textIfUTF8<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
}
