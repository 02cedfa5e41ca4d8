public import NetTaskPacking

// What generated code calls to read what it stored, perhaps in an earlier version.

extension JSONReader {
    /// Reads a member that was stored.
    ///
    /// - Parameters:
    ///   - name: as it stands in JSON: quotes, backslashes and control characters are escaped.
    ///   - formerNames: what it was called in earlier versions. By default it had no other name.
    ///   - isSecret: whether errors quote nothing of it; by default they do.
    /// - Throws: `ParseError` if the member is missing and not optional, or is not what it should be.
    public mutating func restore<Value: StoredValue>(
        _ name: StaticString,
        was formerNames: [StaticString] = [],
        isSecret: Bool = false
    ) throws -> Value {
        if let value: Value = try restoreIfStored(name, formerNames, isSecret: isSecret) { return value }
        guard let value = Value.valueIfNotStored else { throw missing(name) }
        return value
    }

    /// Reads a member that was stored; `value` stands for one that was not, or that was nil when it could be.
    public mutating func restore<Value: StoredValue>(
        _ name: StaticString,
        was formerNames: [StaticString] = [],
        default value: Value
    ) throws -> Value {
        // A value that can be null is in another form where it can be nil besides.
        if Value.valueIfNotStored != nil || Value.canBeNull {
            return try restoreIfStored(name, formerNames, isSecret: false) ?? value
        }
        let found: Value?? = try restoreIfStored(name, formerNames, isSecret: false)
        return (found ?? nil) ?? value
    }

    /// Reads a member that must have been stored, and is nil where it is `null`.
    public mutating func restore<Value: StoredValue>(
        nullable name: StaticString,
        was formerNames: [StaticString] = [],
        isSecret: Bool = false
    ) throws -> Value? {
        guard let value: Value? = try restoreIfStored(name, formerNames, isSecret: isSecret) else {
            throw missing(name)
        }
        return value
    }

    /// Reads the name of the only member of an object, which says what the member is. The member itself is read next.
    ///
    /// - Throws: `ParseError` if there is none.
    public mutating func restoreCase() throws -> String {
        guard try hasMember() else { throw error("expected a member that says what it is", at: object.start) }
        let name = try string()
        rewind()
        return name
    }

    /// - Returns: nil if it was not stored.
    mutating func restoreIfStored<Value: StoredValue>(
        _ name: StaticString,
        _ formerNames: [StaticString],
        isSecret: Bool
    ) throws -> Value? {
        var resume = try find(name)
        var formerNames = formerNames[...]
        while resume == Self.notFound, let former = formerNames.popFirst() { resume = try find(former) }
        if resume == Self.notFound { return nil }
        let value = isSecret ? try readSecret { try Value.restore(from: &$0) } : try Value.restore(from: &self)
        if resume != Self.isNext { position = resume }
        return value
    }
}
