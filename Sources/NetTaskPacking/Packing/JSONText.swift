/// The text between the quotes of a JSON string.
enum JSONText {
    /// Returns the length of the bytes before the first quote, backslash or control character. Checks eight bytes at a time.
    @inline(__always)
    static func plainRun(_ start: UnsafePointer<UInt8>, _ count: Int) -> (length: Int, isASCII: Bool) {
        let words = UnsafeRawPointer(start)
        var length = 0
        var seen: UInt64 = 0
        while length + 8 <= count {
            let word = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: length, as: UInt64.self))
            let special = specialBytes(in: word)
            if special != 0 {
                let bits = UInt64(special.trailingZeroBitCount & ~7)
                seen |= word & (1 << bits &- 1)
                return (length + Int(bits >> 3), seen & highBits == 0)
            }
            seen |= word
            length += 8
            while length + 16 <= count {
                let first = words.loadUnaligned(fromByteOffset: length, as: UInt64.self)
                let second = words.loadUnaligned(fromByteOffset: length + 8, as: UInt64.self)
                guard specialBytes(in: first) | specialBytes(in: second) == 0 else { break }
                seen |= first | second
                length += 16
            }
        }
        while length < count, case let byte = start[length],
            byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
        {
            seen |= UInt64(byte)
            length += 1
        }
        return (length, seen & highBits == 0)
    }

    /// Marks the quotes, backslashes and control characters of a word.
    ///
    /// The highest bit of each such byte is set. Only the lowest mark is reliable, because the subtractions borrow from byte to
    /// byte.
    @inline(__always)
    private static func specialBytes(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let zeros = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        let controls = (word &- ones &* 0x20) & ~word
        return (zeros | controls) & highBits
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}
