package import NetTaskSystem

/// Percent-encodes text by RFC 3986: unreserved characters stay unchanged, and every other byte of the UTF-8 becomes `%XX`.
package enum PercentEncoding {
    package enum Space: Sendable {
        /// `%20`, for queries and paths.
        case percent
        /// `+`, for forms.
        case plus
    }

    /// Returns the text with `%XX` in place of each byte that is not allowed, except for existing escapes; `nil` if nothing has
    /// to be escaped.
    static func escaped<Bytes: Collection<UInt8>>(_ bytes: Bytes, where isAllowed: (UInt8) -> Bool) -> String? {
        func isKept(_ index: Bytes.Index) -> Bool { isAllowed(bytes[index]) || isEscape(bytes[index...].prefix(3)) }
        if bytes.indices.allSatisfy(isKept) { return nil }
        var result: [UInt8] = []
        for index in bytes.indices {
            let byte = bytes[index]
            result += isKept(index) ? [byte] : escape(of: byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func escape(of byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
    }

    private static func isEscape(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "%") && bytes.count == 3
            && bytes.dropFirst().allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// Returns the text with `%XX` in place of each byte that is not unreserved.
    package static func encoded(_ text: String) -> String {
        String(decoding: text.utf8.flatMap { isUnreserved($0) ? [$0] : escape(of: $0) }, as: UTF8.self)
    }

    /// Escapes a path or query. Not generic, because other modules would not specialize it.
    package static func escapedTarget(_ bytes: Substring.UTF8View) -> String? {
        escaped(bytes, where: isAllowedInTarget)
    }

    /// Whether a byte is valid in a path or query (RFC 3986, sections 3.3 and 3.4).
    static func isAllowedInTarget(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@/?".utf8.contains(byte)
    }

    /// Letters, digits, `-`, `.`, `_` and `~`, as bits for the 128 characters of ASCII.
    private static var unreservedBelow64: UInt64 { 0x03FF_6000_0000_0000 }
    private static var unreservedFrom64: UInt64 { 0x47FF_FFFE_87FF_FFFE }

    @inline(__always)
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? unreservedBelow64 : unreservedFrom64
        return byte < 128 && bits >> UInt64(byte & 63) & 1 == 1
    }

    /// Returns the value of a cookie (RFC 6265, section 4.1.1), with `%XX` in place of each invalid byte. `%` itself stays
    /// unchanged, so that a value from a server is sent back unchanged.
    package static func cookieValue(_ value: String) -> String {
        escaped(value.utf8, where: isAllowedInCookie) ?? value
    }

    /// Allows all visible ASCII characters except for quotes, commas, semicolons and backslashes.
    private static func isAllowedInCookie(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    @inline(__always)
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension JSONBuffer {
    mutating func appendEncoded(_ bytes: UnsafeBufferPointer<UInt8>, space: PercentEncoding.Space) {
        // Each byte becomes at most three.
        let target = room(for: bytes.count * 3)
        var written = 0
        for byte in bytes {
            if PercentEncoding.isUnreserved(byte) {
                target[written] = byte
                written += 1
            } else if byte == UInt8(ascii: " "), space == .plus {
                target[written] = UInt8(ascii: "+")
                written += 1
            } else {
                target[written] = UInt8(ascii: "%")
                target[written + 1] = PercentEncoding.hexDigit(byte >> 4)
                target[written + 2] = PercentEncoding.hexDigit(byte & 15)
                written += 3
            }
        }
        didWrite(written)
    }

    /// Encodes the bytes that the closure appends. Usually none of them has to be escaped.
    mutating func appendEncoded(space: PercentEncoding.Space, _ append: (inout JSONBuffer) -> Void) {
        var start = count
        append(&self)
        while start < count, PercentEncoding.isUnreserved(bytes[start]) { start += 1 }
        if start == count { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count - start) { rest in
            _ = rest.initialize(from: bytes[start...])
            removeAll(from: start)
            appendEncoded(UnsafeBufferPointer(rest), space: space)
        }
    }
}

// MARK: - URLs

extension URL {
    /// Makes a URL from a text as servers write it. Invalid characters are escaped, and the others stay unchanged.
    ///
    /// Foundation would also escape each existing `%` in the same component, which would change the meaning of existing
    /// escapes.
    ///
    /// - Returns: `nil` if the result is not a valid URL.
    package init?(escaping text: String) {
        // The host is left to Foundation, which supports names with characters beyond ASCII.
        let bytes = text[...].utf8
        let mark = bytes.schemeMark?.upperBound
        let start = mark.map { bytes[$0...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex }
        let rest = bytes[(start ?? bytes.startIndex)...]
        let escaped = PercentEncoding.escaped(rest) { PercentEncoding.isAllowedInTarget($0) || $0 == UInt8(ascii: "#") }
        self.init(string: escaped.map { "\(text[..<rest.startIndex])\($0)" } ?? text)
    }
}

extension Substring.UTF8View {
    /// The range of the first `://`.
    package var schemeMark: Range<Index>? {
        var rest = self
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...]
            if rest.starts(with: "://".utf8) { return colon..<rest.index(colon, offsetBy: 3) }
            rest.removeFirst()
        }
        return nil
    }
}

// MARK: - Base64

/// Base64 with the alphabet for URLs and file names (RFC 4648, section 5).
enum Base64URL {
    /// Encodes without padding.
    static func text(of data: Data) -> String {
        data.base64EncodedString().prefix { $0 != "=" }.replacing(bytes: "+", with: "-").replacing(
            bytes: "/",
            with: "_"
        )
    }

    /// Decodes, or returns `nil` if the text is invalid. The padding is optional, but must be complete.
    static func data(from text: String) -> Data? {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.utf8.dropFirst(digits.count)
        let isPadded = padding.count <= 2 && text.utf8.count % 4 == 0 && padding.allSatisfy { $0 == UInt8(ascii: "=") }
        guard padding.isEmpty || isPadded, digits.count % 4 != 1, !digits.contains(where: "+/".utf8.contains) else {
            return nil
        }
        let base64 = Substring(digits).replacing(bytes: "-", with: "+").replacing(bytes: "_", with: "/")
        return Data(base64Encoded: base64 + String(repeating: "=", count: (4 - digits.count % 4) % 4))
    }
}
