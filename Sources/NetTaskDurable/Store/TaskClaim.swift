/// Which tasks somebody is ready to run.
public struct TaskClaim: Sendable, Hashable {
    /// The maximum number of tasks.
    public var limit: Int
    /// Of these kinds, with the last ``StoredForm/payloadVersion`` of each that can be read. Tasks of other kinds and of
    /// later versions stay where they are.
    public var kinds: [String: Int]
    /// What is there now. Tasks that require more wait.
    public var fulfilled: TaskRequirements
    /// The maximum number of those that have lost two leases. They are run one at a time, so that a task that takes its process
    /// with it does not send those to the dead letters that run beside it.
    public var suspectLimit: Int

    public init(limit: Int, kinds: [String: Int], fulfilled: TaskRequirements = [], suspectLimit: Int = 1) {
        self.limit = limit
        self.kinds = kinds
        self.fulfilled = fulfilled
        self.suspectLimit = suspectLimit
    }

    /// Whether a task can be run by who claims.
    package func takes(_ task: NewTask) -> Bool {
        takes(task.kind, task.payloadVersion, task.requirements)
    }

    package func takes(_ kind: String, _ payloadVersion: Int, _ requirements: TaskRequirements) -> Bool {
        kinds[kind].map { payloadVersion <= $0 } == true && requirements.isSubset(of: fulfilled)
    }
}

/// The right to run a task, and to say how the run ended. Each claim of a task has another token, so that who lost the
/// lease cannot say anything any more.
public struct TaskLease: Sendable, Hashable {
    public var id: DurableTaskID
    public var token: Int64

    public init(id: DurableTaskID, token: Int64) {
        self.id = id
        self.token = token
    }
}

/// A task that is to be run now. Its run is counted already.
public struct ClaimedTask: Sendable, Hashable {
    public var lease: TaskLease
    public var task: StoredTask

    public init(lease: TaskLease, task: StoredTask) {
        self.lease = lease
        self.task = task
    }
}
