extension JSONReader {
    /// Goes past a value of any kind, and checks it.
    public mutating func skip() throws {
        let start = position
        switch next {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "["), UInt8(ascii: "{"): try skipNested()
        default: try skipLiteral()
        }
        valueStart = start
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

    /// An array or object that is open while it is skipped.
    struct OpenBracket {
        var start: Int
        var isObject: Bool
    }

    /// What is larger is skipped once only: in another order than the spec's it would be passed on each level around it.
    private static var sizeToRemember: Int { 4_096 }

    /// A list of what is open takes the place of recursion, since the stack of a thread is small.
    private mutating func skipNested() throws {
        if !ends.isEmpty, let end = ends[position] {
            position = end
            return
        }
        open.removeAll(keepingCapacity: true)
        while true {
            let start = position
            switch next {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "["):
                if try beginArray() {
                    open.append(OpenBracket(start: start, isObject: false))
                    continue
                }
            case UInt8(ascii: "{"):
                try beginDictionary()
                if try nextName() {
                    open.append(OpenBracket(start: start, isObject: true))
                    continue
                }
            default: try skipLiteral()
            }
            // What ends with this value?
            while let innermost = open.last {
                if try innermost.isObject ? nextName() : nextElement() { break }
                open.removeLast()
                if position - innermost.start > Self.sizeToRemember { ends[innermost.start] = position }
            }
            if open.isEmpty { return }
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
