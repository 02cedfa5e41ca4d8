// Numbers as text, without a `String` between.

extension ByteBuffer {
    mutating func append(magnitude: UInt64, isNegative: Bool) {
        // 20 digits and a sign.
        let target = room(for: 21)
        var digits = 1
        var power: UInt64 = 10
        while digits < 20, magnitude >= power {
            digits += 1
            power = power &* 10
        }
        var length = digits
        if isNegative {
            target[0] = UInt8(ascii: "-")
            length += 1
        }
        var rest = magnitude
        var position = length
        for _ in 0..<digits {
            position -= 1
            target[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        didWrite(length)
    }
}

extension ShortText {
    /// Writes the shortest decimal that reads back as the same value, as the standard library does.
    mutating func write<Number: BinaryFloatingPoint & TextOutputStreamable>(number: Number) {
        // Most are short: integers of a thousandth. A decimal of 15 digits or less belongs to one Double alone, so
        // that it is the shortest once the zeros at its end are gone.
        if Number.significandBitCount == 52, let thousandths = Int64(exactly: number * 1_000),
            thousandths.magnitude < 1_000_000_000_000_000, thousandths != 0, Number(thousandths) / 1_000 == number
        {
            write(thousandths: thousandths)
        } else {
            number.write(to: &self)
        }
    }

    private mutating func write(thousandths: Int64) {
        if thousandths < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        var power: UInt64 = 1
        while power <= whole / 10 { power *= 10 }
        while power > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole / power % 10))
            power /= 10
        }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 100))
        let rest = Int(fraction % 100)
        if rest == 0 { return }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10))
        if rest % 10 != 0 { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)) }
    }
}
