extension ParameterPacker {
    /// Adds all members of an object that is kept as it came, in the order of their names' bytes. Any other value ends the
    /// task with a ``PackError``.
    public mutating func add(membersOf value: JSONValue) {
        guard case .object(let members) = value else {
            return fail("only a JSON object can be sent here")
        }
        for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            add(escaping: name, value)
        }
    }
}
