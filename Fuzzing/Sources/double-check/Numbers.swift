import Foundation
import NetTaskTesting

/// Makes the texts of numbers.
struct Numbers {
    enum Kind: CaseIterable {
        case randomBits
        case shortest
        case decimals
        case shortDecimals
        case halfway
        case halfwayOfFloats
        case aroundLimits
        case subnormal
    }

    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Replaces `text` by a number, a zero byte behind it.
    mutating func write(_ kind: Kind, to text: inout [UInt8]) {
        text.removeAll(keepingCapacity: true)
        if Bool.random(using: &random) { text.append(UInt8(ascii: "-")) }
        switch kind {
        case .randomBits: printed(finite(), "%.17g", to: &text)
        case .shortest: text += finite().description.utf8
        case .decimals: decimal(digits: 1...25, exponent: -330...310, to: &text)
        case .shortDecimals: decimal(digits: 1...20, exponent: -25...25, to: &text)
        case .halfway: halfway(to: &text)
        case .halfwayOfFloats: halfwayOfFloats(to: &text)
        case .aroundLimits: aroundLimits(to: &text)
        case .subnormal: subnormal(to: &text)
        }
        text.append(0)
    }

    /// Not negative.
    private mutating func finite() -> Double {
        while true {
            let double = Double(bitPattern: random.next() & 0x7FFF_FFFF_FFFF_FFFF)
            if double.isFinite { return double }
        }
    }

    private func printed(_ double: Double, _ format: String, to text: inout [UInt8]) {
        withVaList([double]) { arguments in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_100) { buffer in
                let length = vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
                text += buffer.prefix(Int(length)).lazy.map { UInt8(bitPattern: $0) }
            }
        }
    }

    // MARK: - Kinds

    private mutating func decimal(
        digits: ClosedRange<Int>,
        exponent: ClosedRange<Int>,
        to text: inout [UInt8]
    ) {
        let count = Int.random(in: digits, using: &random)
        var point = Int.random(in: -3...count, using: &random)
        if point <= 0 {
            text += "0.".utf8
            while point < 0 {
                text.append(UInt8(ascii: "0"))
                point += 1
            }
            point = -1
        }
        for index in 0..<count {
            if index == point { text.append(UInt8(ascii: ".")) }
            let isFirst = index == 0 && point > 1
            text.append(UInt8.random(in: UInt8(ascii: isFirst ? "1" : "0")...UInt8(ascii: "9"), using: &random))
        }
        if Int.random(in: 0..<4, using: &random) > 0 {
            self.exponent(Int.random(in: exponent, using: &random), to: &text)
        }
    }

    private mutating func exponent(_ exponent: Int, to text: inout [UInt8]) {
        text.append(UInt8(ascii: Bool.random(using: &random) ? "e" : "E"))
        if exponent >= 0, Bool.random(using: &random) { text.append(UInt8(ascii: "+")) }
        text += "\(exponent)".utf8
    }

    /// What lies exactly between two doubles, or a digit above or below it.
    private mutating func halfway(to text: inout [UInt8]) {
        let double = finite()
        // Twice the significand and one more, in units of half its last place.
        let bits = double.bitPattern
        let biased = Int(bits >> 52)
        let fraction = bits & 0xF_FFFF_FFFF_FFFF
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        write(ExactDecimal(significand * 2 + 1, timesTwoToThe: max(biased, 1) - 1_076), to: &text)
    }

    private mutating func halfwayOfFloats(to text: inout [UInt8]) {
        let bits = UInt32(truncatingIfNeeded: random.next()) & 0x7FFF_FFFF
        let biased = Int(bits >> 23) % 255
        let fraction = UInt64(bits & 0x7F_FFFF)
        let significand = biased == 0 ? fraction : fraction | 1 << 23
        write(ExactDecimal(significand * 2 + 1, timesTwoToThe: max(biased, 1) - 151), to: &text)
    }

    private mutating func write(_ number: ExactDecimal, to text: inout [UInt8]) {
        var number = number
        let nudge = Int.random(in: -1...1, using: &random)
        if nudge < 0 { number.decrement() }
        var digits = number.digits
        var exponent = -number.fractionDigits
        if nudge != 0 {
            // A digit further down: just below, or just above.
            digits.append(UInt8(ascii: nudge < 0 ? "9" : "1"))
            exponent -= 1
        }
        text.append(digits[0])
        if digits.count > 1 {
            text.append(UInt8(ascii: "."))
            text += digits.dropFirst()
        }
        self.exponent(exponent + digits.count - 1, to: &text)
    }

    private mutating func aroundLimits(to text: inout [UInt8]) {
        // Two digits are missing.
        let starts = [
            "184467440737095516", "92233720368547758", "99999999999999999", "100000000000000000", "90071992547409",
            "180143985094819",
        ]
        var digits = Array((starts.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 2...6, using: &random) {
            digits.append(UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"), using: &random))
        }
        let point = Int.random(in: 1...digits.count, using: &random)
        text += digits[..<point]
        if point < digits.count {
            text.append(UInt8(ascii: "."))
            text += digits[point...]
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: break
        case 1: exponent(Int.random(in: -25...25, using: &random), to: &text)
        default: exponent(Int.random(in: -345...310, using: &random), to: &text)
        }
    }

    private mutating func subnormal(to text: inout [UInt8]) {
        let shift = UInt64.random(in: 12...63, using: &random)
        let double = Double(bitPattern: random.next() >> shift)
        let formats = ["%.17g", "%.16g", "%.5g", "%.30g", "%.767g"]
        printed(double, formats.randomElement(using: &random) ?? "%.17g", to: &text)
    }
}
