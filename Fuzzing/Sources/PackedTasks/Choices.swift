import Foundation

/// Reads decisions from bytes, one after the other. After the last byte, it reads zeros.
package struct Choices {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    package mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    package mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func bits() -> UInt64 {
        let length = below(9)
        return (0..<length).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) }
    }

    mutating func bytes() -> Data {
        let length = min(Int(byte()), rest.count)
        let bytes = Data(rest.prefix(length))
        rest = rest.dropFirst(length)
        return bytes
    }

    mutating func text() -> String {
        switch below(8) {
        case 0: return ""
        case 1: return one(of: Self.words)
        // Longer than the initial buffer.
        case 2: return String(repeating: one(of: Self.words), count: Int(byte()) * 8)
        case 3: return String(repeating: String(decoding: bytes(), as: UTF8.self), count: below(16))
        default: return String(decoding: bytes(), as: UTF8.self)
        }
    }

    private static let words = [
        "a", "A b", "+", "%", "%20", "&", "=", ",", "|", "a,b", ".", "..", "/", "?#", "\"", "\\", "\u{0}", "\r\n", "\t",
        "\u{1F}", "\u{7F}", "é", "e\u{301}", "€", "😀", "\u{2028}", "\u{FEFF}", "[]", "12345678", "1234567\"", "{}", "'",
    ]
}
