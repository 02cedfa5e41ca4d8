// Values that are not read are skipped, but checked.

extension JSONReader {
    /// An open array or object that is being skipped.
    struct OpenBracket {
        var start: Int
        var isObject: Bool
    }

    /// The ends of larger values are recorded. Otherwise, if the members are in another order than in the spec, such a value
    /// would be skipped again on each level around it.
    private static var sizeToRemember: Int { 4_096 }

    /// Moves past any value, and checks it.
    public mutating func skip() throws {
        let start = position
        if !ends.isEmpty, let end = ends[position] { position = end } else { try skipValue() }
        valueStart = start
    }

    /// A list of open brackets replaces recursion, because the stack of a thread is small.
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
            // Close all brackets that end with this value.
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

    /// Moves past the next name; the counterpart of ``nextElement()``.
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
