extension RandomSource {
    /// A random UUID (RFC 9562, section 5.4), in lower case.
    func uuid() -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        for (index, half) in [high, low].enumerated() {
            for nibble in 0..<16 {
                let isAfterGroup = index == 0 ? nibble == 8 || nibble == 12 : nibble == 0 || nibble == 4
                if isAfterGroup { text.append(UInt8(ascii: "-")) }
                text.append(digits[Int(half >> (60 - 4 * UInt64(nibble)) & 0xF)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
