/// How long tasks are kept after their end. Those in the dead letters as ``TaskDeathReason/undecodable`` stay.
public struct TaskRetention: Sendable, Hashable {
    /// Of those that succeeded or were cancelled. Defaults to 24 hours.
    public var ended: Duration
    /// Of dead letters. Defaults to 14 days.
    public var dead: Duration
    /// The maximum number of each, the newest. Defaults to 10,000.
    public var maxCount: Int

    public init(ended: Duration = .seconds(24 * 3600), dead: Duration = .seconds(14 * 86_400), maxCount: Int = 10_000) {
        self.ended = ended
        self.dead = dead
        self.maxCount = maxCount
    }
}
