extension JSONReader {
    @usableFromInline
    mutating func beginDictionary() throws {
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
