/// Where in a JSON text an offset is. Found only once there is an error: reading keeps no record of the way.
struct JSONPlace {
    private enum Step {
        /// A member, by its name between the quotes. nil before there is one.
        case member(Range<Int>?)
        case element(Int)
    }

    private var steps: [Step] = []

    /// - Parameters:
    ///   - offset: what is before it must be well-formed.
    init(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        /// The last string, which is a name if a colon follows.
        var string = 0..<0
        while position < min(offset, bytes.count) {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let end = Self.endOfString(from: position, in: bytes)
                string = position + 1..<end
                position = end
            case UInt8(ascii: ":"):
                replaceLast(.member(string))
            case UInt8(ascii: ","):
                if case .element(let index)? = steps.last {
                    replaceLast(.element(index + 1))
                } else {
                    replaceLast(.member(nil))
                }
            case UInt8(ascii: "{"): steps.append(.member(nil))
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            default: break
            }
            position += 1
        }
    }

    private mutating func replaceLast(_ step: Step) {
        if !steps.isEmpty {
            steps[steps.count - 1] = step
        }
    }

    /// - Returns: where the closing quote is.
    private static func endOfString(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position, bytes.count)
    }

    /// The way there, such as `posts[3].title`.
    func path(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        var path = ""
        for (index, step) in steps.enumerated() {
            // A server must not be able to fill a log.
            if index >= 4, index < steps.count - 8 {
                if index == 4 { path += "…" }
                continue
            }
            switch step {
            case .member(let name?): path.appendStep(Self.name(bytes[name]))
            case .member(nil): break
            case .element(let index): path += "[\(index)]"
            }
        }
        return path
    }
}

extension JSONPlace {
    /// A server's names may be anything, and this one goes into a message.
    private static func name(_ escaped: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        excerpt(of: JSONText.unescaped(UnsafeBufferPointer(rebasing: escaped)).utf8)
    }
}

extension String {
    /// Adds the name of a member to a path.
    mutating func appendStep(_ name: String) {
        if !isEmpty, !name.isEmpty { self += "." }
        self += name
    }
}

extension ParseError {
    /// The same error, with the path that leads to its offset in front of the path that it has.
    ///
    /// - Parameter pathEnd: where the path ends, if the offset is further on.
    func located(in bytes: UnsafeRawBufferPointer, pathEnd: Int? = nil) -> ParseError {
        guard let offset else { return self }
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        var error = self
        let end = pathEnd.map { min($0, offset) } ?? offset
        error.path = JSONPlace(at: end, in: bytes).path(in: bytes)
        error.path.appendStep(path)
        return error
    }
}
