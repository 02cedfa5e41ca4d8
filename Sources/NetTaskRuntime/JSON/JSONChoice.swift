/// The place at which the alternatives of a type are tried, and why those failed that were. It is made by
/// ``JSONReader/beginChoice()`` for one value, and is of no use after it.
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
        let alternative: any JSONReadable.Type
        let error: any Error
        /// Whether it failed inside of a secret, and where keys are secret.
        let isSecret: Bool
        let secretKeys: Int?
    }
}
