import Foundation

extension JSONReader {
    package mutating func string() throws -> String {
        valueStart = position
        guard next == UInt8(ascii: "\"") else { throw unexpected("a string") }
        position += 1
        let isASCII = skipPlain()
        if next == UInt8(ascii: "\\") { return try escapedString(isASCII: isASCII) }
        let range = valueStart + 1..<position
        try closingQuote()
        return try string(of: text(range), isASCII: isASCII, range)
    }

    /// Goes on with a string of which the first backslash is next, by way of a buffer that is kept.
    private mutating func escapedString(isASCII: Bool) throws -> String {
        var isASCII = isASCII
        scratch.removeAll()
        scratch.append(text(valueStart + 1..<position))
        while next == UInt8(ascii: "\\") {
            let scalar = try escape()
            let run = JSONText.plainRun(bytes + position, count - position)
            scratch.append(scalar: scalar, followedBy: bytes + position, run.length, readable: count - position)
            position += run.length
            isASCII = isASCII && run.isASCII
        }
        try closingQuote()
        return try string(of: scratch.bytes, isASCII: isASCII, valueStart + 1..<position - 1)
    }

    /// Lends out the bytes of a string, without a copy where nothing in it is escaped.
    mutating func withString<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
        valueStart = position
        guard next == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let start = position
        if try !skipString() { return try body(text(start + 1..<position - 1)) }
        position = start
        var unescaped = try string()
        return try unescaped.withUTF8(body)
    }

    /// Goes past a string at the current place, and checks it.
    ///
    /// - Returns: whether something in it is escaped.
    @discardableResult
    mutating func skipString() throws -> Bool {
        let start = position
        var hasEscapes = false
        position += 1
        var isASCII = skipPlain()
        while next == UInt8(ascii: "\\") {
            hasEscapes = true
            _ = try escape()
            if !skipPlain() { isASCII = false }
        }
        try closingQuote()
        if !isASCII { try checkUTF8(start + 1..<position - 1) }
        return hasEscapes
    }

    @inline(__always)
    private mutating func closingQuote() throws {
        guard next == UInt8(ascii: "\"") else {
            throw syntaxError(position < count ? "a control character must be escaped" : "the string does not end")
        }
        position += 1
    }

    /// Goes to the first byte that is a quote, a backslash or a control.
    ///
    /// - Returns: whether all before it are ASCII.
    @inline(__always)
    private mutating func skipPlain() -> Bool {
        let run = JSONText.plainRun(bytes + position, count - position)
        position += run.length
        return run.isASCII
    }

    // MARK: UTF-8

    /// - Parameter range: where the text stands, maybe with escapes.
    @inline(__always)
    private mutating func string(
        of text: UnsafeBufferPointer<UInt8>,
        isASCII: Bool,
        _ range: Range<Int>
    ) throws -> String {
        var string = String(decoding: text, as: UTF8.self)
        // Decoding repairs what is not UTF-8, and then the two differ: to compare them is cheaper than to check twice.
        if !isASCII, !string.withUTF8({ Self.isEqual(text, $0) }) { try checkUTF8(range) }
        return string
    }

    /// - Throws: an error at the first byte that is not UTF-8.
    private mutating func checkUTF8(_ range: Range<Int>) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] < 0x80 {
                position += 1
                continue
            }
            let length = lengthOfScalar(at: position, end: range.upperBound)
            guard length > 0 else { throw error("the string is not UTF-8", at: position) }
            position += length
        }
    }

    /// The length of the scalar beyond ASCII, by the table of well-formed UTF-8 of Unicode (3-7); 0 if it is none.
    @inline(__always)
    private func lengthOfScalar(at position: Int, end: Int) -> Int {
        guard position + 1 < end else { return 0 }
        let second = bytes[position + 1]
        let length: Int
        switch bytes[position] {
        case 0xC2...0xDF: length = 2
        case 0xE0: length = second < 0xA0 ? 0 : 3
        case 0xED: length = second > 0x9F ? 0 : 3
        case 0xE1...0xEF: length = 3
        case 0xF0: length = second < 0x90 ? 0 : 4
        case 0xF1...0xF3: length = 4
        case 0xF4: length = second > 0x8F ? 0 : 4
        default: length = 0
        }
        guard position + length <= end, second & 0xC0 == 0x80 else { return 0 }
        if length > 2, bytes[position + 2] & 0xC0 != 0x80 { return 0 }
        if length > 3, bytes[position + 3] & 0xC0 != 0x80 { return 0 }
        return length
    }

    @inline(__always)
    private static func isEqual(_ ours: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard ours.count == other.count, let ours = ours.baseAddress, let start = other.baseAddress else {
            return false
        }
        return memcmp(ours, start, other.count) == 0
    }

    // MARK: Escapes

    /// Goes past an escape, and checks it.
    ///
    /// - Returns: the scalar that it stands for.
    @inline(__always)
    mutating func escape() throws -> UInt32 {
        position += 1
        let code: UInt32
        switch next {
        case UInt8(ascii: "n"): code = 0x0A
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): code = UInt32(next)
        case UInt8(ascii: "u"): return try unicodeEscape()
        case UInt8(ascii: "t"): code = 0x09
        case UInt8(ascii: "r"): code = 0x0D
        case UInt8(ascii: "b"): code = 0x08
        case UInt8(ascii: "f"): code = 0x0C
        default: throw syntaxError("there is no escape \\ with \(found)")
        }
        position += 1
        return code
    }

    /// Goes past the `u` at the current place and its digits, and the second half of a surrogate pair.
    private mutating func unicodeEscape() throws -> UInt32 {
        let start = position - 1
        let high = try hexadecimal()
        guard (0xD800..<0xE000).contains(high) else { return high }
        guard high < 0xDC00, isText(at: position, "\\u") else { throw error("a surrogate stands alone", at: start) }
        position += 1
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw error("a surrogate stands alone", at: start) }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    /// Goes past the `u` at the current place and its four digits.
    @inline(__always)
    private mutating func hexadecimal() throws -> UInt32 {
        position += 1
        var code: UInt32 = 0
        for _ in 0..<4 {
            let byte = next
            let letter = (byte | 0x20) &- UInt8(ascii: "a")
            let digit = letter < 6 ? letter + 10 : byte &- UInt8(ascii: "0")
            guard digit < 10 || letter < 6 else {
                throw syntaxError("expected four hexadecimal digits, found \(found)")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}

extension JSONText {
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
