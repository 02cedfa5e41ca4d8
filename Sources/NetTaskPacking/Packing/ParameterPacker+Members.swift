// Packs values whose fields become members of the enclosing object.

extension ParameterPacker {
    /// Adds the members of a value to the current object.
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

    /// Adds the members of a dictionary to the current object, in the byte order of their names. In a secret, the names are
    /// secret too.
    ///
    /// - Parameters:
    ///   - members: the members.
    ///   - names: the names of the members to omit, because the object has them already. Default: none.
    ///   - format: the format of dates, and of numbers and bytes in an unusual form. Default: ``ValueFormat/iso8601``.
    public mutating func add<Value: ParameterValue>(
        others members: [String: Value],
        besides names: [String] = [],
        format: ValueFormat = .iso8601
    ) {
        for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        where !names.contains(name) {
            if current.destination == .secret { writeKey(name) }
            add(escaping: name, value, format: format)
        }
    }

    /// Omits members whose name the object has already. A shape with inline fields calls this first, and adds the inline fields
    /// last, so that its own fields take precedence.
    public mutating func sendEachNameOnce() {
        if sentNames?.pathCount != path.count { sentNames = SentNames(pathCount: path.count) }
    }

    /// The names of the members that an object has already.
    struct SentNames {
        /// The number of open objects around the members.
        let pathCount: Int
        var names: Set<String> = []
        /// The member that is being added, and the offset at which its text begins. A value that is `nil` adds no text.
        var current: (name: String, start: Int)?
    }

    /// Whether the next object is inline, without brackets of its own.
    mutating func beginInline() -> Bool {
        defer { isInlinePending = false }
        return isInlinePending
    }

    /// - Returns: whether the object has a member with this name already.
    mutating func isSent(_ name: ParameterName) -> Bool {
        guard let sentNames, sentNames.pathCount == path.count else { return false }
        if sentNames.names.contains(name.text) { return true }
        self.sentNames?.current = (name.text, body.count)
        return false
    }

    /// Records the name of the current member, if it was added.
    mutating func recordSentName() {
        guard let current = sentNames?.current, sentNames?.pathCount == path.count else { return }
        if body.count > current.start { sentNames?.names.insert(current.name) }
        sentNames?.current = nil
    }
}
