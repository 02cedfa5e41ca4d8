// Members that no error may quote. What went wrong, where in the text and at which byte is still said.

extension JSONReader {
    /// Reads a member that is secret, and all that is in it: an error says what is wrong with it, and quotes nothing of it.
    ///
    /// - Throws: ``ParseError``, as ``read(_:)`` does. Its path ends at a dictionary that is secret.
    @inlinable
    public mutating func read<Value: JSONReadable>(secret name: StaticString) throws -> Value {
        let resume = try find(name)
        if resume == Self.notFound {
            return try absent(name)
        }
        let outer = isSecret
        isSecret = true
        let value = try Value.read(from: &self)
        isSecret = outer
        if resume != Self.isNext {
            position = resume
        }
        return value
    }

    /// Reads a member that is secret and a date, or holds dates.
    @inlinable
    public mutating func read<Value: JSONReadable>(secret name: StaticString, format: ValueFormat) throws -> Value {
        object.format = format
        let value: Value = try read(secret: name)
        object.format = .iso8601
        return value
    }
}

extension JSONReader {
    /// Ends all paths here, if this is a secret dictionary.
    ///
    /// - Returns: what ``endSecretKeys(_:)`` is called with behind it.
    @usableFromInline
    mutating func beginSecretKeys() -> Int? {
        let outer = secretKeys
        if isSecret, outer == nil { secretKeys = position }
        return outer
    }

    @usableFromInline
    mutating func endSecretKeys(_ outer: Int?) {
        secretKeys = outer
    }
}
