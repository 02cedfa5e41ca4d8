extension JSONReader {
    /// A thread may have as little as 512 KB, and a shape of many fields can take 30 KB of them when it is compiled
    /// without optimization.
    static var depthOnCallersStack: Int { 16 }

    @usableFromInline
    mutating func needsLargeStack() -> Bool { depth > Self.depthOnCallersStack && !isOnLargeStack }

    /// Lets `body` go on reading, with room for all levels that are allowed.
    @usableFromInline
    @inline(never)
    mutating func onLargeStack<Value>(_ body: (inout JSONReader) throws -> Value) throws -> Value {
        isOnLargeStack = true
        let value = try withUnsafeMutablePointer(to: &self) { reader in
            // The caller does nothing but wait, so that one thread at a time touches the reader.
            try LargeStack.run { try body(&reader.pointee) }
        }
        isOnLargeStack = false
        return value
    }
}
