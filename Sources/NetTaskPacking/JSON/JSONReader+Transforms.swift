// What `transform: {read: …}` of a spec calls.

extension JSONReader {
    /// Reads a member, and returns what a function makes of it.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - isSecret: Whether an error must quote neither the member nor the error of the function.
    ///   - transform: Makes the value from the member. Its parameter is the type that is read.
    /// - Throws: ``ParseError`` if the member is missing or is not what it should be, and also if `transform` throws.
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

    /// Reads a member, and returns what a function makes of it; `value` stands for one that is absent or `null`.
    ///
    /// - Throws: ``ParseError``, as ``read(_:isSecret:transform:)`` does.
    @inlinable
    public mutating func read<Wire: JSONReadable, Value>(
        _ name: StaticString,
        isSecret: Bool = false,
        default value: Value,
        transform: (Wire) throws -> Value
    ) throws -> Value {
        try read(optional: name, isSecret: isSecret, transform: transform) ?? value
    }

    /// Reads a member that can be absent or `null`, and returns what a function makes of it. The function is not called
    /// without a value.
    ///
    /// - Throws: ``ParseError``, as ``read(_:isSecret:transform:)`` does.
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
        let reason = "its transform refused it"
        return error(
            cause.map { "\(reason): \($0)" } ?? reason,
            ofSecret: reason,
            at: object.start,
            path: object.isAbsent ? absentName : JSONText.unescaped(name.bytes)
        )
    }
}
