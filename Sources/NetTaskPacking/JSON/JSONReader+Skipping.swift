// Values that nobody asks for are checked, and not read.

extension JSONReader {
    /// An array or object that is open while it is skipped.
    struct OpenBracket {
        var start: Int
        var isObject: Bool
    }

    /// What is larger is skipped once only: in another order than the spec's it would be passed on each level around it.
    private static var sizeToRemember: Int { 4_096 }

    /// Goes past a value of any kind, and checks it.
    public mutating func skip() throws {
        let start = position
        if !ends.isEmpty, let end = ends[position] { position = end } else { try skipValue() }
        valueStart = start
    }

    /// A list of what is open takes the place of recursion, since the stack of a thread is small.
    private mutating func skipValue() throws {
        if !open.isEmpty { open.removeAll(keepingCapacity: true) }
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
                if try skipName() {
                    open.append(OpenBracket(start: start, isObject: true))
                    continue
                }
            default: try skipWordOrNumber()
            }
            // What ends with this value?
            while let innermost = open.last {
                if try innermost.isObject ? skipName() : nextElement() { break }
                open.removeLast()
                if position - innermost.start > Self.sizeToRemember { ends[innermost.start] = position }
            }
            if open.isEmpty { return }
        }
    }

    private mutating func skipWordOrNumber() throws {
        switch next {
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): _ = try null()
        default: _ = try number(expected: "a value")
        }
    }

    /// Goes past the next name; the counterpart of ``nextElement()``.
    private mutating func skipName() throws -> Bool {
        guard try hasMember() else {
            ascend()
            return false
        }
        try skipString()
        try colon()
        return true
    }
}
