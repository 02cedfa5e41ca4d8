// Shapes and dictionaries in a query or form, of the style that has brackets.

extension ParameterPacker {
    /// - Returns: false if there can be no shape or dictionary here, which is then reported.
    mutating func beginBrackets() -> Bool {
        if current.isInArray {
            fail("an array in brackets can hold single values only")
            return false
        }
        if brackets == nil { depth = 0 }  // whatever a body had before it
        guard descend() else { return false }
        var names = brackets ?? BracketedNames(isInForm: current.destination == .form)
        names.begin(current.name)
        brackets = names
        path.append(current.name)
        current.name = nil
        current.destination = .brackets
        return true
    }

    mutating func endBrackets() {
        depth -= 1
        _ = path.popLast()
        brackets?.end()
        if brackets?.isEmpty == true { brackets = nil }
    }

    mutating func writeBracketedKey(_ key: UnsafeBufferPointer<UInt8>) {
        brackets?.key(key)
        current.name = nil
        current.isInArray = false
    }

    /// Writes `filter[id]=3`, and `filter[ids][]=3` in an array.
    mutating func writeBracketed(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let brackets else { return }
        let name = brackets.name(of: current.name)
        if brackets.isInForm {
            body.appendPair(name, isInArray: current.isInArray, bytes, space: .plus)
        } else {
            query.appendPair(name, isInArray: current.isInArray, bytes, space: .percent)
        }
    }
}

extension ByteBuffer {
    /// - Parameter name: as it is written.
    fileprivate mutating func appendPair(
        _ name: [UInt8],
        isInArray: Bool,
        _ value: UnsafeBufferPointer<UInt8>,
        space: PercentEncoding.Space
    ) {
        if !isEmpty { append(UInt8(ascii: "&")) }
        name.withUnsafeBufferPointer { append($0) }
        if isInArray { append("%5B%5D") }
        append(UInt8(ascii: "="))
        appendEncoded(value, space: space)
    }
}
