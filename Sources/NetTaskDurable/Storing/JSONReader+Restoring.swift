public import NetTaskPacking

// Generated code calls these functions to read stored tasks, possibly of an earlier version.

extension JSONReader {
    /// Reads a stored member.
    ///
    /// - Parameters:
    ///   - name: the name as in JSON: quotes, backslashes and control characters are escaped.
    ///   - formerNames: its names in earlier versions. Default: none.
    ///   - isSecret: whether errors must not quote its value. Default: false.
    /// - Throws: `ParseError` if the member is missing and not optional, or has a wrong value.
    public mutating func restore<Value: StoredValue>(
        _ name: StaticString,
        was formerNames: [StaticString] = [],
        isSecret: Bool = false
    ) throws -> Value {
        if let value: Value = try restoreIfStored(name, formerNames, isSecret: isSecret) { return value }
        guard let value = Value.valueIfNotStored else { throw missing(name) }
        return value
    }

    /// Reads a stored member. A member that was not stored, or that was nil when it could be nil, has the value `value`.
    public mutating func restore<Value: StoredValue>(
        _ name: StaticString,
        was formerNames: [StaticString] = [],
        default value: Value
    ) throws -> Value {
        // A value that can be `null` has another form if it can also be nil.
        if Value.valueIfNotStored != nil || Value.canBeNull {
            return try restoreIfStored(name, formerNames, isSecret: false) ?? value
        }
        let found: Value?? = try restoreIfStored(name, formerNames, isSecret: false)
        return (found ?? nil) ?? value
    }

    /// Reads a member that must have been stored; `null` is nil.
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

    /// Reads the name of the only member of an object, which is the type of the member. The member itself is read next.
    ///
    /// - Throws: `ParseError` if there is no member.
    public mutating func restoreCase() throws -> String {
        guard try hasMember() else { throw error("expected a member whose name is its type", at: object.start) }
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
