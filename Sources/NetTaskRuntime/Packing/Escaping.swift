import Foundation

/// Percent-encoding by RFC 3986: unreserved characters stay, every other byte of the UTF-8 becomes `%XX`.
enum PercentEncoding {
    enum Space: Sendable {
        /// `%20`, for queries and paths
        case percent
        /// `+`, for forms
        case plus
    }

    static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    /// Letters, digits, `-`, `.`, `_` and `~`: the bits of the 128 characters of ASCII.
    private static var unreservedBelow64: UInt64 { 0x03FF_6000_0000_0000 }
    private static var unreservedFrom64: UInt64 { 0x47FF_FFFE_87FF_FFFE }

    @inline(__always)
    static func isUnreserved(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? unreservedBelow64 : unreservedFrom64
        return byte < 128 && bits >> UInt64(byte & 63) & 1 == 1
    }

    @inline(__always)
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension JSONBuffer {
    mutating func appendEncoded(_ bytes: UnsafeBufferPointer<UInt8>, space: PercentEncoding.Space) {
        // A byte becomes three at most.
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
}

// MARK: - URLs

extension URL {
    /// A URL as servers write them: what can stand in none is escaped, and the rest stays as it is.
    ///
    /// Foundation escapes each `%` of the same part too, so that what was escaped already would mean something else.
    ///
    /// - Returns: nil if it is no URL all the same.
    init?(escaping text: String) {
        var text = text
        let escaped = text.withUTF8(Self.escaped)
        self.init(string: escaped ?? text)
    }

    /// nil where nothing has to be escaped. A host is left to Foundation, which knows names beyond ASCII.
    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var start = 0
        if let mark = bytes.firstRange(of: "://".utf8) {
            start = bytes[mark.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        }
        guard bytes[start...].indices.contains(where: { !isAllowed(at: $0, in: bytes) }) else { return nil }
        var result = Array(bytes[..<start])
        for index in bytes[start...].indices {
            if isAllowed(at: index, in: bytes) {
                result.append(bytes[index])
            } else {
                PercentEncoding.appendEscape(of: bytes[index], to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isAllowed(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let byte = bytes[index]
        if PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?#".utf8.contains(byte) { return true }
        let digits = bytes[(index + 1)...].prefix(2)
        return byte == UInt8(ascii: "%") && digits.count == 2
            && digits.allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
    }
}

// MARK: - Cookies

/// Cookies as the header `Cookie` has them (RFC 6265, sections 4.1.1 and 4.2.1).
enum CookieText {
    /// The value with `%XX` in place of each byte that cannot stand in one. `%` itself stays, so that a value that came
    /// from a server goes back as it was.
    static func encoded(_ value: String) -> String {
        if value.utf8.allSatisfy(isAllowed) { return value }
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            if isAllowed(byte) {
                bytes.append(byte)
            } else {
                PercentEncoding.appendEscape(of: byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything visible of ASCII but quotes, commas, semicolons and backslashes.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    /// The names of the cookies in the value of a header.
    static func names(in header: String) -> Set<String> {
        let names = header.split(separator: ";").map { pair in
            pair.prefix { $0 != "=" }.drop { $0 == " " || $0 == "\t" }
        }
        return Set(names.map(String.init))
    }

    /// The cookies of one header, and those of another that have other names.
    static func joined(_ own: String, _ others: String) -> String {
        let names = names(in: own)
        let rest = others.split(separator: ";").filter { names.isDisjoint(with: self.names(in: String($0))) }
        let pairs = rest.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        return ([Substring(own)] + pairs).joined(separator: "; ")
    }
}

// MARK: - Base64

/// Base64 with the alphabet for URLs and file names (RFC 4648, section 5).
enum Base64URL {
    /// Without padding.
    static func text(of data: Data) -> String {
        let text = data.base64EncodedString().utf8.lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: Array(text), as: UTF8.self)
    }

    /// nil if the text is none; padding may be there, and then all of it.
    static func data(from text: String) -> Data? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            case UInt8(ascii: "-"): bytes.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "/"))
            default: bytes.append(byte)
            }
        }
        let padding = bytes.drop { $0 != UInt8(ascii: "=") }
        guard padding.count <= 2, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
        if padding.isEmpty {
            while bytes.count % 4 != 0 { bytes.append(UInt8(ascii: "=")) }
        }
        return Data(base64Encoded: Data(bytes))
    }
}
