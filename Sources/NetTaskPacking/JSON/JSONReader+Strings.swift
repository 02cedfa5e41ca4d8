import NetTaskSystem

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

    /// Reads the rest of a string from its first backslash, with a buffer that is reused.
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

    /// Moves past a string, and checks it.
    ///
    /// - Returns: whether the string contains escapes.
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
        if !isASCII { _ = try string(of: text(start + 1..<position - 1), isASCII: false, start + 1..<position - 1) }
        return hasEscapes
    }

    @inline(__always)
    private mutating func closingQuote() throws {
        guard next == UInt8(ascii: "\"") else {
            throw syntaxError(position < count ? "a control character must be escaped" : "the string does not end")
        }
        position += 1
    }

    /// Moves to the first quote, backslash or control character.
    ///
    /// - Returns: whether all bytes before it are ASCII.
    @inline(__always)
    private mutating func skipPlain() -> Bool {
        let run = JSONText.plainRun(bytes + position, count - position)
        position += run.length
        return run.isASCII
    }

    // MARK: UTF-8

    /// - Parameter range: the range of the text, possibly with escapes.
    @inline(__always)
    private mutating func string(
        of text: UnsafeBufferPointer<UInt8>,
        isASCII: Bool,
        _ range: Range<Int>
    ) throws -> String {
        var string = String(decoding: text, as: UTF8.self)
        // Decoding repairs invalid UTF-8, and then the two differ. Comparing them is cheaper than validating separately.
        if !isASCII, !string.withUTF8({ Self.isEqual(text, $0) }) { try checkUTF8(range) }
        return string
    }

    /// - Throws: an error at the first byte that is invalid UTF-8.
    private mutating func checkUTF8(_ range: Range<Int>) throws {
        var bytes = text(range).makeIterator()
        var parser = UTF8.ForwardParser()
        var position = range.lowerBound
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar): position += scalar.count
            case .error: throw error("the string is not UTF-8", at: position)
            case .emptyInput: return
            }
        }
    }

    @inline(__always)
    private static func isEqual(_ ours: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard ours.count == other.count, let ours = ours.baseAddress, let start = other.baseAddress else {
            return false
        }
        return memcmp(ours, start, other.count) == 0
    }

    // MARK: Escapes

    /// Moves past an escape, and checks it.
    ///
    /// - Returns: the scalar that the escape represents.
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
        default: throw syntaxError("invalid escape: \\ followed by ", found)
        }
        position += 1
        return code
    }

    /// Moves past the `u` at the current position and its digits, and past the second half of a surrogate pair.
    private mutating func unicodeEscape() throws -> UInt32 {
        let start = position - 1
        let high = try hexadecimal()
        guard (0xD800..<0xE000).contains(high) else { return high }
        guard high < 0xDC00, isText(at: position, "\\u") else { throw error("unpaired surrogate", at: start) }
        position += 1
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw error("unpaired surrogate", at: start) }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    /// Moves past the `u` at the current position and its four digits.
    @inline(__always)
    private mutating func hexadecimal() throws -> UInt32 {
        position += 1
        var code: UInt32 = 0
        for _ in 0..<4 {
            let byte = next
            let letter = (byte | 0x20) &- UInt8(ascii: "a")
            let digit = letter < 6 ? letter + 10 : byte &- UInt8(ascii: "0")
            guard digit < 10 || letter < 6 else {
                throw syntaxError("expected four hexadecimal digits, found ", found)
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}

extension JSONText {
    /// Returns the text that `escaped` represents, for names in errors and for the few names that are written with escapes.
    /// Invalid escapes stay unchanged.
    static func unescaped(_ escaped: UnsafeBufferPointer<UInt8>) -> String {
        let quoted = [UInt8(ascii: "\"")] + escaped + [UInt8(ascii: "\"")]
        return quoted.withUnsafeBytes { bytes in
            var reader = JSONReader(bytes)
            return try? reader.string()
        } ?? String(decoding: escaped, as: UTF8.self)
    }
}
