/// A name as it stands between the quotes of a JSON text, which is what the reader compares.
enum JSONName {
    static func literal(_ name: String) -> StringLiteral {
        let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return StringLiteral(isPlain ? name : name.unicodeScalars.map(escaped).joined())
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\0"..<" ":
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: return String(scalar)
        }
    }
}
