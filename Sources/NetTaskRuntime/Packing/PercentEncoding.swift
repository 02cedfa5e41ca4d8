/// Percent-encoding by RFC 3986: unreserved characters stay, every other byte of the UTF-8 becomes `%XX`.
enum PercentEncoding {
    enum Space: Sendable {
        /// `%20`, for queries and paths
        case percent
        /// `+`, for forms
        case plus
    }

    static func append(_ text: String, to bytes: inout [UInt8], space: Space) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else if byte == UInt8(ascii: " "), space == .plus {
                bytes.append(UInt8(ascii: "+"))
            } else {
                appendEscape(of: byte, to: &bytes)
            }
        }
    }

    static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
