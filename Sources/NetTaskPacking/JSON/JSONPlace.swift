/// Where in a JSON text an offset is. Found only once there is an error: reading keeps no record of the way.
enum JSONPlace {
    private enum Step {
        /// A member, by its name between the quotes. nil before there is one.
        case member(Range<Int>?)
        case element(Int)
    }

    /// The path from one offset to another, such as `posts[3].title`. What is between the two must be well-formed.
    static func path(from start: Int, to offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        var steps: [Step] = []
        var position = start
        /// The last string, which is a name if a colon follows.
        var string = 0..<0
        while position < min(offset, bytes.count) {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let start = position + 1
                position = start
                while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position = min(position, bytes.count)
                string = start..<position
            case UInt8(ascii: ":"):
                _ = steps.popLast()
                steps.append(.member(string))
            case UInt8(ascii: ","):
                if case .element(let index)? = steps.popLast() {
                    steps.append(.element(index + 1))
                } else {
                    steps.append(.member(nil))
                }
            case UInt8(ascii: "{"): steps.append(.member(nil))
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            default: break
            }
            position += 1
        }
        return text(of: steps, in: bytes)
    }

    private static func text(of steps: [Step], in bytes: UnsafeBufferPointer<UInt8>) -> String {
        var path = ""
        for (index, step) in steps.enumerated() {
            // A server must not be able to fill a log.
            if index >= 4, index < steps.count - 8 {
                if index == 4 { path += "…" }
                continue
            }
            switch step {
            case .member(let name?):
                let name = JSONText.unescaped(UnsafeBufferPointer(rebasing: bytes[name]))
                path.appendStep(excerpt(of: name.utf8))
            case .member(nil): break
            case .element(let index): path += "[\(index)]"
            }
        }
        return path
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
    /// - Parameter start: where the path starts.
    func located(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> ParseError {
        guard let offset else { return self }
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        var error = self
        error.path = JSONPlace.path(from: start, to: min(offset, pathEnd ?? offset), in: bytes)
        error.path.appendStep(path)
        return error
    }
}
