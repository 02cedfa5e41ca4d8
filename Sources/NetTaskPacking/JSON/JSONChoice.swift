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
    let isSecret: Bool
    let secretKeys: Int?
    /// An alternative that leaves more members unread is not chosen.
    var mostUnread: Int
    /// The fewest that one left unread which was not chosen.
    var fewestUnread = Int.max
    var failures: [Failure] = []

    /// Lets the alternative be chosen, when all are tried again, that left the fewest members unread.
    ///
    /// - Returns: false where none can be read, or all were tried again already.
    public mutating func widen() -> Bool {
        guard fewestUnread > mostUnread, fewestUnread < .max else { return false }
        mostUnread = fewestUnread
        failures = []
        return true
    }

    /// Why an alternative is not right.
    struct Failure {
        /// What an error calls it: its type, or a name.
        let alternative: Any
        let error: any Error
        /// Whether it failed inside of a secret, and where keys are secret.
        let isSecret: Bool
        let secretKeys: Int?
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
            isSecret: isSecret,
            secretKeys: secretKeys,
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
            try goBack(to: choice)
            return nil
        } catch {
            let failure = JSONChoice.Failure(
                alternative: alternative,
                error: error,
                isSecret: isSecret,
                secretKeys: secretKeys
            )
            try forgetFailure(count: choice.count)
            try goBack(to: choice)
            choice.failures.append(failure)
            return nil
        }
    }

    /// Ends the reading with an error that says why no alternative is right: the first eight that were tried, each with
    /// what was wrong.
    ///
    /// - Parameters:
    ///   - choice: where they were tried.
    ///   - type: what the error calls the type that has them.
    public mutating func error(_ choice: JSONChoice, of type: String) -> ParseError {
        let bytes = UnsafeRawBufferPointer(start: bytes + choice.start, count: choice.count - choice.start)
        let reasons = choice.failures.prefix(8).map { failure in
            // A nested choice says as much for each alternative of its own.
            "\(failure.alternative): \(Self.cut(reason(of: failure, after: choice.start, in: bytes)))"
        }
        let others = choice.failures.count > 8 ? ["…"] : []
        valueStart = choice.start
        return valueError("it is no \(type). " + (reasons + others).joined(separator: "; "))
    }

    /// What went wrong, and where inside of the value.
    private func reason(
        of failure: JSONChoice.Failure,
        after start: Int,
        in bytes: UnsafeRawBufferPointer
    ) -> String {
        guard var error = failure.error as? ParseError else {
            return isSecret || failure.isSecret ? "it is not what it should be" : "\(failure.error)"
        }
        guard let offset = error.offset else { return error.reason }
        error.offset = offset - start
        // In a secret the path could show a key.
        let path = isSecret ? "" : error.located(in: bytes, pathEnd: failure.secretKeys.map { $0 - start }).path
        return path.isEmpty ? error.reason : "\(path): \(error.reason)"
    }

    private static func cut(_ reason: String) -> String {
        reason.utf8.count <= 500 ? reason : String(reason.prefix(500)) + "…"
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
        isSecret = choice.isSecret
        secretKeys = choice.secretKeys
    }
}

// MARK: - Alternatives that a member tells apart

extension JSONReader {
    /// Reads the object that is being read as a whole, whatever was read of it: for a value of its discriminator that
    /// is not known.
    ///
    /// - Throws: ``ParseError`` if it is no JSON, or nested too deeply.
    public mutating func readMembers() throws -> JSONValue {
        rewind()
        var members: [String: JSONValue] = [:]
        let outer = beginSecretKeys()
        while try hasMember() {
            let key = try string()
            try colon()
            let value = try JSONValue.read(from: &self)
            if members[key] == nil { members[key] = value }
            unreadCount += 1
        }
        endSecretKeys(outer)
        return .object(members)
    }

    /// Ends the reading with an error about a discriminator of a value that is not known.
    ///
    /// - Parameters:
    ///   - value: of the discriminator.
    ///   - type: what the error calls the type that has the alternatives.
    public mutating func error(unknown value: String, of type: String) -> ParseError {
        error(notACase: value, of: type)
    }
}
