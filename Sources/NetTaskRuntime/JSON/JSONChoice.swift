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
    let isSecret: Bool
    let secretKeys: Int?
    var failures: [Failure] = []

    /// Why an alternative is not right.
    struct Failure {
        let alternative: any JSONReadable.Type
        let error: any Error
        /// Whether it failed inside of a secret, and where keys are secret.
        let isSecret: Bool
        let secretKeys: Int?
    }
}
