package import NetTaskSystem

/// A growing byte buffer that becomes text or data with at most one copy.
package struct JSONBuffer: ~Copyable {
    /// Sufficient for most requests. The capacity doubles when the buffer grows.
    private static var firstCapacity: Int { 512 }

    /// Allocated with `malloc`, so that `Data` can take ownership. Owned only by this value, which cannot be copied.
    private var start: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    private(set) var count = 0

    package init() {}

    deinit {
        free(start)
    }

    package var isEmpty: Bool { count == 0 }

    package var last: UInt8? {
        guard let start, count > 0 else { return nil }
        return start[count - 1]
    }

    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func removeAll(from end: Int = 0) {
        count = end
    }

    /// Returns the bytes, and leaves the buffer empty.
    package mutating func takeData() -> Data {
        guard let start, count > 0 else { return Data() }
        // Unused capacity would stay allocated while the message waits in the queue.
        let isSlack = capacity > 4_096 && capacity > 2 * count
        let memory = isSlack ? realloc(start, count) ?? UnsafeMutableRawPointer(start) : UnsafeMutableRawPointer(start)
        let data = Data(bytesNoCopy: memory, count: count, deallocator: .free)
        self.start = nil
        capacity = 0
        count = 0
        return data
    }

    /// Reserves capacity.
    ///
    /// - Returns: a pointer to write up to `additional` bytes to. Call ``didWrite(_:)`` afterwards.
    @inline(__always)
    package mutating func room(for additional: Int) -> UnsafeMutablePointer<UInt8> {
        if let start, capacity - count >= additional { return start + count }
        return grow(by: additional)
    }

    @inline(__always)
    package mutating func didWrite(_ written: Int) {
        count += written
    }

    @inline(never)
    private mutating func grow(by additional: Int) -> UnsafeMutablePointer<UInt8> {
        let needed = max(count + additional, capacity * 2, Self.firstCapacity)
        // Ends the process, as Swift's own arrays do without memory.
        guard let memory = realloc(start, needed) else { fatalError("out of memory: \(needed) bytes") }
        let start = memory.assumingMemoryBound(to: UInt8.self)
        self.start = start
        capacity = needed
        return start + count
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        room(for: 1)[0] = byte
        count += 1
    }

    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        room(for: bytes.count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    package mutating func append(_ text: StaticString) { append(text.bytes) }
}

extension StaticString {
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}

// MARK: - Text

extension JSONBuffer {
    /// Appends a scalar in UTF-8, and the start of a text. `readable` bytes of the text may be read.
    @inline(__always)
    package mutating func append(scalar: UInt32, followedBy text: UnsafePointer<UInt8>, _ length: Int, readable: Int) {
        let target = room(for: 4 + length + 8)
        let width = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
        if width == 1 {
            target[0] = UInt8(truncatingIfNeeded: scalar)
        } else {
            for index in 0..<width {
                target[width - 1 - index] = 0x80 | UInt8(truncatingIfNeeded: scalar >> UInt32(6 * index)) & 0x3F
            }
            target[0] |= UInt8(truncatingIfNeeded: 0xF00 >> width)
        }
        if length <= 8, readable >= 8 {
            // Copies a whole word. The excess bytes are overwritten later.
            let word = UnsafeRawPointer(text).loadUnaligned(as: UInt64.self)
            UnsafeMutableRawPointer(target + width).storeBytes(of: word, as: UInt64.self)
        } else {
            (target + width).update(from: text, count: length)
        }
        count += width + length
    }
}

// MARK: - Numbers

extension JSONBuffer {
    package mutating func append(magnitude: UInt64, isNegative: Bool) {
        if isNegative { append(UInt8(ascii: "-")) }
        var length = 1
        var power: UInt64 = 10
        while length < 20, magnitude >= power {
            length += 1
            power = power &* 10
        }
        let target = room(for: length)
        var rest = magnitude
        for position in stride(from: length - 1, through: 0, by: -1) {
            target[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        didWrite(length)
    }

    @inline(__always)
    mutating func append(twoDigits number: Int) {
        let target = room(for: 2)
        let tens = (number &* 205) &>> 11  // divides any two-digit number by ten
        target[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens)
        target[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number &- tens &* 10)
        didWrite(2)
    }

    /// Appends a point and the digits of a fraction.
    ///
    /// - Parameter digits: the number of digits. Trailing zeros beyond the minimum are omitted; digits beyond the maximum are
    ///   dropped.
    mutating func append(fraction microseconds: Int, digits: ClosedRange<Int> = 1...6) {
        append(UInt8(ascii: "."))
        var rest = microseconds
        var power = 100_000
        var count = 0
        while count < digits.upperBound, rest != 0 || count < digits.lowerBound {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
            rest %= power
            power /= 10
            count += 1
        }
    }

    /// Appends the shortest decimal that is read back as the same value, like the standard library.
    package mutating func append<Number: BinaryFloatingPoint & TextOutputStreamable>(number: Number) {
        // Most numbers are integers of a thousandth. A decimal of at most 15 digits identifies a single `Double`, so that it is
        // the shortest one once trailing zeros are removed.
        if Number.significandBitCount == 52, let thousandths = Int64(exactly: number * 1_000),
            thousandths.magnitude < 1_000_000_000_000_000, thousandths != 0, Number(thousandths) / 1_000 == number
        {
            append(magnitude: thousandths.magnitude / 1_000, isNegative: thousandths < 0)
            append(fraction: Int(thousandths.magnitude % 1_000) * 1_000)
        } else {
            // The longest number has 24 characters: -2.2250738585072014e-308
            var digits = Digits(start: room(for: 32))
            number.write(to: &digits)
            didWrite(digits.count)
        }
    }

    /// Receives the digits of a number in a buffer with sufficient capacity.
    private struct Digits: TextOutputStream {
        let start: UnsafeMutablePointer<UInt8>
        var count = 0

        mutating func write(_ text: String) {
            var text = text
            text.withUTF8 { _writeASCII($0) }
        }

        /// The standard library calls this instead of ``write(_:)`` for its numbers, which avoids a `String`.
        mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
            (start + count).update(from: bytes.baseAddress ?? UnsafePointer(start), count: bytes.count)
            count += bytes.count
        }
    }
}

// MARK: - JSON text

extension JSONBuffer {
    /// Begins a value: appends a comma if one is needed, and the name if there is one.
    ///
    /// The first name at top level opens the object of the body. The last byte shows whether a comma is needed, because no
    /// value ends with an opening bracket or a colon.
    mutating func beginJSONValue(_ name: ParameterName?) {
        switch last {
        case nil:
            if name != nil { append(UInt8(ascii: "{")) }
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: append(UInt8(ascii: ","))
        }
        guard let name else { return }
        if name.isPlain {
            append(UInt8(ascii: "\""))
            append(name.bytes)
            append(UInt8(ascii: "\""))
        } else {
            appendJSONString(name.bytes)
        }
        append(UInt8(ascii: ":"))
    }

    package mutating func endTopLevelObject() {
        if isEmpty { append(UInt8(ascii: "{")) }
        append(UInt8(ascii: "}"))
    }

    /// Writes text in quotes, with only the escapes that RFC 8259 requires.
    package mutating func appendJSONString(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        if var rest = text.baseAddress {
            let end = rest + text.count
            while rest < end {
                let length = JSONText.plainRun(rest, end - rest).length
                append(UnsafeBufferPointer(start: rest, count: length))
                rest += length
                if rest < end {
                    appendJSONEscape(of: rest[0])
                    rest += 1
                }
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSONEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
        default:
            append("u00")
            append(UInt8(ascii: "0") + byte >> 4)
            append(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10)
        }
    }
}
