// Shapes and dictionaries in a query or form, of the style that has brackets: `filter[owner][id]=3`.

/// The names around a value that is written with brackets, as they are written: `filter%5Bowner%5D`.
struct BracketedNames: ~Copyable {
    private(set) var text = JSONBuffer()
    /// Where the names end of each shape or dictionary that is open.
    private var ends: [Int] = []
    private(set) var space = PercentEncoding.Space.percent

    /// Whether nothing is written with brackets.
    var isEmpty: Bool { ends.isEmpty }

    /// Goes into a shape or dictionary of that name; nil for one that the key before it has named.
    mutating func begin(_ name: ParameterName?, space: PercentEncoding.Space) {
        if isEmpty { self.space = space }
        if let name { text.append(name.bytes, isInBrackets: !isEmpty, space: self.space) }
        ends.append(text.count)
    }

    mutating func end() {
        _ = ends.popLast()
        text.removeAll(from: ends.last ?? 0)
    }

    /// Names the next value by the key of a dictionary.
    mutating func key(_ key: UnsafeBufferPointer<UInt8>) {
        text.removeAll(from: ends.last ?? 0)
        text.append(key, isInBrackets: true, space: space)
    }
}

extension ParameterPacker {
    /// - Returns: false if there can be no shape or dictionary here, which is then reported.
    mutating func beginBrackets() -> Bool {
        if current.isInArray {
            fail("an array in brackets can hold single values only")
            return false
        }
        if brackets.isEmpty { depth = 0 }  // whatever a body had before it
        guard descend() else { return false }
        brackets.begin(current.name, space: current.destination == .form ? .plus : .percent)
        path.append(current.name)
        current.name = nil
        current.destination = .brackets
        return true
    }

    mutating func endBrackets() {
        depth -= 1
        _ = path.popLast()
        brackets.end()
    }

    mutating func writeBracketedKey(_ key: UnsafeBufferPointer<UInt8>) {
        brackets.key(key)
        current.name = nil
        current.isInArray = false
    }

    /// Writes `filter[id]=3`, and `filter[ids][]=3` in an array.
    mutating func writeBracketed(_ bytes: UnsafeBufferPointer<UInt8>) {
        let space = brackets.space
        var pair = JSONBuffer()
        pair.append(brackets.text.bytes)
        if let name = current.name { pair.append(name.bytes, isInBrackets: true, space: space) }
        if current.isInArray { pair.append("%5B%5D") }
        pair.append(UInt8(ascii: "="))
        pair.appendEncoded(bytes, space: space)
        if space == .plus { body.append(pair: pair) } else { query.append(pair: pair) }
    }
}

extension JSONBuffer {
    /// The first name stands bare, those behind it in brackets.
    fileprivate mutating func append(
        _ name: UnsafeBufferPointer<UInt8>,
        isInBrackets: Bool,
        space: PercentEncoding.Space
    ) {
        if isInBrackets { append("%5B") }
        appendEncoded(name, space: space)
        if isInBrackets { append("%5D") }
    }

    fileprivate mutating func append(pair: borrowing JSONBuffer) {
        if !isEmpty { append(UInt8(ascii: "&")) }
        append(pair.bytes)
    }
}
