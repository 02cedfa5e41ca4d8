/// Finds the path of an offset in a JSON text. It runs only after an error, so that reading does not have to record paths.
enum JSONPlace {
    private enum Step {
        /// A member, with the range of its name between the quotes; `nil` before the name.
        case member(Range<Int>?)
        case element(Int)
    }

    /// Returns the path from one offset to another, such as `posts[3].title`. The text between the offsets must be well-formed.
    static func path(from start: Int, to offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        var steps: [Step] = []
        var position = start
        /// The latest string. It is a name if a colon follows.
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
            // Long paths are shortened, so that a server cannot fill a log.
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
    /// Appends the name of a member to a path.
    mutating func appendStep(_ name: String) {
        if !isEmpty, !name.isEmpty { self += "." }
        self += name
    }
}

extension ParseError {
    /// Returns the error with its path extended by the path that leads to its offset.
    ///
    /// - Parameter start: the offset at which the path starts.
    func located(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> ParseError {
        guard let offset else { return self }
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        var error = self
        error.path = JSONPlace.path(from: start, to: min(offset, pathEnd ?? offset), in: bytes)
        error.path.appendStep(path)
        return error
    }
}
