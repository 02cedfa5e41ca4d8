extension SourceText {
    /// The first byte that makes this no text that YAML accepts; nil where there is none.
    var firstFault: Fault? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return Fault(offset: 0, message: "this file is UTF-16; save it as UTF-8")
        }
        return bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            var directives = 0
            while index < bytes.count {
                let byte = bytes[index]
                // Of nearly every byte there is no more to say.
                if byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") || byte == 0x0A {
                    index += 1
                    continue
                }
                if byte < 0x80 {
                    if byte == UInt8(ascii: "%"), index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D {
                        directives += 1
                        guard directives <= YAMLBudget.directives else {
                            return Fault(
                                offset: index,
                                message: "more than \(YAMLBudget.directives) lines begin with `%`"
                            )
                        }
                    }
                    guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                        return Fault(offset: index, message: Self.controlCharacterMessage(UInt32(byte)))
                    }
                    index += 1
                    continue
                }
                let length = Self.lengthOfScalar(in: bytes, at: index)
                guard length > 0 else {
                    return Fault(offset: index, message: Self.noUTF8Message(byte))
                }
                if let message = Self.refusal(ofScalarIn: bytes, at: index, length: length) {
                    return Fault(offset: index, message: message)
                }
                index += length
            }
            return nil
        }
    }

    struct Fault {
        var offset: Int
        var message: String
    }

    /// The length of the well-formed UTF-8 sequence that begins at `index` with a byte above 0x7F, or 0.
    static func lengthOfScalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[index] {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// Why YAML has no place for a scalar above U+007F: the control characters, U+FEFF, U+FFFE and U+FFFF.
    private static func refusal(
        ofScalarIn bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        length: Int
    ) -> String? {
        switch (bytes[index], bytes[index + 1]) {
        case (0xC2, 0x80..<0xA0) where bytes[index + 1] != 0x85:
            return controlCharacterMessage(UInt32(bytes[index + 1]))
        case (0xEF, 0xBB) where bytes[index + 2] == 0xBF:
            return controlCharacterMessage(0xFEFF)
        case (0xEF, 0xBF) where bytes[index + 2] >= 0xBE:
            return controlCharacterMessage(bytes[index + 2] == 0xBE ? 0xFFFE : 0xFFFF)
        default:
            return nil
        }
    }

    static func noUTF8Message(_ byte: UInt8) -> String {
        "byte 0x\(String(byte, radix: 16, uppercase: true)) is no valid UTF-8; is this a text file, saved as UTF-8?"
    }

    private static func controlCharacterMessage(_ scalar: UInt32) -> String {
        guard scalar != 0 else { return "byte 0x00 stands in no text file; is this a binary file?" }
        let digits = String(scalar, radix: 16, uppercase: true)
        let hex = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "the control character U+\(hex) cannot stand in YAML; in double quotes, write it as \"\\u\(hex)\""
    }
}
