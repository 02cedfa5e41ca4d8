/// The alternatives of a type at one place in the JSON, and the reasons why alternatives were rejected.
/// ``JSONReader/beginChoice(isClosest:)`` makes it for one value.
public struct JSONChoice {
    let start: Int
    /// The length of the text. The reader sets its own copy to 0 when it fails.
    let count: Int
    let depth: Int
    let object: OpenObject
    let isAtFirstMember: Bool
    let leftCount: Int
    let passedCount: Int
    let unreadCount: Int
    let keysStart: Int?
    /// The maximum number of unread members of an alternative that is chosen.
    var mostUnread: Int
    /// The lowest number of unread members among the rejected alternatives.
    var fewestUnread = Int.max
    /// The reasons why alternatives were rejected. An error names each alternative by its type or name.
    var failures: [(alternative: Any, error: any Error)] = []
    /// The number of rejected alternatives, in both passes.
    var rejectedCount = 0

    /// Raises the limit of unread members to the lowest number so far, so that another pass chooses the closest alternative.
    ///
    /// - Returns: `false` if no alternative can be read, or if this was the second pass already.
    public mutating func widen() -> Bool {
        guard fewestUnread > mostUnread, fewestUnread < .max else { return false }
        mostUnread = fewestUnread
        failures = []
        return true
    }

    /// The reasons of the first eight alternatives.
    fileprivate func reason(of type: String, _ describe: (any Error) -> String) -> String {
        let reasons = failures.prefix(8).map { alternative, error in
            // Limited, because a nested choice lists each of its own alternatives.
            let reason = describe(error)
            return "\(alternative): " + (reason.utf8.count <= 500 ? reason : reason.prefix(500) + "…")
        }
        return "it is not a valid \(type). " + (reasons + (failures.count > 8 ? ["…"] : [])).joined(separator: "; ")
    }
}

// MARK: - Alternatives that are tried in order

extension JSONReader {
    /// Begins a choice between alternatives:
    ///
    ///     var choice = try reader.beginChoice()
    ///     if let value = try reader.choose(Cat.self, &choice) { return .cat(value) }
    ///     if let value = try reader.choose(String.self, &choice) { return .text(value) }
    ///     throw reader.error(choice, of: "Pet")
    ///
    /// - Parameter isClosest: whether to choose, among the readable alternatives, the one with the fewest unread members. Then
    ///   try all of them again while ``JSONChoice/widen()`` returns `true`. Default: `false`.
    /// - Throws: the error that has ended the reading, if it was caught.
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

    /// Reads the value as an alternative. If it is not of this type, returns to the start of the value.
    ///
    /// - Returns: the value, or `nil` if it is not of this type.
    /// - Throws: ``ParseError`` if nested alternatives take too long: when they have read more than 100 times the length of the
    ///   text in total. From the 17th alternative on, less is counted.
    public mutating func choose<Value: JSONReadable>(
        _ type: Value.Type,
        _ choice: inout JSONChoice
    ) throws -> Value? {
        try choose(type, &choice) { reader in try Value.read(from: &reader) }
    }

    /// Reads the value as an alternative with a closure.
    ///
    /// - Parameter alternative: the name of the alternative in errors.
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
        choice.rejectedCount += 1
        try goBack(to: choice)
        return nil
    }

    /// Ends the reading with an error that lists the first eight alternatives and why each was rejected.
    ///
    /// - Parameters:
    ///   - choice: the choice.
    ///   - type: the name of the type in the error.
    public mutating func error(_ choice: JSONChoice, of type: String) -> ParseError {
        let text = UnsafeRawBufferPointer(start: bytes, count: choice.count)
        let reason = choice.reason(of: type) { error in
            guard let error = (error as? ParseError)?.located(in: text, from: choice.start) else { return "\(error)" }
            return error.path.isEmpty ? error.reason : "\(error.path): \(error.reason)"
        }
        // The path of an error in a secret could contain a key.
        let secretReason = choice.reason(of: type) { ($0 as? ParseError)?.secretReason ?? Self.secretReason }
        valueStart = choice.start
        return valueError(reason, ofSecret: secretReason)
    }

    private mutating func goBack(to choice: JSONChoice) throws {
        // Counts members that were skipped too, and adds a fixed cost for a failure at the first byte.
        let end = passed[choice.passedCount...].reduce(position) { max($0, $1.value.upperBound) }
        // Each further alternative costs less, so that all alternatives of a long list can be tried in the limit.
        triedBytes += (end - choice.start + 4) * 16 / max(16, choice.rejectedCount)
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

// MARK: - Alternatives with a discriminator

extension JSONReader {
    /// Reads the current object as a whole, even if some of its members were read before. Used if the value of the
    /// discriminator is unknown.
    ///
    /// - Throws: ``ParseError`` if the object is invalid JSON, or nested too deeply.
    public mutating func readMembers() throws -> JSONValue {
        let value: JSONValue = try readInline()
        unreadCount += value.objectValue?.count ?? 0
        return value
    }

    /// Ends the reading with an error about an unknown value of a discriminator.
    ///
    /// - Parameters:
    ///   - value: the value of the discriminator.
    ///   - type: the name of the type in the error.
    public mutating func error(unknown value: String, of type: String) -> ParseError {
        error(about: value.utf8, "is not a valid \(type)")
    }
}
