import Foundation

extension JSONReader {
    mutating func string() throws -> String {
        valueStart = position
        guard next == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let found = try scanString()
        let range = valueStart + 1..<position - 1
        if found.hasEscapes {
            if !found.isASCII { try checkUTF8(range) }
            return JSONText.unescaped(text(range))
        }
        var string = String(decoding: text(range), as: UTF8.self)
        // Decoding repairs what is not UTF-8, and then the two differ: to compare them is cheaper than to check twice.
        if !found.isASCII, !string.withUTF8({ isText(range, equalTo: $0) }) {
            try checkUTF8(range)
        }
        return string
    }

    /// Lends out the bytes of a string, without a copy where nothing in it is escaped.
    mutating func withString<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
        valueStart = position
        guard next == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let hasEscapes = try skipString()
        let text = text(valueStart + 1..<position - 1)
        guard hasEscapes else { return try body(text) }
        var unescaped = JSONText.unescaped(text)
        return try unescaped.withUTF8(body)
    }

    /// Goes past a string at the current place, and checks it.
    ///
    /// - Returns: whether something in it is escaped.
    @discardableResult
    mutating func skipString() throws -> Bool {
        let start = position
        let found = try scanString()
        if !found.isASCII { try checkUTF8(start + 1..<position - 1) }
        return found.hasEscapes
    }

    /// What a string holds, apart from ASCII characters that stand for themselves.
    private struct Scanned {
        var hasEscapes = false
        var isASCII = true
    }

    /// Goes past a string at the current place. All is checked but what is beyond ASCII.
    @inline(__always)
    private mutating func scanString() throws -> Scanned {
        var scanned = Scanned()
        position += 1
        while true {
            if !skipPlain() { scanned.isASCII = false }
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                return scanned
            case UInt8(ascii: "\\"):
                scanned.hasEscapes = true
                try skipEscape()
            default:
                throw syntaxError(position < count ? "a control character must be escaped" : "the string does not end")
            }
        }
    }

    /// Goes to the first byte that is a quote, a backslash or a control: eight bytes at a time, then one.
    ///
    /// - Returns: whether all before it are ASCII.
    @inline(__always)
    private mutating func skipPlain() -> Bool {
        let raw = UnsafeRawPointer(bytes)
        var position = position
        var beyondASCII: UInt64 = 0
        while position + 8 <= count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let special = JSONText.specialBytes(in: word)
            guard special == 0 else {
                let length = special.trailingZeroBitCount & ~7
                beyondASCII |= word & (1 << UInt64(length) &- 1)
                self.position = position + length >> 3
                return beyondASCII & JSONText.highBits == 0
            }
            beyondASCII |= word
            position += 8
        }
        while position < count, !JSONText.isSpecial(bytes[position]) {
            beyondASCII |= UInt64(bytes[position])
            position += 1
        }
        self.position = position
        return beyondASCII & JSONText.highBits == 0
    }

    /// - Throws: an error at the first byte that is not UTF-8.
    private func checkUTF8(_ range: Range<Int>) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] < 0x80 {
                position += 1
                continue
            }
            let length = JSONText.lengthOfScalar(bytes + position, end: bytes + range.upperBound)
            guard length > 0 else { throw ParseError("the string is not UTF-8", offset: position) }
            position += length
        }
    }

    @inline(__always)
    private func isText(_ range: Range<Int>, equalTo other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard other.count == range.count, let start = other.baseAddress else { return range.count == other.count }
        return memcmp(bytes + range.lowerBound, start, range.count) == 0
    }

    @inline(__always)
    private mutating func skipEscape() throws {
        position += 1
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            let start = position - 1
            let code = try skipHexadecimal()
            switch code {
            case 0xD800..<0xDC00:
                guard next == UInt8(ascii: "\\"), position + 1 < count, bytes[position + 1] == UInt8(ascii: "u") else {
                    throw ParseError("a surrogate stands alone", offset: start)
                }
                position += 1
                guard (0xDC00..<0xE000).contains(try skipHexadecimal()) else {
                    throw ParseError("a surrogate stands alone", offset: start)
                }
            case 0xDC00..<0xE000:
                throw ParseError("a surrogate stands alone", offset: start)
            default:
                break
            }
        default:
            throw syntaxError("there is no escape \\ with \(found)")
        }
    }

    /// Goes past the `u` at the current place and its four digits.
    @inline(__always)
    private mutating func skipHexadecimal() throws -> UInt32 {
        position += 1
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = JSONText.hexadecimalValue(of: next) else {
                throw syntaxError("expected four hexadecimal digits, found \(found)")
            }
            code = code << 4 | digit
            position += 1
        }
        return code
    }
}
