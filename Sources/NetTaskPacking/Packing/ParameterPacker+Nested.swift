// Values below others in a query or form: `filter[owner][id]=3` with brackets, `filter.1.id=3` with numbers.

/// The names around a value that stands below others, as they are written: `filter%5Bowner%5D`, or `filter.owner`.
struct NestedNames: ~Copyable {
    /// A shape, dictionary or list that is open.
    private struct Level {
        /// Where its names end.
        let end: Int
        /// How many elements it has had.
        var count: UInt64 = 0
        /// Whether its last element was a single value.
        var holdsSingles = false
    }

    private(set) var text = JSONBuffer()
    private var levels: [Level] = []
    private(set) var space = PercentEncoding.Space.percent
    /// Whether names have dots before them and elements are counted from 1, in place of brackets around them.
    private(set) var isNumbered = false

    /// Whether nothing is open.
    var isEmpty: Bool { levels.isEmpty }

    /// Goes into a value of that name; nil for one that the key or number before it has named.
    mutating func begin(_ name: ParameterName?, space: PercentEncoding.Space, isNumbered: Bool) {
        if isEmpty {
            self.space = space
            self.isNumbered = isNumbered
            if let name { text.appendEncoded(name.bytes, space: space) }
        } else if let name {
            text.append(name.bytes, isDotted: self.isNumbered, space: self.space)
        }
        levels.append(Level(end: text.count))
    }

    mutating func end() {
        _ = levels.popLast()
        text.removeAll(from: levels.last?.end ?? 0)
    }

    /// Names the next value by the key of a dictionary.
    mutating func key(_ key: UnsafeBufferPointer<UInt8>) {
        text.removeAll(from: levels.last?.end ?? 0)
        text.append(key, isDotted: false, space: space)
    }

    /// Names the next element of a list: `.1`, or in brackets `[0]`, and `[]` for a single value.
    ///
    /// - Returns: false if its name would not fit the names of the elements before it.
    @discardableResult
    mutating func nextElement(isSingle: Bool) -> Bool {
        let last = levels.count - 1
        let number = levels[last].count
        if !isNumbered, number > 0, levels[last].holdsSingles != isSingle { return false }
        levels[last].count += 1
        levels[last].holdsSingles = isSingle
        text.removeAll(from: levels[last].end)
        if isNumbered {
            text.append(UInt8(ascii: "."))
            text.append(magnitude: number + 1, isNegative: false)
        } else {
            text.append("%5B")
            if !isSingle { text.append(magnitude: number, isNegative: false) }
            text.append("%5D")
        }
        return true
    }
}

extension ParameterPacker {
    /// Whether a shape, dictionary or list that begins here gives its name to all that is in it.
    var isNesting: Bool {
        switch current.destination {
        case .query, .form: current.style.isNested
        case .nested: true
        default: false
        }
    }

    /// - Returns: false if there can be no value with others below it here, which is then reported.
    mutating func beginNested() -> Bool {
        if current.isInArray, !nextElement(isSingle: false) { return false }
        if nested.isEmpty { depth = 0 }  // whatever a body had before it
        guard descend() else { return false }
        let space: PercentEncoding.Space = current.destination == .form ? .plus : .percent
        nested.begin(current.name, space: space, isNumbered: current.style == .numbered)
        path.append(current.name)
        current.name = nil
        current.isInArray = false
        current.destination = .nested
        return true
    }

    mutating func endNested() {
        depth -= 1
        _ = path.popLast()
        nested.end()
    }

    private mutating func nextElement(isSingle: Bool) -> Bool {
        if nested.nextElement(isSingle: isSingle) { return true }
        fail("a list in brackets can hold single values, or shapes, dictionaries and lists, but not both")
        return false
    }

    /// Writes the key of a dictionary, whose value follows: with numbers as a value of its own, `filter.1.Name=id`.
    mutating func writeNestedKey(_ key: UnsafeBufferPointer<UInt8>) {
        current.name = nil
        current.isInArray = false
        guard nested.isNumbered else { return nested.key(key) }
        nested.nextElement(isSingle: true)
        current.name = ParameterName("Name")
        writeNested(key)
        current.name = ParameterName("Value")
    }

    /// Writes `filter[id]=3`, and `filter[ids][]=3` or `filter.ids.1=3` in an array.
    mutating func writeNested(_ bytes: UnsafeBufferPointer<UInt8>) {
        if current.isInArray, !nextElement(isSingle: true) { return }
        if nested.space == .plus {
            body.append(bytes, named: current.name, below: nested)
        } else {
            query.append(bytes, named: current.name, below: nested)
        }
    }
}

extension JSONBuffer {
    /// Appends a name that stands below another: behind a dot, or in brackets.
    fileprivate mutating func append(
        _ name: UnsafeBufferPointer<UInt8>,
        isDotted: Bool,
        space: PercentEncoding.Space
    ) {
        append(isDotted ? "." : "%5B")
        appendEncoded(name, space: space)
        if !isDotted { append("%5D") }
    }

    /// Appends a value behind the names of all that it is in.
    fileprivate mutating func append(
        _ value: UnsafeBufferPointer<UInt8>,
        named name: ParameterName?,
        below nested: borrowing NestedNames
    ) {
        if !isEmpty { append(UInt8(ascii: "&")) }
        append(nested.text.bytes)
        if let name { append(name.bytes, isDotted: nested.isNumbered, space: nested.space) }
        append(UInt8(ascii: "="))
        appendEncoded(value, space: nested.space)
    }
}
