/// What has to be there for a task to run.
public struct TaskRequirements: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A network of any kind.
    public static let network = TaskRequirements(rawValue: 1)
    /// A network that is not paid for by volume.
    public static let unmeteredNetwork = TaskRequirements(rawValue: 2)
    /// External power.
    public static let power = TaskRequirements(rawValue: 4)
}
