extension Optional: JSONReadable, JSONScalar where Wrapped: JSONReadable {
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> Wrapped? {
        try reader.null() ? nil : try Wrapped.read(from: &reader)
    }

    @inlinable public static var valueIfAbsent: Wrapped?? { .some(nil) }
}

extension Array: JSONReadable, JSONScalar where Element: JSONReadable {
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> [Element] {
        var elements: [Element] = []
        var hasMore = try reader.beginArray()
        if hasMore {
            let start = reader.position
            let first = try Element.read(from: &reader)
            elements.reserveCapacity(reader.likelyCount(elementStart: start, stride: MemoryLayout<Element>.stride))
            elements.append(first)
            hasMore = try reader.nextElement()
        }
        while hasMore {
            elements.append(try Element.read(from: &reader))
            hasMore = try reader.nextElement()
        }
        return elements
    }
}

extension Dictionary: JSONReadable, JSONScalar where Key == String, Value: JSONReadable {
    /// Where a key occurs more than once, the first value counts.
    @inlinable
    public static func read(from reader: inout JSONReader) throws -> [String: Value] {
        var values: [String: Value] = [:]
        let outer = reader.beginSecretKeys()
        try reader.beginDictionary()
        while let key = try reader.nextKey() {
            let value = try Value.read(from: &reader)
            if let first = values.updateValue(value, forKey: key) {
                values[key] = first
            }
        }
        reader.endSecretKeys(outer)
        return values
    }
}
