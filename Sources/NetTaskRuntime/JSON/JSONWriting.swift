// JSON text, written from left to right into a buffer.

extension ByteBuffer {
    /// Makes room for a value: a comma where one is due, and the name if it has one.
    ///
    /// The first name at top level opens the object of the body. Whether a comma is due can be seen from the last byte,
    /// since no value ends in an opening bracket or a colon.
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

    mutating func endTopLevelObject() {
        if isEmpty { append(UInt8(ascii: "{")) }
        append(UInt8(ascii: "}"))
    }

    /// Writes text in quotes. What must be escaped by RFC 8259 is, and nothing else.
    mutating func appendJSONString(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var read = 0
        while read < text.count {
            read += appendPlain(text, from: read)
            if read < text.count {
                appendJSONEscape(of: text[read])
                read += 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Copies up to the next byte that must be escaped: eight at a time, of which those past it are written over later.
    ///
    /// - Returns: how many bytes that were.
    @inline(__always)
    private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = text.baseAddress else { return 0 }
        let source = UnsafeRawPointer(base + start)
        let available = text.count - start
        let target = UnsafeMutableRawPointer(room(for: available))
        var length = 0
        while length + 8 <= available {
            let word = source.loadUnaligned(fromByteOffset: length, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: length, as: UInt64.self)
            let special = JSONText.specialBytes(in: UInt64(littleEndian: word))
            if special != 0 {
                length += special.trailingZeroBitCount >> 3
                didWrite(length)
                return length
            }
            length += 8
        }
        while length < available, !JSONText.isSpecial(base[start + length]) {
            target.storeBytes(of: base[start + length], toByteOffset: length, as: UInt8.self)
            length += 1
        }
        didWrite(length)
        return length
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
