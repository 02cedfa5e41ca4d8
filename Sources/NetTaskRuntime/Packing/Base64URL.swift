import Foundation

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
