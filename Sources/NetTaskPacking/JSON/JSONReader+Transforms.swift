// Used by `transform: {read: …}` of a spec.

extension JSONReader {
    /// Reads a member, and returns the value that a function makes from it.
    ///
    /// - Parameters:
    ///   - name: the name of the member.
    ///   - isSecret: whether errors must quote neither the member nor the error of the function. Default: `false`.
    ///   - transform: makes the value from the member. The type of its parameter is the type that is read.
    /// - Throws: ``ParseError`` if the member is missing or invalid, or if `transform` throws.
    @inlinable
    public mutating func read<Wire: JSONReadable, Value>(
        _ name: StaticString,
        isSecret: Bool = false,
        transform: (Wire) throws -> Value
    ) throws -> Value {
        let wire: Wire = isSecret ? try read(secret: name) : try read(name)
        do {
            return try transform(wire)
        } catch {
            throw refusal(of: name, isSecret ? nil : error)
        }
    }

    /// Reads a member, and returns the value that a function makes from it. If the member is missing or `null`, returns
    /// `value`.
    ///
    /// - Throws: ``ParseError`` like ``read(_:isSecret:transform:)``.
    @inlinable
    public mutating func read<Wire: JSONReadable, Value>(
        _ name: StaticString,
        isSecret: Bool = false,
        default value: Value,
        transform: (Wire) throws -> Value
    ) throws -> Value {
        try read(optional: name, isSecret: isSecret, transform: transform) ?? value
    }

    /// Reads a member that may be missing or `null`, and returns the value that a function makes from it. The function is not
    /// called without a value.
    ///
    /// - Throws: ``ParseError`` like ``read(_:isSecret:transform:)``.
    @inlinable
    public mutating func read<Wire: JSONReadable, Value>(
        optional name: StaticString,
        isSecret: Bool = false,
        transform: (Wire) throws -> Value
    ) throws -> Value? {
        try read(name, isSecret: isSecret) { (wire: Wire?) in try wire.map(transform) }
    }

    @usableFromInline
    mutating func refusal(of name: StaticString, _ cause: (any Error)?) -> ParseError {
        let reason = "its transform rejected the value"
        return error(
            cause.map { "\(reason): \($0)" } ?? reason,
            ofSecret: reason,
            at: object.start,
            path: object.isAbsent ? absentName : JSONText.unescaped(name.bytes)
        )
    }
}
