/// How a task outlives its process in a queue that keeps tasks on disk. One run is what `RetryPolicy` describes: an
/// attempt and its retries. What is said here is for after it, when all of them have failed.
public struct NetTaskDurability: Sendable, Hashable {
    /// How often it is run at most. Defaults to 25.
    public var maxRunCount: Int
    /// The wait after the first run. It doubles after each run. With an interval of zero, a task is run again at once; it
    /// waits for one second if the number of runs is not limited, or if the server asked it to wait. Defaults to 10 seconds.
    public var interval: Duration
    /// The longest wait between two runs. Defaults to 6 hours.
    public var maxInterval: Duration
    /// What makes bytes of the task and encrypts them, by the name under which the queue was given it. Defaults to `nil`: the
    /// queue's own way, which keeps no secrets.
    public var codec: String?
    /// What has to be there for a run to be started. Defaults to nothing.
    public var requirements: TaskRequirements

    /// Makes a durability; what is not said is as described at each property.
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

    static let everything = TaskRequirements(rawValue: .max)
}
