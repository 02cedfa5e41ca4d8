import Foundation

/// JSON text, written from left to right.
struct JSONSink: Sendable {
    private var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    mutating func takeData() -> Data {
        defer { bytes = [] }
        return Data(bytes)
    }

    /// Makes room for a value: a comma where one is due, and the name if it has one.
    ///
    /// The first name at top level opens the object of the body. Whether a comma is due can be seen from the last
    /// byte, since no value ends in an opening bracket or a colon.
    mutating func beginValue(name: String?) {
        switch bytes.last {
        case nil:
            if name != nil {
                raw("{")
            }
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: raw(",")
        }
        if let name {
            string(name)
            raw(":")
        }
    }

    mutating func endTopLevelObject() {
        raw(bytes.isEmpty ? "{}" : "}")
    }

    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case UInt8(ascii: "\n"): raw("\\n")
            case UInt8(ascii: "\r"): raw("\\r")
            case UInt8(ascii: "\t"): raw("\\t")
            case 0..<0x10: raw("\\u000" + String(byte, radix: 16))
            case 0x10..<0x20: raw("\\u00" + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
