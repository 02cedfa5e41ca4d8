import Foundation

extension JSONReader {
    mutating func string() throws -> String {
        valueStart = position
        guard next == UInt8(ascii: "\"") else { throw unexpected("a string") }
        if checkedString.lowerBound == position, let string = passedString() { return string }
        position += 1
        let isASCII = skipPlain()
        if next == UInt8(ascii: "\\") { return try escapedString(isASCII: isASCII) }
        let range = valueStart + 1..<position
        try closingQuote()
        var string = String(decoding: text(range), as: UTF8.self)
        // Decoding repairs what is not UTF-8, and then the two differ: to compare them is cheaper than to check twice.
        if !isASCII, !string.withUTF8({ Self.isEqual(text(range), $0) }) {
            try checkUTF8(range)
        }
        return string
    }

    /// The string at the current place, which is `checkedString`; nil if something in it is escaped.
    private mutating func passedString() -> String? {
        let text = text(checkedString.lowerBound + 1..<checkedString.upperBound - 1)
        if let start = text.baseAddress, memchr(start, CInt(UInt8(ascii: "\\")), text.count) != nil { return nil }
        position = checkedString.upperBound
        return String(decoding: text, as: UTF8.self)
    }

    /// Goes on with a string of which the first backslash is next: in one pass, by way of a buffer that is kept.
    private mutating func escapedString(isASCII: Bool) throws -> String {
        var isASCII = isASCII
        scratch.removeAll()
        scratch.append(text(valueStart + 1..<position))
        while next == UInt8(ascii: "\\") {
            let scalar = try escape()
            if !copyPlain(after: scalar) { isASCII = false }
        }
        try closingQuote()
        var string = String(decoding: scratch.bytes, as: UTF8.self)
        if !isASCII, !string.withUTF8({ Self.isEqual(scratch.bytes, $0) }) {
            try checkUTF8(valueStart + 1..<position - 1)
        }
        return string
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

    /// Goes to the first byte that is a quote, a backslash or a control: eight bytes at a time, then one.
    ///
    /// - Returns: whether all before it are ASCII.
    @inline(__always)
    private mutating func skipPlain() -> Bool {
        let raw = UnsafeRawPointer(bytes)
        var position = position
        var beyondASCII: UInt64 = 0
        while position + 16 <= count {
            let first = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let second = raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
            guard JSONText.specialBytes(in: first) | JSONText.specialBytes(in: second) == 0 else { break }
            beyondASCII |= first | second
            position += 16
        }
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
    private mutating func checkUTF8(_ range: Range<Int>) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] < 0x80 {
                position += 1
                continue
            }
            let length = JSONText.lengthOfScalar(bytes + position, end: bytes + range.upperBound)
            guard length > 0 else { throw error("the string is not UTF-8", at: position) }
            position += length
        }
    }

    @inline(__always)
    private static func isEqual(_ ours: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard ours.count == other.count, let ours = ours.baseAddress, let start = other.baseAddress else {
            return false
        }
        return memcmp(ours, start, other.count) == 0
    }

    /// Writes a scalar, and copies what follows up to the next quote, backslash or control: eight bytes at a time, of
    /// which those past it are written over later.
    ///
    /// - Returns: whether all that was copied are ASCII.
    @inline(__always)
    private mutating func copyPlain(after scalar: UInt32) -> Bool {
        let raw = UnsafeRawPointer(bytes)
        var target = scratch.room(for: 12)
        var written = JSONText.write(scalar, to: target)
        var beyondASCII: UInt64 = 0
        while position + 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            UnsafeMutableRawPointer(target + written).storeBytes(of: word, as: UInt64.self)
            let littleEndian = UInt64(littleEndian: word)
            let special = JSONText.specialBytes(in: littleEndian)
            guard special == 0 else {
                let length = special.trailingZeroBitCount & ~7
                beyondASCII |= littleEndian & (1 << UInt64(length) &- 1)
                scratch.didWrite(written + length >> 3)
                position += length >> 3
                return beyondASCII & JSONText.highBits == 0
            }
            beyondASCII |= littleEndian
            position += 8
            scratch.didWrite(written + 8)
            target = scratch.room(for: 8)
            written = 0
        }
        scratch.didWrite(written)
        while position < count, !JSONText.isSpecial(bytes[position]) {
            beyondASCII |= UInt64(bytes[position])
            scratch.append(bytes[position])
            position += 1
        }
        return beyondASCII & JSONText.highBits == 0
    }

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
        guard high < 0xDC00, next == UInt8(ascii: "\\"), position + 1 < count, bytes[position + 1] == UInt8(ascii: "u")
        else {
            throw error("a surrogate stands alone", at: start)
        }
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
            guard let digit = JSONText.hexadecimalValue(of: next) else {
                throw syntaxError("expected four hexadecimal digits, found \(found)")
            }
            code = code << 4 | digit
            position += 1
        }
        return code
    }
}
