import NetTaskPacking

// Generated code calls these functions with names that are known at compile time.

extension JSONReader {
    /// Reads a member like ``read(_:format:)``, with a function of the caller.
    ///
    /// - Parameter name: the name as in JSON: quotes, backslashes and control characters are escaped.
    /// - Returns: the value, or nil if the object has no such member.
    mutating func member<Value>(
        named name: String,
        format: ValueFormat,
        isSecret: Bool = false,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        var name = name
        let resume = try name.withUTF8 { try find($0) }
        if resume == Self.notFound { return nil }
        object.format = format
        let value = isSecret ? try readSecret(read) : try read(&self)
        object.format = .iso8601
        if resume != Self.isNext { position = resume }
        return value
    }

    /// Like ``enter(_:)``.
    mutating func enter(named name: String) throws {
        var name = name
        try name.withUTF8 { try enter($0) }
    }

    mutating func missing(named name: String) -> ParseError {
        error("it is missing", at: object.start, path: object.isAbsent ? absentName : name)
    }
}
