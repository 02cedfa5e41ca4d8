/// A decimal number taken apart, so that it is the same however it was written: `1.50`, `15e-1`.
struct DecimalDigits: Hashable {
    private(set) var isNegative: Bool
    /// Without zeros in front and at the end; empty for 0.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the last digit.
    private(set) var exponent = 0
    /// What could not be taken apart: an exponent past what `Int` has.
    private var text: String?

    /// - Parameter text: as JSON writes numbers.
    init(_ text: String) {
        let bytes = text.utf8
        isNegative = bytes.first == UInt8(ascii: "-")
        var hasPoint = false
        var rest = bytes[...]
        while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
            if byte == UInt8(ascii: ".") { hasPoint = true }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
            if hasPoint { exponent -= 1 }
            if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            exponent = 0
            isNegative = false
            return
        }
        if rest.isEmpty { return }
        let (sum, overflow) = (Int(Substring(rest)) ?? .max).addingReportingOverflow(exponent)
        exponent = sum
        if overflow || sum >= .max - 1 || Int(Substring(rest)) == nil { self.text = text }
    }
}
