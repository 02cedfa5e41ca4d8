/// The place at which the alternatives of a type are tried, and why those failed that were. It is made by
/// ``JSONReader/beginChoice(isClosest:)`` for one value, and is of no use after it.
public struct JSONChoice {
    let start: Int
    /// How long the text is. The reader forgets it when it fails.
    let count: Int
    let depth: Int
    let object: OpenObject
    let isAtFirstMember: Bool
    let leftCount: Int
    let passedCount: Int
    let unreadCount: Int
    let keysStart: Int?
    /// An alternative that leaves more members unread is not chosen.
    var mostUnread: Int
    /// The fewest that one left unread which was not chosen.
    var fewestUnread = Int.max
    /// Why alternatives are not right. An error calls each by its type or name.
    var failures: [(alternative: Any, error: any Error)] = []

    /// Lets the alternative be chosen, when all are tried again, that left the fewest members unread.
    ///
    /// - Returns: false where none can be read, or all were tried again already.
    public mutating func widen() -> Bool {
        guard fewestUnread > mostUnread, fewestUnread < .max else { return false }
        mostUnread = fewestUnread
        failures = []
        return true
    }

    /// What was wrong with the first eight alternatives.
    fileprivate func reason(of type: String, _ describe: (any Error) -> String) -> String {
        let reasons = failures.prefix(8).map { alternative, error in
            // A nested choice says as much for each alternative of its own.
            let reason = describe(error)
            return "\(alternative): " + (reason.utf8.count <= 500 ? reason : reason.prefix(500) + "…")
        }
        return "it is no \(type). " + (reasons + (failures.count > 8 ? ["…"] : [])).joined(separator: "; ")
    }
}

// MARK: - Alternatives that are tried in order

extension JSONReader {
    /// Marks the place at which alternatives are tried:
    ///
    ///     var choice = try reader.beginChoice()
    ///     if let value = try reader.choose(Cat.self, &choice) { return .cat(value) }
    ///     if let value = try reader.choose(String.self, &choice) { return .text(value) }
    ///     throw reader.error(choice, of: "Pet")
    ///
    /// - Parameter isClosest: whether, of those that can be read, the one is chosen that leaves the fewest members unread. All
    ///   are tried again then, as long as ``JSONChoice/widen()`` says so.
    /// - Throws: the error that ended the reading before, where it was caught.
    public mutating func beginChoice(isClosest: Bool = false) throws -> JSONChoice {
        try checkNoFailure()
        return JSONChoice(
            start: position,
            count: count,
            depth: depth,
            object: object,
            isAtFirstMember: isAtFirstMember,
            leftCount: left.count,
            passedCount: passed.count,
            unreadCount: unreadCount,
            keysStart: keysStart,
            mostUnread: isClosest ? 0 : .max
        )
    }

    /// Reads the value if it is one of this type; otherwise goes back to where it starts.
    ///
    /// - Returns: nil if it is none.
    /// - Throws: ``ParseError`` if nested alternatives failed so often that the whole takes too long: once all of them
    ///   together went 100 times over as many bytes as the text has.
    public mutating func choose<Value: JSONReadable>(
        _ type: Value.Type,
        _ choice: inout JSONChoice
    ) throws -> Value? {
        try choose(type, &choice) { reader in try Value.read(from: &reader) }
    }

    /// The same by a function of the caller's.
    ///
    /// - Parameter alternative: what an error calls it.
    package mutating func choose<Value>(
        _ alternative: Any,
        _ choice: inout JSONChoice,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        do {
            let value = try read(&self)
            let unread = unreadCount - choice.unreadCount
            if unread <= choice.mostUnread { return value }
            choice.fewestUnread = min(choice.fewestUnread, unread)
        } catch {
            try forgetFailure(count: choice.count)
            choice.failures.append((alternative, error))
        }
        try goBack(to: choice)
        return nil
    }

    /// Ends the reading with an error that says why no alternative is right: the first eight that were tried, each with
    /// what was wrong.
    ///
    /// - Parameters:
    ///   - choice: where they were tried.
    ///   - type: what the error calls the type that has them.
    public mutating func error(_ choice: JSONChoice, of type: String) -> ParseError {
        let text = UnsafeRawBufferPointer(start: bytes, count: choice.count)
        let reason = choice.reason(of: type) { error in
            guard let error = (error as? ParseError)?.located(in: text, from: choice.start) else { return "\(error)" }
            return error.path.isEmpty ? error.reason : "\(error.path): \(error.reason)"
        }
        // In a secret, a path could show a key.
        let secretReason = choice.reason(of: type) { ($0 as? ParseError)?.secretReason ?? Self.secretReason }
        valueStart = choice.start
        return valueError(reason, ofSecret: secretReason)
    }

    private mutating func goBack(to choice: JSONChoice) throws {
        // What was passed on the way was read too; and a failure costs something, also at a first byte.
        let end = passed[choice.passedCount...].reduce(position) { max($0, $1.value.upperBound) }
        triedBytes += end - choice.start + 4
        guard triedBytes <= 100 * choice.count + 100_000 else {
            throw self.error("nested alternatives were tried too often", at: choice.start)
        }
        position = choice.start
        depth = choice.depth
        object = choice.object
        isAtFirstMember = choice.isAtFirstMember
        left.removeSubrange(choice.leftCount...)
        passed.removeSubrange(choice.passedCount...)
        unreadCount = choice.unreadCount
        keysStart = choice.keysStart
    }
}

// MARK: - Alternatives that a member tells apart

extension JSONReader {
    /// Reads the object that is being read as a whole, whatever was read of it: for a value of its discriminator that
    /// is not known.
    ///
    /// - Throws: ``ParseError`` if it is no JSON, or nested too deeply.
    public mutating func readMembers() throws -> JSONValue {
        let value: JSONValue = try readInline()
        unreadCount += value.objectValue?.count ?? 0
        return value
    }

    /// Ends the reading with an error about a discriminator of a value that is not known.
    ///
    /// - Parameters:
    ///   - value: of the discriminator.
    ///   - type: what the error calls the type that has the alternatives.
    public mutating func error(unknown value: String, of type: String) -> ParseError {
        error(about: value.utf8, "is no \(type)")
    }
}
