/// Which bytes stand in a URL as they are (RFC 3986, section 3.3 and 3.4).
package enum URLCharacters {
    static func isAllowedInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=:@/".utf8.contains(byte)
        }
    }

    package static func isAllowedInQuery(_ byte: UInt8) -> Bool {
        isAllowedInPath(byte) || byte == UInt8(ascii: "?")
    }

    package static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// How the scalar is written in a URL: `ü` → `%C3%BC`.
    package static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
        UTF8.encode(scalar)?.reduce(into: "") { result, byte in
            result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        } ?? ""
    }
}
