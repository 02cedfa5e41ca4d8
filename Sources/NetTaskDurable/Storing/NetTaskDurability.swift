/// How a task is repeated in a durable queue. `RetryPolicy` describes the attempts of one run. This type describes the runs
/// that follow when all attempts of a run have failed.
public struct NetTaskDurability: Sendable, Hashable {
    /// The largest number of runs. Default: 25.
    public var maxRunCount: Int
    /// The wait after the first run. It doubles after each run. With zero, the next run begins immediately, or after one second
    /// if the number of runs is not limited or the server asked for a wait. Default: 10 seconds.
    public var interval: Duration
    /// The longest wait between two runs. Default: 6 hours.
    public var maxInterval: Duration
    /// The name of the codec that encrypts the task, as in the configuration of the queue. With nil, the queue stores the task
    /// unencrypted, without secrets. Default: nil.
    public var codec: String?
    /// The conditions for a run to start. Default: none.
    public var requirements: TaskRequirements

    /// Makes a durability. Each value that is left out has the default of its property.
    public init(
        maxRunCount: Int = 25,
        interval: Duration = .seconds(10),
        maxInterval: Duration = .seconds(6 * 3600),
        codec: String? = nil,
        requirements: TaskRequirements = []
    ) {
        self.maxRunCount = maxRunCount
        self.interval = interval
        self.maxInterval = maxInterval
        self.codec = codec
        self.requirements = requirements
    }
}

/// The conditions for a task to run.
public struct TaskRequirements: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A network of any kind.
    public static let network = TaskRequirements(rawValue: 1)
    /// A network that is not paid for by volume. On Apple's systems, requests of these tasks use neither expensive nor
    /// constrained networks (Low Data Mode), even if the network changes during a run.
    public static let unmeteredNetwork = TaskRequirements(rawValue: 2)
    /// External power.
    public static let power = TaskRequirements(rawValue: 4)

    static let everything = TaskRequirements(rawValue: .max)
}
