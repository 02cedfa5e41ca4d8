// Values below others in a query or form: `filter[owner][id]=3` with brackets, `filter.1.id=3` with numbers.

/// The names around a value that stands below others, as they are written: `filter%5Bowner%5D`, or `filter.owner`.
struct NestedNames: ~Copyable {
    private(set) var text = JSONBuffer()
    /// Of each shape, dictionary or numbered list that is open: where its names end, and how many elements it has had.
    private var levels: [(end: Int, count: UInt64)] = []
    private(set) var space = PercentEncoding.Space.percent
    /// Whether elements have numbers and names dots before them, in place of brackets around them.
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
            text.append(name.bytes, isDotted: isNumbered, space: self.space)
        }
        levels.append((text.count, 0))
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

    /// Names the next value by its number, from 1.
    mutating func number() {
        levels[levels.count - 1].count += 1
        text.removeAll(from: levels[levels.count - 1].end)
        text.append(UInt8(ascii: "."))
        text.append(magnitude: levels[levels.count - 1].count, isNegative: false)
    }
}

extension ParameterPacker {
    /// Whether a list that begins here has numbers.
    var isNumbered: Bool {
        switch current.destination {
        case .query, .form: current.style == .numbered
        case .nested: nested.isNumbered
        default: false
        }
    }

    /// - Returns: false if there can be no value with others below it here, which is then reported.
    mutating func beginNested() -> Bool {
        if current.isInArray {
            guard isNumbered else {
                fail("an array in brackets can hold single values only")
                return false
            }
            nested.number()
        }
        if nested.isEmpty { depth = 0 }  // whatever a body had before it
        guard descend() else { return false }
        nested.begin(current.name, space: current.destination == .form ? .plus : .percent, isNumbered: isNumbered)
        path.append(current.name)
        current.name = nil
        current.destination = .nested
        return true
    }

    mutating func endNested() {
        depth -= 1
        _ = path.popLast()
        nested.end()
    }

    /// Writes the key of a dictionary, whose value follows: with numbers as a value of its own, `filter.1.Name=id`.
    mutating func writeNestedKey(_ key: UnsafeBufferPointer<UInt8>) {
        current.name = nil
        current.isInArray = false
        guard nested.isNumbered else { return nested.key(key) }
        nested.number()
        current.name = ParameterName("Name")
        writeNested(key)
        current.name = ParameterName("Value")
    }

    /// Writes `filter[id]=3`, and `filter[ids][]=3` or `filter.ids.1=3` in an array.
    mutating func writeNested(_ bytes: UnsafeBufferPointer<UInt8>) {
        if current.isInArray, nested.isNumbered { nested.number() }
        let space = nested.space
        var pair = JSONBuffer()
        pair.append(nested.text.bytes)
        if let name = current.name { pair.append(name.bytes, isDotted: nested.isNumbered, space: space) }
        if current.isInArray, !nested.isNumbered { pair.append("%5B%5D") }
        pair.append(UInt8(ascii: "="))
        pair.appendEncoded(bytes, space: space)
        if space == .plus { body.append(pair: pair) } else { query.append(pair: pair) }
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

    fileprivate mutating func append(pair: borrowing JSONBuffer) {
        if !isEmpty { append(UInt8(ascii: "&")) }
        append(pair.bytes)
    }
}
