extension JSONReader {
    /// Goes past a value of any kind, and checks it.
    public mutating func skip() throws {
        valueStart = position
        switch next {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "["), UInt8(ascii: "{"): try skipNested()
        default: try skipLiteral()
        }
    }

    @inline(__always)
    private mutating func skipLiteral() throws {
        switch next {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: throw syntaxError("expected a value, found \(found)")
        }
    }

    /// A list of what is open takes the place of recursion, since the stack of a thread is small.
    private mutating func skipNested() throws {
        let outerDepth = depth
        var open = OpenBrackets()
        while true {
            switch next {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "["):
                if try beginArray() {
                    open.push(isObject: false)
                    continue
                }
            case UInt8(ascii: "{"):
                try beginDictionary()
                if try nextName() {
                    open.push(isObject: true)
                    continue
                }
            default: try skipLiteral()
            }
            // What ends with this value?
            while depth > outerDepth {
                if try open.isObject ? nextName() : nextElement() { break }
                open.pop()
            }
            if depth == outerDepth { return }
        }
    }

    /// Goes past the next name; the counterpart of ``nextElement()``.
    private mutating func nextName() throws -> Bool {
        guard try hasMember() else {
            ascend()
            return false
        }
        try skipString()
        try colon()
        return true
    }
}

/// The kinds of the brackets that are open, a bit each.
private struct OpenBrackets {
    /// Those of the innermost 64, the last one lowest.
    private var bits: UInt64 = 0
    private var count = 0
    private var outer: [UInt64] = []

    var isObject: Bool { bits & 1 == 1 }

    mutating func push(isObject: Bool) {
        if count > 0, count % 64 == 0 {
            outer.append(bits)
        }
        bits = bits << 1 | (isObject ? 1 : 0)
        count += 1
    }

    mutating func pop() {
        count -= 1
        if count > 0, count % 64 == 0, let last = outer.popLast() {
            bits = last
        } else {
            bits >>= 1
        }
    }
}
