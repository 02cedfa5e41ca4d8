// What is packed into the object that is being packed: its own members come from somebody else.

extension ParameterPacker {
    /// Adds the members of a value to the object that is being packed.
    ///
    /// - Parameter value: a shape, or a `oneOf` of shapes. Any other value ends the task with a ``PackError``.
    public mutating func add<Value: ParameterValue>(inline value: Value) {
        isInlinePending = true
        Value.write(value, into: &self)
        if isInlinePending {
            isInlinePending = false
            fail("only an object can be sent inline")
        }
    }

    /// Leaves out members of a name that the object has already. A shape with inline fields calls this first, and adds these
    /// fields last: then its own fields come before theirs.
    public mutating func sendEachNameOnce() {
        if sentNames?.pathCount != path.count { sentNames = SentNames(pathCount: path.count) }
    }

    /// The names of the members that an object has already.
    struct SentNames {
        /// How many objects are open around the members.
        let pathCount: Int
        var names: Set<String> = []
        /// The member that is being added, and where its text begins; what is nil adds none.
        var current: (name: String, start: Int)?
    }

    /// Whether the object that begins now is inline, so that it has no brackets of its own.
    mutating func beginInline() -> Bool {
        defer { isInlinePending = false }
        return isInlinePending
    }

    /// - Returns: Whether the object has a member of that name already.
    mutating func isSent(_ name: ParameterName) -> Bool {
        guard let sentNames, sentNames.pathCount == path.count else { return false }
        if sentNames.names.contains(name.text) { return true }
        self.sentNames?.current = (name.text, body.count)
        return false
    }

    /// Remembers the member that was added last, if it was.
    mutating func noteSentName() {
        guard let current = sentNames?.current, sentNames?.pathCount == path.count else { return }
        if body.count > current.start { sentNames?.names.insert(current.name) }
        sentNames?.current = nil
    }
}
