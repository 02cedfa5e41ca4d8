extension SourceText {
    /// JSON as libyaml takes it: what JSON escapes as two halves (RFC 8259, section 7) becomes YAML's one escape. What stands
    /// behind such an escape on its line moves two columns to the left. Other text stays as it is.
    static func withWholeEscapes(_ bytes: [UInt8]) -> [UInt8] {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["), bytes.contains(UInt8(ascii: "\\")) else {
            return bytes
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if let high = half(bytes, at: index, of: 0xD800...0xDBFF),
                let low = half(bytes, at: index + 6, of: 0xDC00...0xDFFF)
            {
                let digits = String(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), radix: 16)
                result += Array("\\U".utf8) + Array(repeating: UInt8(ascii: "0"), count: 8 - digits.utf8.count)
                result += digits.utf8
                index += 12
            } else {
                // An escaped backslash is passed as a whole.
                result += bytes[index..<min(index + 2, bytes.count)]
                index += 2
            }
        }
        return result
    }

    private static func half(_ bytes: [UInt8], at index: Int, of range: ClosedRange<UInt32>) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
            let value = UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16),
            range.contains(value)
        else { return nil }
        return value
    }
}
