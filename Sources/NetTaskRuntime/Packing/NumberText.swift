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

/// A few ASCII characters on the stack: a number or a date on its way to where it belongs.
struct ShortText: TextOutputStream {
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0

    /// Lends out room for `capacity` characters. Those beyond are dropped.
    static func with<Result>(capacity: Int, _ body: (inout ShortText) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
            // What has a capacity above zero has an address.
            guard let start = room.baseAddress else { fatalError("a buffer of \(capacity) bytes has no address") }
            var text = ShortText(start: start, capacity: capacity)
            return body(&text)
        }
    }

    private init(start: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.start = start
        self.capacity = capacity
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    mutating func append(_ byte: UInt8) {
        guard count < capacity else { return }
        start[count] = byte
        count += 1
    }

    /// Writes the last `width` digits of a number.
    mutating func append(_ number: Int, width: Int) {
        guard count + width <= capacity else { return }
        var rest = number
        for position in stride(from: count + width - 1, through: count, by: -1) {
            start[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += width
    }

    mutating func write(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// What the standard library calls instead of ``write(_:)`` for its numbers, so that no `String` is made of them.
    mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { append(byte) }
    }
}
