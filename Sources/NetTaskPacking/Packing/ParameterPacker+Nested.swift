// Nested values in a query or form: `filter[owner][id]=3` with brackets, `filter.1.id=3` with numbers.

/// The names around a nested value in their written form: `filter%5Bowner%5D` or `filter.owner`.
struct NestedNames: ~Copyable {
    /// An open shape, dictionary or list.
    private struct Level {
        /// The offset at which its name ends.
        let end: Int
        /// The number of its elements so far.
        var count: UInt64 = 0
        /// Whether its latest element was a single value.
        var holdsSingles = false
    }

    private(set) var text = JSONBuffer()
    private var levels: [Level] = []
    private(set) var space = PercentEncoding.Space.percent
    /// Whether names follow dots and elements are counted from 1, instead of brackets.
    private(set) var isNumbered = false

    /// Whether no value is open.
    var isEmpty: Bool { levels.isEmpty }

    /// Begins a value with this name, or without one if the preceding key or number is its name.
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

    /// Sets the name of the next value to a key of a dictionary.
    mutating func key(_ key: UnsafeBufferPointer<UInt8>) {
        text.removeAll(from: levels.last?.end ?? 0)
        text.append(key, isDotted: false, space: space)
    }

    /// Sets the name of the next element of a list: `.1`, or with brackets `[0]`, or `[]` for a single value.
    ///
    /// - Returns: `false` if the name would not match those of the previous elements.
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
    /// Whether a shape, dictionary or list at this place becomes a prefix of the names in it.
    var isNesting: Bool {
        switch current.destination {
        case .query, .form: current.style.isNested
        case .nested: true
        default: false
        }
    }

    /// - Returns: `false` if a nested value cannot be sent here. The error is then recorded.
    mutating func beginNested() -> Bool {
        if current.isInArray, !nextElement(isSingle: false) { return false }
        if nested.isEmpty { depth = 0 }  // regardless of an earlier body
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
        fail("a list in brackets can contain single values, or shapes, dictionaries and lists, but not both")
        return false
    }

    /// Writes the key of a dictionary before its value. With numbers, the key is a separate value: `filter.1.Name=id`.
    mutating func writeNestedKey(_ key: UnsafeBufferPointer<UInt8>) {
        current.name = nil
        current.isInArray = false
        guard nested.isNumbered else { return nested.key(key) }
        nested.nextElement(isSingle: true)
        current.name = ParameterName("Name")
        writeNested(key)
        current.name = ParameterName("Value")
    }

    /// Writes `filter[id]=3`, or in an array `filter[ids][]=3` or `filter.ids.1=3`.
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
    /// Appends a nested name, after a dot or in brackets.
    fileprivate mutating func append(
        _ name: UnsafeBufferPointer<UInt8>,
        isDotted: Bool,
        space: PercentEncoding.Space
    ) {
        append(isDotted ? "." : "%5B")
        appendEncoded(name, space: space)
        if !isDotted { append("%5D") }
    }

    /// Appends a value with all names that it is nested in.
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
