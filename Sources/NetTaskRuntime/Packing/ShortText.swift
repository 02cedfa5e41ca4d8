/// A few ASCII characters on the stack: a number or a date on its way to where it belongs.
package struct ShortText: TextOutputStream {
    private let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// Lends out room for `capacity` characters. Those beyond are dropped.
    package static func with<Result>(capacity: Int, _ body: (inout ShortText) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
            var text = ShortText(room: room)
            return body(&text)
        }
    }

    private init(room: UnsafeMutableBufferPointer<UInt8>) {
        self.room = room
    }

    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: room[..<count]) }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        guard count < room.count else { return }
        room[count] = byte
        count += 1
    }

    /// Writes a number of two digits.
    @inline(__always)
    package mutating func append(twoDigits number: Int) {
        guard count + 2 <= room.count else { return }
        let tens = UInt8(truncatingIfNeeded: number / 10)
        room[count] = UInt8(ascii: "0") &+ tens
        room[count + 1] = UInt8(ascii: "0") &+ (UInt8(truncatingIfNeeded: number) &- tens &* 10)
        count += 2
    }

    package mutating func write(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// What the standard library calls instead of ``write(_:)`` for its numbers, so that no `String` is made of them.
    package mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { append(byte) }
    }
}

// MARK: - Numbers

extension ShortText {
    /// Writes the shortest decimal that reads back as the same value, as the standard library does.
    package mutating func write<Number: BinaryFloatingPoint & TextOutputStreamable>(number: Number) {
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
        let (whole, fraction) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        write(whole, isNegative: thousandths < 0)
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 100))
        let rest = Int(fraction % 100)
        if rest == 0 { return }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10))
        if rest % 10 != 0 { append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)) }
    }

    /// Writes an integer. There must be room for 20 digits and a sign.
    package mutating func write(_ magnitude: UInt64, isNegative: Bool) {
        guard let start = room.baseAddress, count + 21 <= room.count else { return }
        count += JSONBuffer.write(magnitude, isNegative: isNegative, to: start + count)
    }
}
