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

extension ByteBuffer {
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
