extension Optional: JSONReadable, JSONScalar where Wrapped: JSONReadable {
    public static func read(from reader: inout JSONReader) throws -> Wrapped? {
        reader.isNull ? nil : try Wrapped.read(from: &reader)
    }

    public static var valueIfAbsent: Wrapped?? { .some(nil) }
}

extension Array: JSONReadable, JSONScalar where Element: JSONReadable {
    public static func read(from reader: inout JSONReader) throws -> [Element] {
        try reader.array()
    }
}

extension Dictionary: JSONReadable, JSONScalar where Key == String, Value: JSONReadable {
    public static func read(from reader: inout JSONReader) throws -> [String: Value] {
        try reader.dictionary()
    }
}
