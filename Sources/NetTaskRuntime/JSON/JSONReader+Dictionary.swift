extension JSONReader {
    /// - Returns: what ``endDictionary(_:)`` is called with at the end.
    @usableFromInline
    mutating func beginDictionary() throws -> Int? {
        let outer = secretKeys
        if isSecret, outer == nil { secretKeys = position }
        try openBrace()
        return outer
    }

    @usableFromInline
    mutating func endDictionary(_ outer: Int?) {
        secretKeys = outer
    }

    mutating func openBrace() throws {
        guard next == UInt8(ascii: "{") else { throw unexpected("an object") }
        valueStart = position
        try descend()
        isAtFirstMember = true
    }

    /// Reads the next name and goes to its value.
    ///
    /// - Returns: nil if there is none; the object is then behind the current place.
    @usableFromInline
    mutating func nextKey() throws -> String? {
        guard try hasMember() else {
            ascend()
            return nil
        }
        let key = try string()
        try colon()
        return key
    }
}
