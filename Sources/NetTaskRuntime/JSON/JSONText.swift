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

    /// Writes a scalar in UTF-8.
    ///
    /// - Parameter target: has room for four bytes.
    /// - Returns: how many it took.
    @inline(__always)
    static func write(_ scalar: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
        func byte(_ lead: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: lead | scalar >> shift) }
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        if scalar < 0x80 {
            target[0] = byte(0, 0)
            return 1
        }
        if scalar < 0x800 {
            target[0] = byte(0xC0, 6)
            target[1] = continuation(0)
            return 2
        }
        if scalar < 0x10000 {
            target[0] = byte(0xE0, 12)
            target[1] = continuation(6)
            target[2] = continuation(0)
            return 3
        }
        target[0] = byte(0xF0, 18)
        target[1] = continuation(12)
        target[2] = continuation(6)
        target[3] = continuation(0)
        return 4
    }

    /// The text that `escaped` stands for, for names in errors and for the few that are written with escapes.
    ///
    /// What is no escape stands for itself.
    static func unescaped(_ escaped: UnsafeBufferPointer<UInt8>) -> String {
        let quoted = [UInt8(ascii: "\"")] + escaped + [UInt8(ascii: "\"")]
        return quoted.withUnsafeBytes { bytes in
            var reader = JSONReader(bytes)
            return try? reader.string()
        } ?? String(decoding: escaped, as: UTF8.self)
    }
}
